internal import NIOHTTP1

/// Refuses requests of other sites, by DNS rebinding or across origins, and those without the token of the link.
struct RequestCheck: Sendable {
  private let token: [UInt8]
  private let hosts: Set<String>

  /// - Parameters:
  ///   - token: The first part of each path.
  ///   - hosts: The names of the server, beside those of the loopback addresses.
  init(token: String, hosts: Set<String>) {
    self.token = Array(token.utf8)
    self.hosts = Set(hosts.map { $0.lowercased() }).union(["127.0.0.1", "localhost", "::1"])
  }

  /// 128 random bits of the system, as hexadecimal digits.
  static func randomToken() -> String {
    let digits = Array("0123456789abcdef")
    var generator = SystemRandomNumberGenerator()
    return String((0..<32).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
  }

  /// The path behind the token.
  ///
  /// - Parameters:
  ///   - path: A path, which begins with the token: `/TOKEN/groups`.
  ///   - headers: The headers of the request, which name its host and its origin.
  /// - Returns: The rest: `groups`.
  /// - Throws: A ``Refusal``.
  func rest(of path: Substring, _ headers: HTTPHeaders) throws -> Substring {
    try checkHost(headers)
    guard path.first == "/", let end = path.dropFirst().firstIndex(of: "/"), isToken(path[..<end].dropFirst()) else {
      throw Refusal(
        .forbidden, "This is not the link of the inspector's page. The program that serves it has the link.")
    }
    return path[end...].dropFirst()
  }

  private func checkHost(_ headers: HTTPHeaders) throws {
    let hosts = headers["Host"]
    guard hosts.count == 1, let host = hosts.first?.lowercased() else {
      throw Refusal(.badRequest, "A request names one host.")
    }
    let name = host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
    guard self.hosts.contains(String(name)) else {
      throw Refusal(.misdirectedRequest, "The inspector's page is not at \(name.prefix(100)).")
    }
    if let origin = headers.first(name: "Origin"), origin.lowercased() != "http://\(host)" {
      throw Refusal(.forbidden, "The inspector answers its own page alone.")
    }
  }

  /// Compares all bytes, whichever differ: how long it takes does not tell which do.
  private func isToken(_ text: Substring) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == token.count else { return false }
    return zip(bytes, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
