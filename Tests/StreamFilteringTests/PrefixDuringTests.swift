import StreamCore
import TestSupport
import Testing

@testable import StreamFiltering

@Suite("prefix(during:)")
struct PrefixDuringTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  // Case XA-125.
  @Test("Elements pass until the lifetime ends; then the stream finishes, and upstream is cancelled")
  func values() {
    let scheduler = TestScheduler()
    let (lifetime, token) = Lifetime.make()
    scheduler.schedule(after: 5) { token.end() }
    marbles("-1--2--3-", scheduler: scheduler) { $0.prefix(during: lifetime) }.expect("-1--2|", upstream: "-----!")
    expect(lifetime.hasEnded)
  }

  // Case XA-126.
  @Test("After the end of the lifetime a stream is empty, and upstream not subscribed to")
  func endedBefore() {
    let upstream = Upstream()
    let (lifetime, token) = Lifetime.make()
    expect(!lifetime.hasEnded)
    token.end()
    token.end()
    expect(upstream.prefix(during: lifetime).record(demand: .none).isFinished)
    expectEqual(upstream.subscriberCount, 0)
  }

  // Case XA-127.
  @Test("Streams that have ended leave the lifetime")
  func leaves() {
    let (lifetime, token) = Lifetime.make()
    for _ in 0..<repetitions(manyTimes, full: 1_000_000) {
      Empty<Int, Never>().prefix(during: lifetime).subscribe(CountingSubscriber())
    }
    expectEqual(lifetime.signal.subscribers.count, 0)
    let upstream = Upstream()
    let recorder = upstream.prefix(during: lifetime).record()
    expectEqual(lifetime.signal.subscribers.count, 1)
    recorder.cancel()
    expectEqual(lifetime.signal.subscribers.count, 0)
    withExtendedLifetime(token) {}
  }

  // Case XA-128.
  @Test("If the lifetime ends inside a delivery, that element is the last")
  func endInsideDelivery() {
    let upstream = Upstream()
    let (lifetime, token) = Lifetime.make()
    let recorder = upstream.prefix(during: lifetime).record { value in
      if value == 2 { token.end() }
      return .none
    }
    for number in 1...3 { upstream.send(number) }
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.events.last, .finished)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("The release of the token ends all streams, in the order of their subscriptions")
  func tokenReleased() {
    let upstreams = [Upstream(), Upstream(), Upstream()]
    let order = Box<[Int]>([])
    var made: (lifetime: Lifetime, token: Lifetime.Token)? = Lifetime.make()
    let recorders = upstreams.enumerated().map { index, upstream in
      let recorder = RecordingSubscriber<Int, TestError>()
      recorder.onCompletion = { _ in order.update { $0.append(index) } }
      if let lifetime = made?.lifetime { upstream.prefix(during: lifetime).subscribe(recorder) }
      return recorder
    }
    made = nil
    expectEqual(recorders.map(\.isFinished), [true, true, true])
    expectEqual(order.value, [0, 1, 2])
    expectEqual(upstreams.map(\.cancelCount), [1, 1, 1])
  }

  @Test("Ends inside the subscription: a cancel leaves the lifetime, an end of that finishes")
  func insideHandover() {
    let upstream = Upstream()
    let (lifetime, token) = Lifetime.make()
    let cancelling = RecordingSubscriber<Int, TestError>()
    cancelling.onSubscription = { $0.cancel() }
    upstream.prefix(during: lifetime).subscribe(cancelling)
    expectEqual(lifetime.signal.subscribers.count, 0)
    expect(cancelling.completions.isEmpty)
    let ending = RecordingSubscriber<Int, TestError>()
    ending.onSubscription = { _ in token.end() }
    upstream.prefix(during: lifetime).subscribe(ending)
    expect(ending.isFinished)
    expectEqual(lifetime.signal.subscribers.count, 0)
    expectEqual(upstream.livingSubscriptionCount, 0)
  }

  @Test("Passes demand and the ends of upstream on")
  func upstreamEnds() {
    let (lifetime, token) = Lifetime.make()
    expectEqual(demand { $0.prefix(during: lifetime) }, .passedOn)
    expectEqual([1, 2].publisher.prefix(during: lifetime).record().values, [1, 2])
    #expect(Fail<Int, TestError>(error: TestError("E")).prefix(during: lifetime).record().failure == TestError("E"))
    expectEqual(
      leaks { source, token in Publishers.Map(upstream: source) { token.pass($0) }.prefix(during: lifetime) }, [])
    expectEqual(lifetime.signal.subscribers.count, 0)
    withExtendedLifetime(token) {}
  }

  @Test("When the lifetime ends amid elements, a prefix is delivered, then one completion")
  func threads() {
    for _ in 0..<500 {
      let upstream = PassthroughSubject<Int, Never>()
      let (lifetime, token) = Lifetime.make()
      let recorder = upstream.prefix(during: lifetime).record()
      concurrently(3) { thread in
        if thread < 2 { return token.end() }
        for number in 0..<50 { upstream.send(number) }
      }
      expectEqual(recorder.values, Array(0..<recorder.values.count))
      expectEqual(recorder.completions.count, 1)
      expectEqual(recorder.events.last, .finished)
      expectEqual(recorder.overlaps, 0)
      expectEqual(lifetime.signal.subscribers.count, 0)
    }
  }

  @Test("Streams that begin while the lifetime ends all finish")
  func subscribingThreads() {
    for _ in 0..<500 {
      let (lifetime, token) = Lifetime.make()
      let recorders = Box<[RecordingSubscriber<Int, Never>]>([])
      concurrently(3) { thread in
        if thread == 0 { return token.end() }
        for _ in 0..<20 {
          let recorder = Empty<Int, Never>(completeImmediately: false).prefix(during: lifetime).record()
          recorders.update { $0.append(recorder) }
        }
      }
      expectEqual(recorders.value.count { $0.isFinished }, 40)
      expectEqual(lifetime.signal.subscribers.count, 0)
    }
  }
}
