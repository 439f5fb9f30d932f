import StreamSubscribing
import TestSupport
import Testing

/// The subscribers of this module that clients may keep.
enum SinkKind: CaseIterable {
  case fixed, graduated

  func make(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<TestError>) -> Void = { _ in },
    receiveValue: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> any Subscriber<Int, TestError> & Cancellable & Sendable {
    switch self {
    case .fixed:
      Subscribers.FixedSink(demand: 2, receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    case .graduated:
      Subscribers.GraduatedSink(maxDemand: .max(2), receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    }
  }
}

@Suite("All sinks, from their attachment to their end")
struct SinkLifeTests {
  @Test("A second subscription is cancelled, and the first kept (rule 1)", arguments: SinkKind.allCases)
  func cancelsSecondSubscription(kind: SinkKind) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let values = Box(0)
    let sink = kind.make(receiveValue: { _ in values.increment() })
    upstream.subscribe(sink)
    upstream.sendSubscription()
    expectEqual(upstream.requests, [.demand(.max(2)), .cancel])
    expectEqual(upstream.livingSubscriptionCount, 1)
    sink.cancel()
  }

  @Test("A subscription that comes after a cancel is cancelled, and receives no request", arguments: SinkKind.allCases)
  func cancelsLateSubscription(kind: SinkKind) {
    let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false)
    let sink = kind.make()
    upstream.subscribe(sink)
    sink.cancel()
    upstream.sendSubscription()
    expectEqual(upstream.requests, [.cancel])
  }

  enum Ending: CaseIterable {
    case finish, failure, cancel, lastValue
  }

  @Test(
    "The closures and upstream are released at the end, though the sink and its upstream are kept (rule 7)",
    arguments: SinkKind.allCases, Ending.allCases)
  func releases(kind: SinkKind, ending: Ending) {
    if kind == .graduated && ending == .lastValue { return }
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    weak var token: Token?
    let sink: any Subscriber<Int, TestError> & Cancellable
    do {
      let kept = Token()
      token = kept
      sink = kind.make(receiveCompletion: { _ in _ = kept.pass(0) }, receiveValue: { _ in _ = kept.pass(0) })
    }
    upstream.subscribe(sink)
    upstream.send(1)
    expect(token != nil)
    switch ending {
    case .finish: upstream.send(completion: .finished)
    case .failure: upstream.send(completion: .failure(TestError()))
    case .cancel: sink.cancel()
    case .lastValue: upstream.send(2)
    }
    expect(token == nil)
    expectEqual(upstream.livingSubscriptionCount, 0)
    withExtendedLifetime((sink, upstream)) {}
  }

  @Test(
    "The closures are released outside any lock: their deinit may call back (rule 6)", arguments: SinkKind.allCases)
  func releaseMayReenter(kind: SinkKind) {
    final class Returner: Sendable {
      let sink = Box<(any Subscriber<Int, TestError> & Cancellable & Sendable)?>(nil)
      let returns: Box<Int>

      init(_ returns: Box<Int>) {
        self.returns = returns
      }

      deinit {
        returns.increment()
        sink.value?.cancel()
        sink.value?.receive(completion: .finished)
        _ = sink.value?.receive(1)
      }
    }
    let returns = Box(0)
    let upstream = ScriptedPublisher<Int, TestError>()
    do {
      let returner = Returner(returns)
      let sink = kind.make(receiveValue: { [returner] _ in withExtendedLifetime(returner) {} })
      returner.sink.value = sink
      upstream.subscribe(sink)
    }
    expectEqual(returns.value, 0)
    upstream.send(completion: .finished)
    expectEqual(returns.value, 1)
  }

  @Test("Releasing the cancellable cancels", arguments: SinkKind.allCases)
  func cancelsWhenDropped(kind: SinkKind) {
    let upstream = ScriptedPublisher<Int, TestError>()
    switch kind {
    case .fixed: _ = upstream.sink(fixedDemand: 2, receiveCompletion: { _ in }, receiveValue: { _ in })
    case .graduated: _ = upstream.sink(maxDemand: .max(2), receiveCompletion: { _ in }, receiveValue: { _ in })
    }
    expectEqual(upstream.requests, [.demand(.max(2)), .cancel])
    expectEqual(upstream.livingSubscriptionCount, 0)
  }

  @Test("A cancel on another thread during deliveries releases the closures", arguments: SinkKind.allCases)
  func cancelRaces(kind: SinkKind) {
    struct Meeting: Sendable {
      let subject = PassthroughSubject<Int, TestError>()
      let sink: any Subscriber<Int, TestError> & Cancellable & Sendable
    }
    let tokens = Box(0)
    final class Counted: Sendable {
      let living: Box<Int>
      init(_ living: Box<Int>) {
        self.living = living
        living.increment()
      }
      deinit { living.update { $0 -= 1 } }
    }
    let meetings = (0..<300).map { _ in
      let counted = Counted(tokens)
      let meeting = Meeting(
        sink: kind.make(
          receiveCompletion: { _ in withExtendedLifetime(counted) {} },
          receiveValue: { _ in withExtendedLifetime(counted) {} }))
      meeting.subject.subscribe(meeting.sink)
      return meeting
    }
    expectEqual(tokens.value, 300)
    race(over: meetings) { meeting in
      for value in 1...3 { meeting.subject.send(value) }
    } against: { meeting in
      meeting.sink.cancel()
    }
    expectEqual(tokens.value, 0)
    withExtendedLifetime(meetings) {}
  }
}
