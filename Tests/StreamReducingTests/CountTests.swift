import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("count")
struct CountTests {
  @Test("Delivers the number of elements at the finish")
  func number() {
    let recorder = (1...10).publisher.eraseToAnyPublisher().count().record()
    #expect(recorder.events == [.subscription("Count"), .value(10), .finished])
    #expect(Empty<Int, Never>().count().record().values == [0])
  }

  @Test("A failure is delivered without a result")
  func failure() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.count().record()
    subject.send(1)
    subject.send(completion: .failure(TestError("broken")))
    #expect(recorder.values.isEmpty)
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Requests unlimited demand upstream; the number waits for demand (rule 2)")
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

  @Test("Releases downstream, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, _ in source.count() } == [])
  }

  @Test("Two are equal if their upstreams are")
  func equality() {
    let one = Publishers.Count(upstream: [1].publisher)
    #expect(one == Publishers.Count(upstream: [1].publisher))
    #expect(one != Publishers.Count(upstream: [2].publisher))
  }
}
