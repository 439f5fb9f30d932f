import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("count")
struct CountTests {
  @Test("Delivers the number of elements at the finish")
  func number() {
    let recorder = (1...10).publisher.eraseToAnyPublisher().count().record()
    expectEqual(recorder.events, [.subscription("Count"), .value(10), .finished])
    #expect(Empty<Int, Never>().count().record().values == [0])
  }

  @Test("Two are equal if their upstreams are")
  func equality() {
    let one = Publishers.Count(upstream: [1].publisher)
    expectEqual(one, Publishers.Count(upstream: [1].publisher))
    expect(one != Publishers.Count(upstream: [2].publisher))
  }
}
