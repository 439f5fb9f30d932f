import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// HTTP error statuses are values of a data task, not failures of it: whoever wants a failure makes one.
enum HTTPCheck {
  /// Returns the body of a good response, and throws `MovieAPIError.badResponse` for any other.
  static func body(_ body: Data, of response: URLResponse) throws -> Data {
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    guard 200..<300 ~= response.statusCode else { throw MovieAPIError.badResponse(status: response.statusCode) }
    return body
  }
}
