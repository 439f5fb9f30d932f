package import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension URLRequest {
  /// This request, to which a server has redirected, without what must not reach another server: credentials, and
  /// cookies that were set by hand. Those of the session's cookie storage are chosen for each request anew.
  ///
  /// Fetch drops `Authorization` where the origin changes (<https://fetch.spec.whatwg.org/#http-redirect-fetch>, step
  /// 13); curl drops cookies, too. Foundation for Linux (as of Swift 6.3) drops nothing.
  ///
  /// - Parameters:
  ///   - origin: The URL that has redirected.
  ///   - sessionFields: What the session adds to each request.
  /// - Returns: The request, with fewer header fields if its scheme, host or port are others.
  func redirected(from origin: URL?, sessionFields: [AnyHashable: Any]?) -> URLRequest {
    if let origin, let url, origin.hasOrigin(of: url) { return self }
    var request = self
    for field in ["Authorization", "Proxy-Authorization", "Cookie"] {
      // A blank field replaces the session's, and libcurl leaves it out.
      let isAdded =
        sessionFields?.keys.contains { ($0 as? String)?.caseInsensitiveCompare(field) == .orderedSame } ?? false
      request.setValue(isAdded ? " " : nil, forHTTPHeaderField: field)
    }
    return request
  }
}

extension URL {
  /// Whether two URLs have the scheme, the host and the port in common (RFC 6454).
  package func hasOrigin(of other: URL) -> Bool {
    guard let scheme = scheme?.lowercased(), let host = host?.lowercased() else { return false }
    return scheme == other.scheme?.lowercased() && host == other.host?.lowercased()
      && (port ?? Self.port(of: scheme)) == (other.port ?? Self.port(of: scheme))
  }

  private static func port(of scheme: String) -> Int? {
    ["http": 80, "https": 443][scheme]
  }
}
