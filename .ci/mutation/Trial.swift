import Foundation

/// A run of some tests, with one mutant switched on or with none.
struct Trial: Sendable {
  enum Verdict: Sendable, Equatable {
    case killed(by: String)
    case survived
  }

  let binary: String
  let scratch: String

  /// Runs tests until one fails, or all have passed.
  ///
  /// - Parameters:
  ///   - mutant: Which one is on, if any.
  ///   - filter: Which tests run.
  ///   - limit: After how many seconds it counts as a hang.
  /// - Returns: The verdict, how long it took, and what was printed.
  /// - Throws: What keeps the tests from being started.
  func run(mutant: Int?, filter: String, limit: Double) throws -> (verdict: Verdict, seconds: Double, output: String) {
    let name = "\(mutant.map(String.init) ?? "none")-\(UUID().uuidString)"
    let folder = URL(fileURLWithPath: "\(scratch)/trials/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appendingPathComponent("log")
    // A mutant may allocate, or write, for ever.
    let command = "ulimit -v 16000000 -f 4000000; exec timeout -k 2 \(Int(limit.rounded(.up))) \"$0\" \"$@\""
    var environment = ["TMPDIR": folder.path, "SWIFT_BACKTRACE": "enable=no"]
    environment["MUTANT"] = mutant.map(String.init)
    let began = Date()
    let process = try start(
      ["bash", "-c", command, binary, "--testing-library", "swift-testing", "--filter", filter],
      in: scratch + "/tree", environment: environment, log: log)
    let reader = try FileHandle(forReadingFrom: log)
    var output = ""
    var failure: String?
    while failure == nil {
      let isRunning = process.isRunning
      if let news = try reader.readToEnd(), !news.isEmpty {
        output += String(decoding: news, as: UTF8.self)
        // With what of the line that failed may have come before.
        failure = output.suffix(news.count + 2_000).split(separator: "\n").first { $0.contains(" recorded an issue") }
          .map(String.init)
      }
      if !isRunning { break }
      Thread.sleep(forTimeInterval: 0.02)
    }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    killChildren(ofTestsIn: folder.path)
    let seconds = Date().timeIntervalSince(began)
    if let failure { return (.killed(by: failure), seconds, output) }
    switch (process.terminationReason, process.terminationStatus) {
    case (.exit, 0): return (.survived, seconds, output)
    case (.exit, 124), (.exit, 137), (.uncaughtSignal, SIGKILL): return (.killed(by: "a hang"), seconds, output)
    case (_, let status): return (.killed(by: "a crash (\(status))"), seconds, output)
    }
  }

  /// Kills the programs that tests began and did not live to end: each has the folder of the trial in its environment.
  private func killChildren(ofTestsIn folder: String) {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for identifier in entries.compactMap({ Int32($0) }) {
      let file = FileHandle(forReadingAtPath: "/proc/\(identifier)/environ")
      guard let environment = try? file?.readToEnd() else { continue }
      if environment.range(of: Data("TMPDIR=\(folder)".utf8)) != nil { kill(identifier, SIGKILL) }
    }
  }
}
