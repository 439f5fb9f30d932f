import StreamCore
import TestSupport
import Testing

@Suite("Calls of the platform")
struct PlatformCallsTests {
  @Test("A thread keeps its identifier, and differs from others that run at the same time")
  func threads() {
    let identifiers = Box<[UInt]>([])
    let meeting = Box(0)
    concurrently(4) { _ in
      let first = currentThread()
      meeting.update { $0 += 1 }
      // All are running: an identifier is not reused before its thread has ended.
      while meeting.value < 4 {}
      identifiers.update { $0 += [first, currentThread()] }
    }
    let counts = Dictionary(grouping: identifiers.value) { $0 }.mapValues(\.count)
    expectEqual(counts.count, 4)
    expect(counts.values.allSatisfy { $0 == 2 })
  }
}
