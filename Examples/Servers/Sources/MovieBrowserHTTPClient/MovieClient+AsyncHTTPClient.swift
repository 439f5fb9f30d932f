public import AsyncHTTPClient
import Foundation
public import MovieBrowser
import NIOCore
import NIOHTTP1
import NIOPosix
import StreamCore
import StreamErrorHandling
import StreamMapping
import StreamReducing
import StreamsAsyncHTTPClient

extension MovieClient {
  /// Makes the requests with async-http-client. The client goes on after this one has been closed: that of the
  /// program's is for its whole run.
  public static func asyncHTTPClient(_ client: HTTPClient = .movies) -> MovieClient {
    MovieClient { url in
      do {
        return response(to: try HTTPClient.Request(url: url), from: client)
      } catch {
        return Fail(error: .other(error)).eraseToAnyPublisher()
      }
    }
  }

  private static func response(
    to request: HTTPClient.Request, from client: HTTPClient
  ) -> AnyPublisher<MovieResponse, MovieAPIError> {
    client.responsePublisher(for: request)
      .flatMap { response in response.body.collect().map { MovieResponse(response, $0) } }
      .mapError(MovieAPIError.init(asyncHTTPClient:))
      .eraseToAnyPublisher()
  }
}

extension MovieResponse {
  fileprivate init(_ response: HTTPStreamResponse, _ chunks: [ByteBuffer]) {
    // Without the parameters that may follow it.
    let mimeType = response.head.headers.first(name: "Content-Type")?.split(separator: ";").first
    self.init(
      status: Int(response.head.status.code), mimeType: mimeType?.trimmingCharacters(in: .whitespaces),
      body: chunks.reduce(into: Data()) { $0.append(contentsOf: $1.readableBytesView) })
  }
}

extension HTTPClient {
  /// A client that says at once that no server listens: the browser makes attempts of its own.
  public static let movies: HTTPClient = {
    var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(10), read: .seconds(600)))
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()
}

extension MovieAPIError {
  fileprivate init(asyncHTTPClient error: HTTPStreamError) {
    switch error {
    case .client(.connectTimeout), .connection(is NIOConnectionError): self = .noServer
    case .connection(let error as IOError) where error.errnoCode == ECONNREFUSED: self = .noServer
    case .client(.remoteConnectionClosed), .connection(is IOError), .connection(HTTPParserError.invalidEOFState):
      self = .brokenOff
    case .client(.readTimeout), .client(.deadlineExceeded): self = .timedOut
    case .client, .connection, .refused, .upload, .alreadySubscribed: self = .other(error)
    }
  }
}
