import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("count")
struct CountTests {
  @Test("Delivers the number of elements at the end: A-085, O-032")
  func number() {
    let recorder = (1...10).publisher.eraseToAnyPublisher().count().record()
    #expect(recorder.events == [.subscription("Count"), .value(10), .finished])
    #expect(Empty<Int, Never>().count().record().values == [0])
  }

  @Test("Of a stream that fails, delivers the failure alone: A-087, O-032")
  func failure() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.count().record()
    subject.send(1)
    subject.send(completion: .failure(TestError("broken")))
    #expect(recorder.values.isEmpty)
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Asks upstream for everything; the number waits for demand: rule 2")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.count().record(demand: .none)
    #expect(upstream.requests == [.demand(.unlimited)])
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(recorder.values.isEmpty)
    recorder.request(.max(1))
    #expect(recorder.values == [1])
  }

  @Test("Lets go of downstream, however it ends: rule 7")
  func release() {
    #expect(leaks { source, _ in source.count() } == [])
  }

  @Test("Equals one over an equal upstream, and no other")
  func equality() {
    let one = Publishers.Count(upstream: [1].publisher)
    #expect(one == Publishers.Count(upstream: [1].publisher))
    #expect(one != Publishers.Count(upstream: [2].publisher))
  }
}
