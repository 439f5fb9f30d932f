import Dispatch
import Foundation
import Synchronization

/// The processes and folders to be removed, also if the program is interrupted.
enum Children {
  private static let state = Mutex<(processes: Set<Int32>, folders: Set<URL>)>(([], []))

  static func start(_ process: Process) throws {
    try state.withLock { state in
      try process.run()
      state.processes.insert(process.processIdentifier)
    }
  }

  /// Ends a process as a crash would, and waits for its end.
  static func kill(_ process: Process) {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    _ = state.withLock { $0.processes.remove(process.processIdentifier) }
  }

  static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("orders-\(UUID().uuidString)")
    try state.withLock { state in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      _ = state.folders.insert(folder)
    }
    return folder
  }

  static func remove(_ folder: URL) {
    state.withLock { state in
      try? FileManager.default.removeItem(at: folder)
      _ = state.folders.remove(folder)
    }
  }

  /// Removes everything when the program is interrupted, and ends it.
  static func removeWhenInterrupted() -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // The lock is kept until the end, so that nothing is started any more.
        state.withLock { state in
          for process in state.processes { Foundation.kill(process, SIGKILL) }
          usleep(100_000)
          for folder in state.folders { try? FileManager.default.removeItem(at: folder) }
          exit(128 + number)
        }
      }
      source.resume()
      return source
    }
  }
}
