internal import Foundation

/// How the resident memory of this process changes while a stream is taken.
struct MemoryWatch {
  /// The memory after the first twentieth, and the most that it was later, in bytes.
  private(set) var memory = (start: 0, most: 0)

  mutating func look(taken: Int, of total: Int) {
    let now = residentMemory()
    if taken < total / 20 { memory = (now, now) } else { memory.most = max(memory.most, now) }
  }
}

/// The resident memory of this process, in bytes; 0 where the system does not tell it in this way.
private func residentMemory() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}
