#if os(Linux)
  import Foundation
  import TestSupport

  /// How much memory this process has, and how much it has had at most since this was made.
  final class ResidentMemory: Sendable {
    private let peak: Box<Int>
    private let isDone: Box<Bool>
    private let thread: JoinableThread

    /// Begins to watch.
    init() throws {
      let (peak, isDone) = (Box(try Self.megabytes()), Box(false))
      (self.peak, self.isDone) = (peak, isDone)
      thread = JoinableThread {
        while !isDone.value {
          let now = (try? Self.megabytes()) ?? .max
          peak.update { $0 = max($0, now) }
          Thread.sleep(forTimeInterval: 0.001)
        }
      }
    }

    /// Ends watching.
    ///
    /// - Returns: The most megabytes that there were.
    func finish() -> Int {
      isDone.value = true
      thread.join()
      return peak.value
    }

    /// How many megabytes there are now.
    static func megabytes() throws -> Int {
      let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      return (Int(fields[1]) ?? .max) * 4_096 / 1_048_576
    }
  }
#endif
