import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responds to requests without a server, with responses that no server can send: on the wire, status 199 is not a
/// final response.
///
/// The host of the address is the status, as in `http://status-299/movies/popular`.
final class StubbedHTTP: URLProtocol {
  static func session() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [StubbedHTTP.self]
    return URLSession(configuration: configuration)
  }

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, let status = url.host().flatMap({ Int($0.trimmingPrefix("status-")) }),
      let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data(#"{"results": []}"#.utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
