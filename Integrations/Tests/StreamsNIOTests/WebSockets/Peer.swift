import Foundation
import NIOConcurrencyHelpers
import Testing

/// A process of Python, with the library `websockets`: a peer that has nothing to do with this package.
///
/// `STREAMS_PYTHON` names the interpreter; without it, it is `python3`.
final class Peer: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let input = Pipe()
  private let lines: NIOLockedValueBox<[String]> = NIOLockedValueBox([])

  /// Whether all of its output is in `lines`.
  private let isAtEnd = NIOLockedValueBox(false)
  private let errors = Pipe()

  /// Starts a script of the folder `Peer`.
  init(_ script: String, _ arguments: [String] = []) throws {
    guard let path = Bundle.module.url(forResource: "Peer/\(script)", withExtension: "py") else {
      throw Failure(description: "The script \(script).py is no resource of the tests.")
    }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let python = ProcessInfo.processInfo.environment["STREAMS_PYTHON"] ?? "python3"
    process.arguments = [python, "-u", path.path] + arguments
    process.standardInput = input
    process.standardError = errors
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // A thread that reads until the end: a handler of Foundation's may outlive its descriptor.
    Thread.detachNewThread { [lines, isAtEnd] in
      var rest = ""
      while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
        var parts = (rest + String(decoding: data, as: UTF8.self)).components(separatedBy: "\n")
        rest = parts.removeLast()
        lines.withLockedValue { $0 += parts }
      }
      isAtEnd.withLockedValue { $0 = true }
    }
  }

  /// Waits for the next line of its output.
  func line() async throws -> String {
    let end = ContinuousClock.now + .seconds(180)
    while ContinuousClock.now < end {
      // In this order: the last line may come between the two.
      let hasEnded = isAtEnd.withLockedValue { $0 }
      if let line = lines.withLockedValue({ $0.isEmpty ? nil : $0.removeFirst() }) { return line }
      if hasEnded {
        let message = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        throw Failure(
          description: "The peer has ended. It needs Python with the module `websockets` (pip install websockets; the "
            + "variable STREAMS_PYTHON names another interpreter):\n\(message)")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
    throw Failure(description: "The peer has said nothing for three minutes.")
  }

  /// Waits for a line of JSON.
  func json<Value: Decodable>(_ type: Value.Type) async throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(try await line().utf8))
  }

  func say(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Ends it, and waits until it has.
  func stop() async throws {
    try? input.fileHandleForWriting.close()
    let end = ContinuousClock.now + .seconds(20)
    while process.isRunning {
      if ContinuousClock.now > end { process.terminate() }
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}

/// Runs a body with the server of `server.py`, over TLS if it has a certificate, and stops it afterwards.
func withPeerServer(
  _ certificate: Certificate? = nil, _ body: (Peer, _ port: Int) async throws -> Void
) async throws {
  let peer = try Peer("server", certificate?.files ?? [])
  do {
    guard let port = Int(try await peer.line()) else { throw Peer.Failure(description: "It told no port.") }
    try await body(peer, port)
  } catch {
    try await peer.stop()
    throw error
  }
  try await peer.stop()
}

/// What `client.py` has seen.
struct Seen: Decodable, Equatable {
  var seen: [String]?
  var code: Int?
  var reason: String?
  var status: Int?
}

/// Has `client.py` connect to a port, over TLS if it has a certificate to trust, do something, and end.
func peerClient(
  _ port: Int, _ action: String, _ argument: String = "", trusting certificate: Certificate? = nil
) async throws -> Seen {
  let scheme = certificate == nil ? "ws" : "wss"
  let peer = try Peer(
    "client", ["\(scheme)://127.0.0.1:\(port)/path?query", action, argument] + (certificate?.files.prefix(1) ?? []))
  let seen = try await peer.json(Seen.self)
  try await peer.stop()
  return seen
}
