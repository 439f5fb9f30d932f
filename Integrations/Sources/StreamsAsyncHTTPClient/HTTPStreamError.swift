public import AsyncHTTPClient
public import NIOHTTP1

/// Why a stream of an HTTP exchange has failed.
public enum HTTPStreamError: Error, Sendable {
  /// The response was not accepted: its head.
  case refused(HTTPResponseHead)

  /// The client's own error: a timeout, a connection closed too early, a URL that is none, too many redirects.
  case client(HTTPClientError)

  /// The connection could not be made, or broke: the system's error, NIO's, that of TLS, or a malformed response.
  case connection(any Error)

  /// The publisher that was to be uploaded has failed.
  case upload(any Error)

  /// The body of the response has, or had, another subscriber: there is one body, and one gets it.
  case alreadySubscribed

  /// The last connection for events that was allowed ended without an event; the response was complete.
  case ended

  init(_ error: any Error) {
    switch error {
    case let error as HTTPStreamError: self = error
    case let error as HTTPClientError: self = .client(error)
    default: self = .connection(error)
    }
  }
}
