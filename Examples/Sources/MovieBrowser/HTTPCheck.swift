import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An HTTP error status is a value of a data task, not a failure: this converts it.
enum HTTPCheck {
  /// Returns the body of a good response, and throws `MovieAPIError.badResponse` for any other.
  static func body(_ body: Data, of response: URLResponse) throws -> Data {
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    guard 200..<300 ~= response.statusCode else { throw MovieAPIError.badResponse(status: response.statusCode) }
    return body
  }
}
