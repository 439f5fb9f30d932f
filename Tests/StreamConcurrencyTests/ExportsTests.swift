import StreamConcurrency
import TestSupport
import Testing

@Suite("StreamConcurrency")
struct ExportsTests {
  @Test("Importing it makes the kernel available")
  func bringsKernel() {
    expectEqual([1, 2].publisher, Publishers.Sequence(sequence: [1, 2]))
  }
}
