internal import FlyingFox
internal import FlyingSocks

/// A web server on the loopback interface: a page of marbles, and the operators that it runs in virtual time.
public final class Laboratory: Sendable {
  /// The failure to start.
  public struct StartError: Error, CustomStringConvertible {
    /// The reason, for display.
    public let description: String
  }

  /// The address of the page.
  public let address: String

  private let server: HTTPServer
  private let serving: Task<Void, any Error>

  private init(address: String, server: HTTPServer, serving: Task<Void, any Error>) {
    self.address = address
    self.server = server
    self.serving = serving
  }

  /// Starts the server, and returns when it listens.
  ///
  /// - Parameter port: The port; any that is free, if it is 0.
  /// - Returns: The laboratory.
  /// - Throws: The reason, if it cannot listen.
  public static func start(port: UInt16 = 0) async throws -> Laboratory {
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), timeout: 15, logger: .disabled, handler: LaboratoryHandler())
    let serving = Task { try await server.run() }
    do {
      try await server.waitUntilListening()
      guard case .ip4(let host, let port)? = await server.listeningAddress else {
        throw StartError(description: "the server has no address")
      }
      return Laboratory(address: "http://\(host):\(port)/", server: server, serving: serving)
    } catch {
      serving.cancel()
      throw error
    }
  }

  /// Stops listening, and returns when all connections are closed.
  public func stop() async {
    await server.stop()
    serving.cancel()
    _ = await serving.result
  }
}
