import Foundation
import Synchronization
import Testing

/// The name of the program that is tested: these files are compiled in two packages, each with a client of its own.
private let programName: String = {
  #if ASYNC_HTTP_CLIENT
    "movies-async-http-client"
  #else
    "movies"
  #endif
}()

/// The built program, running or ended.
final class Program: Sendable {
  /// The result of a run of the program.
  struct Outcome {
    let status: Int32
    let reason: Process.TerminationReason
    let output: String
    let notes: String

    /// The lines of standard error.
    var noteLines: [String] { notes.split(separator: "\n").map(String.init) }
  }

  /// Longer than any run. A run that exceeds it is killed, so that it cannot block the tests.
  private static let limit = Duration.seconds(30)

  private let process = Process()
  private let output: Capture
  private let notes: Capture

  /// Starts the program with its output piped, as in `movies | cat`.
  init(_ arguments: [String], input: String = "") throws {
    let (input, output, notes) = (try Self.file(holding: input), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = notes
    process.executableURL = try Self.executable()
    process.arguments = arguments
    try process.run()
    self.output = Capture(output.fileHandleForReading)
    self.notes = Capture(notes.fileHandleForReading)
  }

  /// Starts the program on a terminal, which shows its output and its messages.
  init(_ arguments: [String], on terminal: Terminal) throws {
    process.standardInput = terminal.programSide
    process.standardOutput = terminal.programSide
    process.standardError = terminal.programSide
    process.executableURL = try Self.executable()
    process.arguments = arguments
    try process.run()
    try terminal.programSide.close()
    output = Capture(terminal.userSide)
    notes = output
  }

  /// Runs the program with its output piped, to its end.
  static func run(_ arguments: String..., input: String = "") async throws -> Outcome {
    try await Program(arguments, input: input).outcome()
  }

  /// What the program has written to standard output so far.
  var outputSoFar: String { output.text }

  /// Sends the program a signal.
  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Waits until a condition holds, and fails the test if it does not in time.
  func wait(until condition: () -> Bool) async throws {
    let end = ContinuousClock.now + Self.limit
    while !condition() {
      if ContinuousClock.now > end {
        send(SIGKILL)
        throw TimeLimitExceeded(output: output.text, notes: notes.text)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Waits for the end of the program, and of any process that could still write to its output.
  func outcome() async throws -> Outcome {
    try await wait { !process.isRunning && output.isAtEnd && notes.isAtEnd }
    return Outcome(
      status: process.terminationStatus, reason: process.terminationReason, output: output.text, notes: notes.text)
  }

  /// A program that exceeded the time limit.
  struct TimeLimitExceeded: Error {
    let output: String
    let notes: String
  }

  private static func executable() throws -> URL {
    let places = [ProcessInfo.processInfo.arguments[0], Bundle.main.bundlePath] + Bundle.allBundles.map(\.bundlePath)
    let candidates = places.map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(programName)
    }
    return try #require(
      candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) },
      "the program is built beside the tests")
  }

  private static func file(holding text: String) throws -> FileHandle {
    let pipe = Pipe()
    // Short enough for the pipe's buffer, so that this does not wait for a reader.
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try pipe.fileHandleForWriting.close()
    return pipe.fileHandleForReading
  }
}

/// Reads a file to its end on a separate thread.
private final class Capture: Sendable {
  private let bytes = Mutex(Data())
  private let hasEnded = Atomic(false)

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  var isAtEnd: Bool { hasEnded.load(ordering: .acquiring) }

  init(_ file: FileHandle) {
    Thread.detachNewThread { [self] in
      var chunk = [UInt8](repeating: 0, count: 4096)
      // Not with `FileHandle`, which drops its data when reading a terminal whose program has ended fails.
      while case let count = read(file.fileDescriptor, &chunk, chunk.count), count > 0 {
        bytes.withLock { $0.append(contentsOf: chunk[..<count]) }
      }
      hasEnded.store(true, ordering: .releasing)
    }
  }
}
