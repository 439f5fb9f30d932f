import Foundation

/// Three servers that keep logs together.
struct NATSCluster {
  let servers: [NATSServer]

  var urls: [String] { servers.map(\.url) }

  init() throws {
    let ports = try freePorts(3)
    let routes = ports.map { "nats://127.0.0.1:\($0)" }
    servers = try (0..<3).map { index in
      try NATSServer([
        "-n", "server-\(index)", "--cluster_name", "cluster", "--cluster", routes[index], "--routes",
        routes.joined(separator: ","),
      ])
    }
  }

  func stop() {
    for server in servers { server.stop() }
  }
}

/// Ports that are free now, all of them at the same time.
private func freePorts(_ count: Int) throws -> [Int] {
  var sockets: [Int32] = []
  defer { for socket in sockets { close(socket) } }
  return try (0..<count).map { _ in
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    sockets.append(descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw ServerError(log: "There is no free port.") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
