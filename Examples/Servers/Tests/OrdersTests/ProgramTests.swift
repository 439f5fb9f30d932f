import Foundation
import Testing

/// Whether the long checks run: what kills servers, or compares times, wants the machine for itself.
private let isFull = ProcessInfo.processInfo.environment["STREAMS_FULL"] == "1"

@Suite("The program orders", .timeLimit(.minutes(5)), .serialized)
struct ProgramTests {
  /// To fill a disk, the program mounts file systems: that needs root.
  private static let harms = geteuid() == 0 ? [["--chaos"], ["--chaos", "--full-disk"]] : [["--chaos"]]

  @Test(
    "A slow worker, a killed one, a paused one, a killed leader, a full disk: all is billed, in order, nothing is left",
    .enabled(if: isFull, "The long checks run it: STREAMS_FULL=1"), arguments: harms)
  func chaos(harm: [String]) async throws {
    let run = try await Program.run(["--workers", "3", "--messages", "30000", "--delay", "2000"] + harm)
    #expect(run.status == 0, "\(run.text)")
    for line in [
      "worker 2 is slow: it takes 2000 µs for an order", "worker 1 is killed, and started again",
      "the leader of the orders, is killed", "is back", "worker 3 is paused", "worker 3 goes on, after ten seconds",
      "30000 of 30000 orders billed in", "total: 17817300, expected: 17817300", "out of order: 0", "repeats: ",
      "largest memory of a worker: ",
    ] {
      #expect(run.text.contains(line), "\(line) is missing in: \(run.text)")
    }
    #expect(run.text.contains("is full, with") == harm.contains("--full-disk"), "\(run.text)")
    try await expectNothingLeft(run)
  }

  @Test(
    "The throughput grows with the workers, if their work takes its time",
    .enabled(if: isFull, "The long checks run it: STREAMS_FULL=1"))
  func compares() async throws {
    let run = try await Program.run(
      ["--compare", "--workers", "3", "--messages", "4000", "--customers", "200", "--delay", "2000"])
    #expect(run.status == 0, "\(run.text)")
    let rates = run.text.split(separator: "\n").dropFirst(2).compactMap { line in
      line.split(separator: "|").dropFirst().first.flatMap { Int($0.filter(\.isNumber)) }
    }
    try #require(rates.count == 3)
    #expect(rates[1] > rates[0] && rates[2] > rates[0], "\(run.text)")
    try await expectNothingLeft(run)
  }

  @Test("Undisturbed, all is billed, in order, and nothing is left")
  func undisturbed() async throws {
    let run = try await Program.run(["--workers", "2", "--messages", "2000"])
    #expect(run.status == 0, "\(run.text)")
    for line in ["2000 of 2000 orders billed in", "total: 1187820, expected: 1187820", "out of order: 0"] {
      #expect(run.text.contains(line), "\(line) is missing in: \(run.text)")
    }
    try await expectNothingLeft(run)
  }

  @Test("An interrupted program leaves nothing", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) async throws {
    let run = try await Program.run(["--workers", "2", "--messages", "1000000", "--delay", "1000"]) { process, folder in
      // The program itself, three servers, two workers.
      while process.isRunning, Program.processes(with: folder).count < 6 {
        try await Task.sleep(for: .milliseconds(20))
      }
      kill(process.processIdentifier, signal)
    }
    #expect(run.status == 128 + signal, "\(run.text)")
    try await expectNothingLeft(run)
  }

  private func expectNothingLeft(_ run: Program) async throws {
    // A worker ends when it reads the end of its input.
    let limit = ContinuousClock.now + .seconds(10)
    while .now < limit, !Program.processes(with: run.folder).isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    #expect(Program.processes(with: run.folder) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: run.folder.path) == [])
    try FileManager.default.removeItem(at: run.folder)
  }
}

/// A run of the built program, with a folder of its own for what it stores.
struct Program {
  let folder: URL
  let text: String
  let status: Int32

  static func run(
    _ arguments: [String], meanwhile: (Process, URL) async throws -> Void = { _, _ in }
  ) async throws -> Program {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("orders-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = try executable()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    try await meanwhile(process, folder)
    let data = try await Task.detached { try output.fileHandleForReading.readToEnd() }.value
    process.waitUntilExit()
    return Program(
      folder: folder, text: String(decoding: data ?? Data(), as: UTF8.self), status: process.terminationStatus)
  }

  /// The running processes with this folder for what they store: the program's, and those that it has started.
  static func processes(with folder: URL) -> [String] {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.filter { Int($0) != nil } ?? []
    return numbers.filter { number in
      let environment = try? String(contentsOfFile: "/proc/\(number)/environ", encoding: .utf8)
      return environment?.contains("TMPDIR=\(folder.path)") == true
    }
  }

  private static func executable() throws -> URL {
    let places = [ProcessInfo.processInfo.arguments[0], Bundle.main.bundlePath] + Bundle.allBundles.map(\.bundlePath)
    return try #require(
      places.map { URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("orders") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) },
      "the program is built beside the tests")
  }
}
