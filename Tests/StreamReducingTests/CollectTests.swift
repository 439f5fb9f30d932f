import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("collect")
struct CollectTests {
  @Test("Delivers one array at the finish")
  func all() {
    let recorder = ["A", "B", "C", "D", "E"].publisher.eraseToAnyPublisher().collect().record()
    expectEqual(recorder.events, [.subscription("Collect"), .value(["A", "B", "C", "D", "E"]), .finished])
  }

  @Test("Delivers an empty array for a stream without elements")
  func noElement() {
    let recorder = Empty<Int, Never>().collect().record()
    expectEqual(recorder.values, [[]])
    expect(recorder.isFinished)
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
    expect(token != nil)
    recorder.cancel()
    expect(token == nil)
    withExtendedLifetime((upstream, recorder)) {}
  }

  @Test("Two are equal if their upstreams are")
  func equality() {
    let one = Publishers.Collect(upstream: [1].publisher)
    expectEqual(one, Publishers.Collect(upstream: [1].publisher))
    expect(one != Publishers.Collect(upstream: [2].publisher))
  }

  @Test("Very many elements do not grow the stack")
  func manyElements() {
    let recorder = (1...manyTimes).publisher.eraseToAnyPublisher().collect().record(demand: .max(1))
    expectEqual(recorder.values.first?.count, manyTimes)
  }
}
