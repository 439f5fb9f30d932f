import StreamErrorHandling
import TestSupport
import Testing

@Suite("smoke")
struct Smoke {
  @Test func pipeline() {
    let n = Box(0)
    let r = Deferred {
      n.update { $0 += 1 }
      return Fail<Int, TestError>(error: TestError())
    }.retry(100000).catch { _ in Just(3) }.record()
    #expect(r.events == [.subscription("Catch"), .value(3), .finished])
    #expect(n.value == 100001)
    let s = PassthroughSubject<Int, TestError>()
    let q = s.replaceError(with: 9).record(demand: .max(1))
    s.send(1)
    s.send(completion: .failure(TestError()))
    #expect(q.values == [1])
    q.request(.max(1))
    #expect(q.values == [1, 9])
    #expect(q.isFinished)
  }
}
