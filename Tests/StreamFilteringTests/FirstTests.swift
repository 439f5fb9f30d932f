import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("first")
struct FirstTests {
  @Test("Republishes the first element, then finishes and cancels upstream")
  func values() {
    expectEqual((5...10).publisher.first().record().values, [5])
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.first().record()
    upstream.send(5)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    expectEqual(recorder.values, [5])
    expect(recorder.isFinished)
  }

  @Test("An empty upstream finishes it without a value, and without demand")
  func empty() {
    let recorder = Empty<Int, Never>().first().record(demand: .none)
    expectEqual(recorder.values, [])
    expect(recorder.isFinished)
  }

  @Test("Cancels upstream at the first element, though the element waits for demand")
  func cancelsEarly() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.first().record(demand: .none)
    upstream.send(1)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    upstream.send(2)
    upstream.send(completion: .failure(TestError()))
    recorder.request(.unlimited)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
  }

  @Test("Ignores elements sent from inside the delivery")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.first().record { [subject] _ in
      subject.send(2)
      return .max(1)
    }
    subject.send(1)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Two are equal if their upstreams are")
  func equality() {
    expectEqual(Publishers.First(upstream: Just(1)), Publishers.First(upstream: Just(1)))
    expect(Publishers.First(upstream: Just(1)) != Publishers.First(upstream: Just(2)))
  }
}
