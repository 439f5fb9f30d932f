internal import Foundation

/// A process that this one starts, and ends with `stop()`.
// Sendable: its parts are used by one job at a time.
final class Child: @unchecked Sendable {
  private let process = Process()

  init(_ executable: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  var identifier: Int32 { process.processIdentifier }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
