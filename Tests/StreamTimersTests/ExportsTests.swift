import StreamTimers
import Testing

@Suite("StreamTimers")
struct ExportsTests {
  @Test("Brings the kernel with it")
  func bringsKernel() {
    #expect([1, 2].publisher == Publishers.Sequence(sequence: [1, 2]))
  }
}
