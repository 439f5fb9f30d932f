import Foundation
import Synchronization

/// How much more memory the process has used, when somebody looked, than at the beginning.
package final class MemoryWatch: Sendable {
  private let first = MemoryWatch.used
  private let most = Mutex(0)

  package init() {}

  /// Measures the memory in use.
  package func look() {
    let used = Self.used
    most.withLock { $0 = max($0, used) }
  }

  /// The most memory found in use beyond that at the beginning, in megabytes; zero where the system does not tell.
  package var growth: Int { most.withLock { max(0, $0 - first) } }

  /// The memory in use in megabytes, as Linux tells it.
  private static var used: Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
    else { return 0 }
    return kilobytes / 1_024
  }
}
