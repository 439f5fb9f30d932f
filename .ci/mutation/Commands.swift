import Foundation

/// Runs a command and waits for it.
///
/// - Returns: Its exit code and what it wrote.
/// - Throws: What keeps it from being started.
func run(
  _ command: [String], in folder: String, environment: [String: String] = [:]
) throws -> (code: Int32, output: String) {
  let log = FileManager.default.temporaryDirectory.appendingPathComponent("mutants-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: log) }
  let process = try start(command, in: folder, environment: environment, log: log)
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: try Data(contentsOf: log), as: UTF8.self))
}

/// Starts a command, whose output goes to a file.
func start(_ command: [String], in folder: String, environment: [String: String], log: URL) throws -> Process {
  try Data().write(to: log)
  let file = try FileHandle(forWritingTo: log)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = file
  process.standardError = file
  try process.run()
  return process
}

/// Calls `body` with each element, on one thread more than there are processors: tests wait for much of their time.
func forEachInParallel<Element: Sendable>(_ elements: [Element], _ body: @escaping @Sendable (Element) -> Void) {
  let next = Guarded(0)
  let group = DispatchGroup()
  for _ in 0...ProcessInfo.processInfo.activeProcessorCount {
    group.enter()
    Thread.detachNewThread {
      defer { group.leave() }
      while true {
        let index = next.use { (index: inout Int) -> Int in
          defer { index += 1 }
          return index
        }
        guard index < elements.count else { return }
        body(elements[index])
      }
    }
  }
  group.wait()
}

/// A value that threads share.
// Sendable: the value is reached under the lock alone.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func use<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// Prints a line at once, also where the output is a file.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}
