internal import NIOHTTP1

extension HTTPRequestHead {
  /// The refusal, if the request comes from another site: by DNS rebinding, or by a POST across origins.
  var originRefusal: Refusal? {
    let hosts = headers["Host"]
    guard hosts.count == 1, let host = hosts.first else {
      return Refusal(.badRequest, "A request names one host.")
    }
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    guard ["127.0.0.1", "localhost", "[::1]"].contains(name.lowercased()) else {
      return Refusal(.misdirectedRequest, "The laboratory is at localhost, not at \(name.prefix(100)).")
    }
    if let origin = headers.first(name: "Origin"), origin.lowercased() != "http://\(host.lowercased())" {
      return Refusal(.forbidden, "The laboratory answers its own page alone.")
    }
    return nil
  }
}
