import StreamSubjects
import TestSupport
import Testing

@Suite("StreamSubjects")
struct ExportsTests {
  @Test("Importing it makes the kernel and the schedulers available")
  func bringsKernel() {
    let subject = ReplaySubject<Int, Never>(maxBufferSize: 1, maxAge: .seconds(1), scheduler: ImmediateScheduler.shared)
    expectEqual([1, 2].publisher, Publishers.Sequence(sequence: [1, 2]))
    expectEqual(subject.bufferedValues, [])
  }
}
