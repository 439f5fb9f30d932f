import StreamResilience
import TestSupport
import Testing

@Suite("StreamResilience")
struct ExportsTests {
  @Test("Importing it makes the kernel and the schedulers available")
  func bringsKernel() {
    let policy = RetryPolicy<Never>(maxAttempts: 1)
    let publisher = Just(1).retry(policy, scheduler: ImmediateScheduler.shared)
    expectEqual(publisher.upstream, Just(1))
  }
}
