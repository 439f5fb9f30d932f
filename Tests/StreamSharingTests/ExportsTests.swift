import StreamSharing
import TestSupport
import Testing

@Suite("StreamSharing")
struct ExportsTests {
  @Test("Importing it makes the kernel and the schedulers available")
  func bringsKernel() {
    let scheduler = ImmediateScheduler.shared
    expectEqual(scheduler.now, scheduler.now)
    expectEqual([1, 2].publisher, Publishers.Sequence(sequence: [1, 2]))
  }
}
