import Foundation

/// A worker process, which is started again when it has been killed.
final class WorkerProcess: @unchecked Sendable {
  // Sendable: the state is under the lock.
  private let arguments: [String]
  private let lock = NSLock()
  private var process: Process?
  private var repeatCount = 0
  private var memory = (early: 0, largest: 0)

  init(_ arguments: [String]) throws {
    self.arguments = arguments
    try start()
  }

  /// How many repeats were dropped by the log.
  var repeatsDropped: Int { lock.withLock { repeatCount } }

  /// The largest memory of its processes, in kilobytes.
  var largestMemory: Int { lock.withLock { memory.largest } }

  /// The largest memory of its processes while it was early, in kilobytes.
  var earlyMemory: Int { lock.withLock { memory.early } }

  func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    process.arguments = ["worker"] + arguments
    // It ends with its input: with this program.
    process.standardInput = Pipe()
    let pipe = Pipe()
    process.standardOutput = pipe
    pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      if data.isEmpty { return handle.readabilityHandler = nil }
      let lines = data.count { $0 == UInt8(ascii: "\n") }
      self?.lock.withLock { self?.repeatCount += lines }
    }
    try Children.start(process)
    lock.withLock { self.process = process }
  }

  func signal(_ signal: Int32) {
    guard let process = lock.withLock({ process }), process.isRunning else { return }
    Foundation.kill(process.processIdentifier, signal)
  }

  func kill() {
    if let process = lock.withLock({ process }) { Children.kill(process) }
  }

  func measureMemory(isEarly: Bool) {
    guard let process = lock.withLock({ process }), process.isRunning,
      let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
      let size = residentMemory(inStatus: text)
    else { return }
    lock.withLock {
      memory.largest = max(memory.largest, size)
      if isEarly { memory.early = memory.largest }
    }
  }
}

/// The resident memory that the status of a process tells, in kilobytes.
func residentMemory(inStatus text: String) -> Int? {
  text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?
    .split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
}
