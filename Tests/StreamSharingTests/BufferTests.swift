import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("buffer")
struct BufferTests {
  typealias Strategy = Publishers.BufferingStrategy<TestError>

  static let full = Strategy.customError { TestError("full") }

  /// A buffer into which a test sends, and a subscriber without demand.
  private func fill(
    size: Int, prefetch: Publishers.PrefetchStrategy = .byRequest, whenFull: Strategy, with values: ClosedRange<Int>
  ) -> (upstream: ScriptedPublisher<Int, TestError>, recorder: RecordingSubscriber<Int, TestError>) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.buffer(size: size, prefetch: prefetch, whenFull: whenFull).record(demand: .none)
    for value in values { upstream.send(value) }
    return (upstream, recorder)
  }

  // MARK: What happens to the elements

  @Test("Keeps values until they are requested, then finishes")
  func keeping() {
    let (upstream, recorder) = fill(size: 5, whenFull: .dropNewest, with: 1...3)
    expectEqual(recorder.values, [])
    recorder.request(.max(2))
    expectEqual(recorder.values, [1, 2])
    upstream.send(completion: .finished)
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2, 3])
    expect(recorder.isFinished)
  }

  @Test("A full buffer with dropNewest drops the newest value")
  func dropNewest() {
    let (upstream, recorder) = fill(size: 2, whenFull: .dropNewest, with: 1...5)
    upstream.send(completion: .finished)
    recorder.request(.unlimited)
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }

  @Test("A full buffer with dropOldest drops the oldest value")
  func dropOldest() {
    let (upstream, recorder) = fill(size: 2, whenFull: .dropOldest, with: 1...5)
    upstream.send(completion: .finished)
    recorder.request(.unlimited)
    expectEqual(recorder.values, [4, 5])
    expect(recorder.isFinished)
  }

  @Test("A full buffer with customError cancels upstream, delivers its values on demand, then the error")
  func customError() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let made = Box(0)
    let recorder = upstream.buffer(
      size: 2, prefetch: .byRequest,
      whenFull: .customError {
        made.increment()
        return TestError("full")
      }
    ).record(demand: .none)
    upstream.send(1)
    upstream.send(2)
    expectEqual(made.value, 0)
    upstream.send(3)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    expectEqual(recorder.values, [])
    upstream.send(4)
    upstream.send(completion: .finished)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure, TestError("full"))
    expectEqual(made.value, 1)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A buffer that has overflowed delivers its values on demand, and then the failure")
  func lateDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.buffer(size: 2, prefetch: .byRequest, whenFull: Self.full).record(demand: .max(2))
    for value in 0...4 { upstream.send(value) }
    expectEqual(recorder.values, [0, 1])
    expect(recorder.completions.isEmpty)
    recorder.request(.unlimited)
    expectEqual(recorder.values, [0, 1, 2, 3])
    expectEqual(recorder.failure, TestError("full"))
  }

  @Test("A failure of upstream is delivered after the values in the buffer")
  func failure() {
    let (upstream, recorder) = fill(size: 5, whenFull: .dropNewest, with: 1...2)
    upstream.send(completion: .failure(TestError("e")))
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure, TestError("e"))
  }

  @Test("A completion with nothing in the buffer needs no demand")
  func immediateEnd() {
    let (upstream, recorder) = fill(size: 5, whenFull: .dropNewest, with: 1...1)
    recorder.request(.max(1))
    expect(recorder.completions.isEmpty)
    upstream.send(completion: .finished)
    expect(recorder.isFinished)
    #expect(
      Empty<Int, TestError>().buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest).record(demand: .none)
        .isFinished)
  }

  @Test("Passes every value through while there is demand", arguments: [1, 2, 100])
  func passingThrough(size: Int) {
    for prefetch in [Publishers.PrefetchStrategy.keepFull, .byRequest] {
      let source = Publishers.Sequence<ClosedRange<Int>, TestError>(sequence: 1...20)
      let recorder = source.buffer(size: size, prefetch: prefetch, whenFull: Self.full).record()
      expectEqual(recorder.values, Array(1...20))
      expect(recorder.isFinished)
    }
  }

  @Test("With keepFull no value of a source that honours demand is lost")
  func keepFullLosesNothing() {
    let source = Publishers.Sequence<ClosedRange<Int>, TestError>(sequence: 1...20)
    let recorder = source.buffer(size: 3, prefetch: .keepFull, whenFull: Self.full).record(demand: .none)
    for _ in 1...20 { recorder.request(.max(1)) }
    expectEqual(recorder.values, Array(1...20))
    expect(recorder.isFinished)
  }

  // MARK: Demand

  @Test("With byRequest, unlimited demand is requested upstream, once")
  func demandByRequest() {
    let (upstream, recorder) = fill(size: 2, prefetch: .byRequest, whenFull: .dropNewest, with: 1...2)
    recorder.request(.max(1))
    recorder.request(.max(5))
    expectEqual(upstream.send(3), .none)
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(upstream.requests, [.demand(.unlimited)])
  }

  @Test("With keepFull, as many values are requested as fit, then one for each value delivered")
  func demandKeepFull() {
    let (upstream, recorder) = fill(size: 3, prefetch: .keepFull, whenFull: .dropNewest, with: 1...3)
    expectEqual(upstream.requests, [.demand(.max(3))])
    recorder.request(.max(2))
    expectEqual(recorder.values, [1, 2])
    expectEqual(upstream.requests, [.demand(.max(3)), .demand(.max(1)), .demand(.max(1))])
    // To what comes while downstream waits, the place of the element is returned at once.
    recorder.request(.max(2))
    expectEqual(upstream.requests.count, 4)
    expectEqual(upstream.send(4), .max(1))
    expectEqual(upstream.send(5), .none)
    expectEqual(recorder.values, [1, 2, 3, 4])
  }

  @Test("With keepFull, returned demand is not requested upstream beyond one for each value delivered")
  func returnedDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).record(demand: .max(1)) { _ in
      .max(1)
    }
    expectEqual(upstream.send(1), .max(1))
    expectEqual(upstream.send(2), .max(1))
    expectEqual(recorder.values, [1, 2])
    expectEqual(upstream.requests, [.demand(.max(2))])
  }

  @Test("Requests upstream after downstream has its subscription, and not if that is cancelled")
  func demandAfterSubscription() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(1))
    recorder.onSubscription = { _ in expectEqual(upstream.requests, []) }
    upstream.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest).subscribe(recorder)
    expectEqual(upstream.requests, [.demand(.unlimited)])

    let cancelled = ScriptedPublisher<Int, TestError>()
    let canceller = RecordingSubscriber<Int, TestError>(demand: .none)
    canceller.onSubscription = { $0.cancel() }
    cancelled.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest).subscribe(canceller)
    expectEqual(cancelled.requests, [.cancel])
  }

  @Test("A value that waits, is dropped or overflows causes no request", arguments: [.dropNewest, Self.full])
  func answersNothing(strategy: Strategy) {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = UnguardedPublisher(upstream).buffer(size: 1, prefetch: .keepFull, whenFull: strategy)
      .record(demand: .none)
    expectEqual(upstream.send(1), .none)
    expectEqual(upstream.send(2), .none)
    recorder.cancel()
  }

  // MARK: Sizes

  @Test("A buffer of any size allocates nothing before values wait")
  func hugeSize() {
    let (upstream, recorder) = fill(size: .max, prefetch: .keepFull, whenFull: Self.full, with: 1...3)
    expectEqual(upstream.requests, [.demand(.max(.max))])
    recorder.request(.max(.max))
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [1, 2, 3])
    expect(recorder.isFinished)
  }

  @Test("A buffer of size zero passes on requested values, and drops the rest")
  func sizeOfNone() {
    for strategy in [Strategy.dropNewest, .dropOldest] {
      let (upstream, recorder) = fill(size: 0, whenFull: strategy, with: 1...2)
      recorder.request(.max(1))
      upstream.send(3)
      upstream.send(4)
      expectEqual(recorder.values, [3])
    }
    let (upstream, recorder) = fill(size: 0, whenFull: Self.full, with: 1...1)
    expectEqual(recorder.failure, TestError("full"))
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A buffer of size zero with keepFull requests nothing")
  func keepNoneFull() {
    let (upstream, recorder) = fill(size: 0, prefetch: .keepFull, whenFull: .dropNewest, with: 1...1)
    recorder.request(.unlimited)
    expectEqual(upstream.requests, [])
    upstream.send(completion: .finished)
    expect(recorder.isFinished)
  }

  @Test("A negative size traps")
  func negativeSize() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).buffer(size: -1, prefetch: .byRequest, whenFull: .dropNewest)
    }
  }

  @Test("An overflow with the fatalError strategy stops the program, and a full buffer does not")
  func fatalError() async throws {
    let inTime = (1...20).publisher.buffer(size: 10, prefetch: .keepFull, whenFull: .fatalError()).record()
    expectEqual(inTime.values, Array(1...20))
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        // Only an upstream that sends more than it is asked for fills a buffer that asks for what it has room for.
        let upstream = ScriptedPublisher<Int, Never>()
        let recorder = upstream.buffer(size: 10, prefetch: .keepFull, whenFull: .fatalError(message: "too slow"))
          .record(demand: .none)
        for value in 1...10 { upstream.send(value) }
        guard recorder.values.isEmpty else { return }
        upstream.send(11)
      })
    expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("The buffer is full: too slow"))
  }

  // MARK: The end

  @Test("A cancel releases upstream and waiting values, and nothing follows")
  func cancel() {
    let living = Box(0)
    let upstream = ScriptedPublisher<Counted, TestError>(letsGo: false)
    let recorder = upstream.buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest).record(demand: .none)
    for _ in 1...3 { upstream.send(Counted(living)) }
    expectEqual(living.value, 3)
    recorder.cancel()
    expectEqual(living.value, 0)
    recorder.cancel()
    recorder.request(.unlimited)
    upstream.send(Counted(living))
    upstream.send(completion: .finished)
    expectEqual(living.value, 0)
    expectEqual(upstream.cancelCount, 1)
    expect(recorder.values.isEmpty)
    expect(recorder.completions.isEmpty)
  }

  @Test("A dropped value is released at once", arguments: [true, false])
  func releaseOfDropped(dropsNewest: Bool) {
    let living = Box(0)
    let upstream = ScriptedPublisher<Counted, TestError>()
    let recorder = upstream.buffer(
      size: 2, prefetch: .byRequest, whenFull: dropsNewest ? .dropNewest : .dropOldest
    ).record(demand: .none)
    for _ in 1...10 { upstream.send(Counted(living)) }
    expectEqual(living.value, 2)
    withExtendedLifetime(recorder) {}
  }

  @Test("Releases downstream and of the closure, however the stream ends")
  func release() {
    for prefetch in [Publishers.PrefetchStrategy.keepFull, .byRequest] {
      expectEqual(
        leaks { source, token in
          source.buffer(size: 2, prefetch: prefetch, whenFull: .customError { token.pass(TestError()) })
        }, [])
    }
  }

  @Test("Releases everything after the failure of an overflow has been delivered")
  func releaseAfterOverflow() {
    let source = PassthroughSubject<Int, TestError>()
    weak var token: Token?
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let newToken = Token()
      token = newToken
      let recorder = source.buffer(size: 1, prefetch: .byRequest, whenFull: .customError { newToken.pass(TestError()) })
        .record(demand: .none)
      downstream = recorder
      subscription = recorder.subscription
    }
    source.send(1)
    source.send(2)
    expect(downstream != nil)
    subscription?.request(.max(1))
    expect(token == nil)
    expect(downstream == nil)
    withExtendedLifetime((source, subscription)) {}
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    for prefetch in [Publishers.PrefetchStrategy.keepFull, .byRequest] {
      for strategy in [Strategy.dropNewest, .dropOldest, Self.full] {
        expectEqual(misbehaviour { $0.buffer(size: 2, prefetch: prefetch, whenFull: strategy) }, .ignored)
      }
    }
  }

  // MARK: The rest

  @Test("Has the same types and properties as in Combine")
  func properties() {
    let publisher = Just(1).buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest)
    expect(type(of: publisher) == Publishers.Buffer<Just<Int>>.self)
    expectEqual(publisher.upstream, Just(1))
    expectEqual(publisher.size, 3)
    expectEqual(publisher.prefetch, .keepFull)
    if case .dropOldest = publisher.whenFull {} else { Issue.record("\(publisher.whenFull)") }
    expectEqual(Set([Publishers.PrefetchStrategy.keepFull, .byRequest, .keepFull]).count, 2)
  }

  @Test("Its subscription describes itself as Buffer")
  func description() {
    expect(
      names { $0.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest) }
        == NamesReport(subscriber: "Buffer", subscription: "Buffer"))
  }

  @Test("Serves two subscriptions independently")
  func independent() {
    let source = PassthroughSubject<Int, TestError>()
    let publisher = source.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
    let first = publisher.record()
    let second = publisher.record(demand: .none)
    for value in 1...3 { source.send(value) }
    second.request(.unlimited)
    expectEqual(first.values, [1, 2, 3])
    expectEqual(second.values, [3])
  }
}
