import Dispatch
import Foundation
import Synchronization

/// The processes, folders and file systems to be removed, also if the program is interrupted.
enum Children {
  private struct State {
    var processes: Set<Int32> = []
    var folders: Set<URL> = []
    var mounts: Set<String> = []

    mutating func remove(_ folder: URL) {
      for mount in mounts where mount.hasPrefix(folder.path + "/") {
        #if os(Linux)
          umount2(mount, Int32(MNT_DETACH))
        #endif
        mounts.remove(mount)
      }
      try? FileManager.default.removeItem(at: folder)
      folders.remove(folder)
    }
  }

  private static let state = Mutex(State())

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
    state.withLock { $0.remove(folder) }
  }

  /// Makes a folder that is a file system in memory, of a size.
  ///
  /// - Throws: A `Problem` if the program may not.
  static func mount(_ folder: URL, megabytes: Int) throws {
    #if os(Linux)
      try state.withLock { state in
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard Foundation.mount("tmpfs", folder.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
          throw Problem(description: "A file system of a server's own needs root: \(String(cString: strerror(errno))).")
        }
        _ = state.mounts.insert(folder.path)
      }
    #else
      throw Problem(description: "A file system of a server's own needs Linux.")
    #endif
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
          for folder in state.folders { state.remove(folder) }
          exit(128 + number)
        }
      }
      source.resume()
      return source
    }
  }
}
