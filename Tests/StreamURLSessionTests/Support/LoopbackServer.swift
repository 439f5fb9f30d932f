import Foundation
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A real HTTP server on a free port of the loopback interface, for as long as a test runs.
///
/// One thread serves all connections, each for one request. It writes down what it sees, so that a test can wait for
/// that, and holds back the answers that a test wants to release itself.
final class LoopbackServer: Sendable {
  /// What has happened so far.
  struct Log: Sendable {
    var requests: [Request] = []
    var connections = 0
    var openConnections = 0
    var mostOpenConnections = 0

    /// Clients that closed their connection before they had been answered.
    var departures = 0
  }

  let log = Watched(Log())
  private let port: UInt16
  private let commands: Int32

  private init(port: UInt16, commands: Int32) {
    self.port = port
    self.commands = commands
  }

  /// Runs `body` beside a server, which has stopped and closed everything when this returns.
  ///
  /// - Parameters:
  ///   - answer: Says what each request is answered. It runs on the server's thread.
  ///   - isolation: Where `body` runs: where the caller does.
  ///   - body: Talks to the server.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why no server could be started.
  static func run<Result>(
    answering answer: @escaping @Sendable (Request) -> Answer, isolation: isolated (any Actor)? = #isolation,
    _ body: (LoopbackServer) async throws -> Result
  ) async throws -> Result {
    _ = bypassedProxy
    let (listener, port) = try SystemSockets.open()
    defer { close(listener) }
    try SystemSockets.listen(on: listener)
    let (reading, writing) = try SystemSockets.pipe()
    let server = LoopbackServer(port: port, commands: writing)
    let thread = JoinableThread { [log = server.log] in
      var loop = ServerLoop(listener: listener, commands: reading, log: log, answer: answer)
      loop.run()
    }
    defer {
      server.tell(.stop)
      thread.join()
      for descriptor in [reading, writing] { close(descriptor) }
    }
    return try await body(server)
  }

  /// Foundation would go through a proxy that the environment names, for addresses of this machine too.
  private static let bypassedProxy: Void = {
    if getenv("http_proxy") != nil { setenv("no_proxy", "127.0.0.1", 0) }
  }()

  func url(_ path: String = "/") throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
    return url
  }

  /// Sends the answers that are held back now.
  func release() {
    tell(.release)
  }

  private func tell(_ command: ServerLoop.Command) {
    var byte = command.rawValue
    write(commands, &byte, 1)
  }
}

/// What the server's thread does, and knows alone.
private struct ServerLoop {
  enum Command: UInt8 {
    case stop = 1
    case release
  }

  private struct Connection {
    var received: [UInt8] = []
    var held: Answer?
  }

  private let listener: Int32
  private let commands: Int32
  private let log: Watched<LoopbackServer.Log>
  private let answer: (Request) -> Answer
  private var connections: [Int32: Connection] = [:]

  init(
    listener: Int32, commands: Int32, log: Watched<LoopbackServer.Log>, answer: @escaping (Request) -> Answer
  ) {
    self.listener = listener
    self.commands = commands
    self.log = log
    self.answer = answer
  }

  mutating func run() {
    while true {
      let ready = SystemSockets.waitUntilReadable([listener, commands] + connections.keys)
      for descriptor in ready where connections[descriptor] != nil { receive(from: descriptor) }
      if ready.contains(listener) { accept() }
      if ready.contains(commands), !obey() { return }
    }
  }

  /// - Returns: Whether to go on.
  private mutating func obey() -> Bool {
    var byte: UInt8 = 0
    guard read(commands, &byte, 1) == 1, let command = Command(rawValue: byte) else { return true }
    switch command {
    case .stop:
      for descriptor in connections.keys { close(descriptor) }
      return false
    case .release:
      for (descriptor, connection) in connections {
        if let answer = connection.held { send(answer, to: descriptor) }
      }
      return true
    }
  }

  private mutating func accept() {
    guard let descriptor = SystemSockets.accept(on: listener) else { return }
    connections[descriptor] = Connection()
    log.update { log in
      log.connections += 1
      log.openConnections += 1
      log.mostOpenConnections = max(log.mostOpenConnections, log.openConnections)
    }
  }

  private mutating func receive(from descriptor: Int32) {
    let bytes = SystemSockets.read(from: descriptor)
    guard !bytes.isEmpty else {
      log.update { $0.departures += 1 }
      return hangUp(descriptor)
    }
    connections[descriptor, default: Connection()].received += bytes
    guard let request = connections[descriptor].flatMap({ Request($0.received) }) else { return }
    log.update { $0.requests.append(request) }
    let answer = answer(request)
    if answer.isHeld {
      connections[descriptor] = Connection(held: answer)
    } else {
      send(answer, to: descriptor)
    }
  }

  private mutating func send(_ answer: Answer, to descriptor: Int32) {
    SystemSockets.write(answer.text, to: descriptor)
    hangUp(descriptor)
  }

  private mutating func hangUp(_ descriptor: Int32) {
    connections[descriptor] = nil
    log.update { $0.openConnections -= 1 }
    // Shut down first: a child process that the test run starts meanwhile may have inherited the descriptor.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }
}
