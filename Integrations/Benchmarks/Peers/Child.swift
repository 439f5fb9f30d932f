internal import Foundation
internal import IntegrationParts

/// A process that this one starts, and ends with `stop()`.
// Sendable: its parts are used by one job at a time.
final class Child: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var read = ""

  init(_ executable: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// This program as a peer, and the port that it serves.
  static func peer() throws -> (child: Child, port: Int) {
    let child = try Child(ProcessInfo.processInfo.arguments[0], ["peer"])
    guard let port = Int(try child.nextLine()) else { throw ChildError() }
    return (child, port)
  }

  /// Lets a peer fetch a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - port: The port of a server on loopback.
  ///   - pause: In microseconds, after each read of at most 256 KiB.
  /// - Returns: How many bytes came.
  /// - Throws: A ``ChildError`` if the peer has ended.
  func fetch(_ path: String, from port: Int, pause: Int = 0) async throws -> Int {
    guard let count = Int(try await ask("\(port) \(path) \(pause)")) else { throw ChildError() }
    return count
  }

  /// Writes a line to the child, and awaits the line that it answers with.
  private func ask(_ line: String) async throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try self.nextLine() }) }
    }
  }

  var identifier: Int32 { process.processIdentifier }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  private func nextLine() throws -> String {
    while !read.contains("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw ChildError() }
      read += String(decoding: data, as: UTF8.self)
    }
    let line = read.prefix { $0 != "\n" }
    read.removeFirst(line.count + 1)
    return String(line)
  }
}

/// A child has ended, or has not said what it should.
struct ChildError: Error {}
