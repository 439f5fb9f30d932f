import StreamConcurrency
import Testing

@Suite("StreamConcurrency")
struct ExportsTests {
  @Test("Brings the kernel with it")
  func bringsKernel() {
    #expect([1, 2].publisher == Publishers.Sequence(sequence: [1, 2]))
  }
}
