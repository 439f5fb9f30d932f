import Foundation
import Testing

/// A server of one's own on a free port of loopback, whose store is in a temporary folder. It ends with `stop()`, or
/// when it is released.
final class NATSServer: @unchecked Sendable {
  // Sendable: a test uses it on one task at a time.
  let folder: URL
  private(set) var port = -1
  private var process: Process?
  private let arguments: [String]

  var url: String { "nats://127.0.0.1:\(port)" }

  init(_ arguments: [String] = [], configuration: String? = nil) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("streams-nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("configuration")
    try configuration?.write(to: file, atomically: true, encoding: .utf8)
    self.arguments = arguments + (configuration == nil ? [] : ["-c", file.path])
    try start()
  }

  deinit {
    stop()
  }

  /// Starts it: at first on a free port, then on the same; with its logs, or as a server that has none.
  func start(hasLogs: Bool = true) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Self.executable())
    process.arguments =
      [
        "-a", "127.0.0.1", "-p", "\(port)", "--ports_file_dir", folder.path, "-l",
        folder.appendingPathComponent("log").path,
      ] + (hasLogs ? ["-js", "-sd", folder.path] : []) + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    port = try awaitPort(of: process)
  }

  /// Ends it as a crash would, and keeps its store.
  func kill() {
    send(SIGKILL)
    process?.waitUntilExit()
    process = nil
  }

  /// Stops it from running until `resume()`: clients see a server that does not answer.
  func pause() {
    send(SIGSTOP)
    // A thread may still be answering.
    while let process, process.isRunning, !Self.isStopped(process.processIdentifier) { usleep(1_000) }
  }

  func resume() { send(SIGCONT) }

  func stop() {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  private func send(_ signal: Int32) {
    if let process, process.isRunning { Foundation.kill(process.processIdentifier, signal) }
  }

  private static func isStopped(_ process: Int32) -> Bool {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.allSatisfy { thread in
      let status = (try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)) ?? ""
      return status.split(separator: ")").last?.hasPrefix(" T") != false
    }
  }

  private static func executable() throws -> String {
    let paths = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"]
    return try #require(
      paths.first { FileManager.default.isExecutableFile(atPath: $0) }, "nats-server is not installed")
  }

  /// The server writes the file when it accepts connections.
  private func awaitPort(of process: Process) throws -> Int {
    let file = folder.appendingPathComponent("nats-server_\(process.processIdentifier).ports")
    let limit = ContinuousClock.now + .seconds(30)
    while .now < limit, process.isRunning {
      if let data = try? Data(contentsOf: file), let ports = try? JSONDecoder().decode(Ports.self, from: data),
        let port = ports.nats.first.flatMap({ URL(string: $0)?.port })
      {
        try FileManager.default.removeItem(at: file)
        return port
      }
      usleep(5_000)
    }
    throw ServerError(log: (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? "")
  }

  private struct Ports: Decodable {
    let nats: [String]
  }
}

struct ServerError: Error {
  let log: String
}
