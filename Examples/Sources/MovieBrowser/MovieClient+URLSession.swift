import Foundation
import StreamCore
import StreamErrorHandling
import StreamMapping
import StreamURLSession

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension MovieClient {
  /// Makes the requests in a session, which is invalidated when the client is closed.
  public static func urlSession(_ session: URLSession = URLSession(configuration: .ephemeral)) -> MovieClient {
    MovieClient(
      response: { url in
        session.dataTaskPublisher(for: url)
          .tryMap { data, response in
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            return MovieResponse(status: response.statusCode, mimeType: response.mimeType, body: data)
          }
          .mapError(MovieAPIError.init(urlSession:))
          .eraseToAnyPublisher()
      },
      close: { session.finishTasksAndInvalidate() })
  }
}

extension MovieAPIError {
  fileprivate init(urlSession error: any Error) {
    switch (error as? URLError)?.code {
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed: self = .noServer
    case .networkConnectionLost: self = .brokenOff
    case .timedOut: self = .timedOut
    default: self = .other(error)
    }
  }
}
