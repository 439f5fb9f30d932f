import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("collect")
struct CollectTests {
  @Test("Delivers one array at the finish")
  func all() {
    let recorder = ["A", "B", "C", "D", "E"].publisher.eraseToAnyPublisher().collect().record()
    #expect(recorder.events == [.subscription("Collect"), .value(["A", "B", "C", "D", "E"]), .finished])
  }

  @Test("A failure is delivered without a result")
  func failure() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.collect().record()
    for number in 1...3 { subject.send(number) }
    subject.send(completion: .failure(TestError("broken")))
    #expect(recorder.values.isEmpty)
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Delivers an empty array for a stream without elements")
  func noElement() {
    let recorder = Empty<Int, Never>().collect().record()
    #expect(recorder.values == [[]])
    #expect(recorder.isFinished)
  }

  @Test("Requests unlimited demand upstream; the array waits for demand (rule 2)")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.collect().record(demand: .none)
    #expect(upstream.requests == [.demand(.unlimited)])
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(recorder.values.isEmpty)
    recorder.request(.max(5))
    #expect(recorder.values == [[1]])
    #expect(recorder.isFinished)
  }

  @Test("Releases the collected elements at a cancel (rule 7)")
  func releasesElements() {
    let upstream = PassthroughSubject<Token, TestError>()
    weak var token: Token?
    let recorder = upstream.collect().record()
    do {
      let newToken = Token()
      token = newToken
      upstream.send(newToken)
    }
    #expect(token != nil)
    recorder.cancel()
    #expect(token == nil)
    withExtendedLifetime((upstream, recorder)) {}
  }

  @Test("Releases downstream, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, _ in source.collect() } == [])
  }

  @Test("Two are equal if their upstreams are")
  func equality() {
    let one = Publishers.Collect(upstream: [1].publisher)
    #expect(one == Publishers.Collect(upstream: [1].publisher))
    #expect(one != Publishers.Collect(upstream: [2].publisher))
  }

  @Test("A hundred thousand elements do not grow the stack")
  func manyElements() {
    let recorder = (1...100_000).publisher.eraseToAnyPublisher().collect().record(demand: .max(1))
    #expect(recorder.values.first?.count == 100_000)
  }
}
