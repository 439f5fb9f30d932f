import Foundation
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A real server on a free port of the loopback interface that talks to each client as a test says, in a thread of its
/// own: it may send without end, drip, or hang up in the middle of a word.
final class StreamingServer: Sendable {
  /// What a client is talked to through.
  struct Client: Sendable {
    fileprivate let descriptor: Int32

    /// The head of the request, and what came with it of the body.
    let request: [UInt8]

    /// Sends everything.
    ///
    /// - Returns: Whether the client is there still.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
      SystemSockets.write(bytes, to: descriptor)
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends the head of an answer; the body lasts until the server hangs up, if no length is given.
    func sendHead(status: Int = 200, length: Int? = nil) {
      let field = length.map { "Content-Length: \($0)\r\n" } ?? ""
      send("HTTP/1.1 \(status) Answer\r\n\(field)Connection: close\r\n\r\n")
    }

    /// Reads what has come, or waits for it; empty if the client has gone.
    func read() -> [UInt8] { SystemSockets.read(from: descriptor) }

    /// Hangs up rudely: the client's next read fails.
    func reset() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }
  }

  /// How many clients came, and how many are there still.
  struct Log: Sendable {
    var connections = 0
    var openConnections = 0
  }

  let log = Watched(Log())
  private let port: UInt16

  private init(port: UInt16) {
    self.port = port
  }

  func url(_ path: String = "/", scheme: String = "http") throws -> URL {
    guard let url = URL(string: "\(scheme)://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
    return url
  }

  /// Runs `body` beside a server, all of whose threads have ended when this returns.
  ///
  /// - Parameters:
  ///   - serve: Talks to one client, after whose return the server hangs up. It must return when the client has gone.
  ///   - isolation: Where `body` runs: where the caller does.
  ///   - body: Talks to the server.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why no server could be started.
  static func run<Result>(
    _ serve: @escaping @Sendable (Client) -> Void, isolation: isolated (any Actor)? = #isolation,
    _ body: (StreamingServer) async throws -> Result
  ) async throws -> Result {
    if getenv("http_proxy") != nil { setenv("no_proxy", "127.0.0.1", 0) }
    let (listener, port) = try SystemSockets.open()
    try SystemSockets.listen(on: listener)
    let server = StreamingServer(port: port)
    let stop = try SystemSockets.pipe()
    let clients = Box<Set<Int32>>([])
    let acceptor = JoinableThread { [log = server.log] in
      var threads: [JoinableThread] = []
      while !SystemSockets.waitUntilReadable([listener, stop.reading]).contains(stop.reading) {
        guard let descriptor = SystemSockets.accept(on: listener) else { continue }
        clients.update { _ = $0.insert(descriptor) }
        log.update { log in
          log.connections += 1
          log.openConnections += 1
        }
        threads.append(
          JoinableThread {
            if let request = readHead(from: descriptor) { serve(Client(descriptor: descriptor, request: request)) }
            clients.update { _ = $0.remove(descriptor) }
            // A child process that the test run starts meanwhile may have inherited the descriptor.
            shutdown(descriptor, Int32(SHUT_WR))
            close(descriptor)
            log.update { $0.openConnections -= 1 }
          })
      }
      clients.update { clients in
        for descriptor in clients { shutdown(descriptor, Int32(SHUT_RDWR)) }
      }
      for thread in threads { thread.join() }
    }
    defer {
      var byte: UInt8 = 0
      write(stop.writing, &byte, 1)
      acceptor.join()
      for descriptor in [listener, stop.reading, stop.writing] { close(descriptor) }
    }
    return try await body(server)
  }
}

private func readHead(from descriptor: Int32) -> [UInt8]? {
  var bytes: [UInt8] = []
  while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
    let piece = SystemSockets.read(from: descriptor)
    guard !piece.isEmpty else { return nil }
    bytes += piece
  }
  return bytes
}
