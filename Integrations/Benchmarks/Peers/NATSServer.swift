internal import Foundation

/// A server with JetStream on a free port, whose store is in a folder.
struct NATSServer {
  let url: String
  private let child: Child

  static func start(in folder: URL) async throws -> NATSServer {
    let paths = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"]
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { throw NoServer() }
    let store = folder.appendingPathComponent("nats")
    try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
    let child = try Child(
      path,
      [
        "-a", "127.0.0.1", "-p", "-1", "-js", "-sd", store.path, "--ports_file_dir", store.path, "-l",
        store.appendingPathComponent("log").path,
      ])
    // The server writes the file when it accepts connections.
    let file = store.appendingPathComponent("nats-server_\(child.identifier).ports")
    let limit = ContinuousClock.now + .seconds(30)
    while .now < limit {
      if let data = try? Data(contentsOf: file), let ports = try? JSONDecoder().decode(Ports.self, from: data),
        let url = ports.nats.first
      {
        return NATSServer(url: url, child: child)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    child.stop()
    throw NoServer()
  }

  func stop() { child.stop() }

  private struct Ports: Decodable {
    let nats: [String]
  }
}

/// There is no `nats-server`, or it does not start.
struct NoServer: Error {}
