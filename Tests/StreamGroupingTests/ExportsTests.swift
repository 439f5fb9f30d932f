import StreamGrouping
import TestSupport
import Testing

@Suite("StreamGrouping")
struct ExportsTests {
  @Test("Importing it makes the kernel and the schedulers available")
  func bringsKernel() {
    let scheduler = ImmediateScheduler.shared
    expectEqual(scheduler.now, scheduler.now)
    let chunks = [1, 1, 2].publisher.chunked(by: ==)
    expectEqual(chunks.upstream, Publishers.Sequence(sequence: [1, 1, 2]))
  }
}
