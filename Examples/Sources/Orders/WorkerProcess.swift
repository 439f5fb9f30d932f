import Foundation

/// A worker process, which is started again when it has been killed.
final class WorkerProcess: @unchecked Sendable {
  // Sendable: the task that created it uses it; the pipe's handler counts under a lock.
  private let arguments: [String]
  private let repeats = NSLock()
  private var repeatCount = 0
  private var process: Process?

  /// The largest memory of its processes, in kilobytes.
  private(set) var largestMemory = 0

  init(_ arguments: [String]) throws {
    self.arguments = arguments
    try start()
  }

  /// How many repeats were dropped by the log.
  var repeatsDropped: Int { repeats.withLock { repeatCount } }

  func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    process.arguments = ["worker"] + arguments
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      if data.isEmpty { return handle.readabilityHandler = nil }
      let lines = data.filter { $0 == UInt8(ascii: "\n") }.count
      self?.repeats.withLock { self?.repeatCount += lines }
    }
    try process.run()
    self.process = process
  }

  func signal(_ signal: Int32) {
    if let process, process.isRunning { Foundation.kill(process.processIdentifier, signal) }
  }

  func kill() {
    signal(SIGKILL)
    process?.waitUntilExit()
  }

  func measureMemory() {
    guard let process, process.isRunning,
      let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let size = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({ Int($0) })
    else { return }
    largestMemory = max(largestMemory, size)
  }
}
