import Foundation

/// Another program, run to its end.
enum Command {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// - Returns: What it has written.
  @discardableResult
  static func run(_ command: String, _ arguments: [String], adding environment: [String: String] = [:]) throws -> String
  {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [command] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(command) \(arguments.joined(separator: " ")) failed:\n\(text.suffix(2_000))")
    }
    return text
  }
}

/// A folder that exists while a closure runs.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "streams-bench-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// The root of the repository.
let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..").standardizedFileURL
