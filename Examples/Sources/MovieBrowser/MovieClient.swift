public import Foundation
public import StreamCore

/// Makes the requests of the film browser: its pipelines are the same over every HTTP client.
public struct MovieClient: Sendable {
  /// The response to a request for an address. Each subscriber makes a request; a cancel ends it.
  public let response: @Sendable (URL) -> AnyPublisher<MovieResponse, MovieAPIError>

  /// Called once, when no further request will be made.
  public let close: @Sendable () -> Void

  /// - Parameters:
  ///   - response: Makes a request for each subscriber. An error status is a response, not a failure.
  ///   - close: Releases what the client holds. By default it holds nothing.
  public init(
    response: @escaping @Sendable (URL) -> AnyPublisher<MovieResponse, MovieAPIError>,
    close: @escaping @Sendable () -> Void = {}
  ) {
    self.response = response
    self.close = close
  }
}

/// The response to a request, with its whole body.
public struct MovieResponse: Sendable {
  /// The status, such as 200.
  public let status: Int

  /// The type of the body, such as `image/svg+xml`, if the server says it.
  public let mimeType: String?

  /// The bytes of the body.
  public let body: Data

  /// Creates a response with these properties.
  public init(status: Int, mimeType: String?, body: Data) {
    self.status = status
    self.mimeType = mimeType
    self.body = body
  }

  /// The body of a good response. An error status is converted to the error that it stands for.
  var goodBody: Data {
    get throws {
      guard 200..<300 ~= status else { throw MovieAPIError.badResponse(status: status) }
      return body
    }
  }
}
