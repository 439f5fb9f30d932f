import StreamSubscribing
import TestSupport
import Testing

@Suite("result(onEmpty:_:)")
struct ResultTests {
  private let signals = Signals()

  @Test("One value gives a success")
  func success() {
    Just(1).result { [signals] in signals.result($0) }
    expectEqual(signals.all, ["success 1"])
  }

  @Test("A failure gives a failure")
  func failure() {
    Fail<Int, TestError>(error: TestError("e")).result { [signals] in signals.result($0) }
    expectEqual(signals.all, ["failure e"])
  }

  @Test("An empty stream gives no result")
  func empty() {
    Empty<Int, TestError>().result { [signals] in signals.result($0) }
    Empty<Int, TestError>().result(onEmpty: nil) { [signals] in signals.result($0) }
    expect(signals.all.isEmpty)
  }

  @Test("An empty stream gives the error passed as onEmpty, which is evaluated only then")
  func emptyWithError() {
    let computed = Box(0)
    let subject = PassthroughSubject<Int, TestError>()
    let cancellable = subject.result(onEmpty: TestError("empty \(computed.increment())")) { [signals] in
      signals.result($0)
    }
    expectEqual(computed.value, 0)
    subject.send(completion: .finished)
    expectEqual(signals.all, ["failure empty 1"])
    Just(1).setFailing().result(onEmpty: TestError("empty \(computed.increment())")) { [signals] in
      signals.result($0)
    }
    expectEqual(signals.all, ["failure empty 1", "success 1"])
    expectEqual(computed.value, 1)
    cancellable.cancel()
  }

  @Test("Requests one value, and cancels upstream at the first, before the closure is called")
  func takesFirst() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = upstream.result { [signals] in
      signals.add("cancelled \(upstream.isCancelled)")
      signals.result($0)
    }
    expectEqual(upstream.requests, [.demand(.max(1))])
    expectEqual(upstream.send(1), .none)
    upstream.send(2)
    upstream.send(completion: .failure(TestError()))
    expectEqual(signals.all, ["cancelled true", "success 1"])
    expectEqual(upstream.requests, [.demand(.max(1)), .cancel])
    cancellable.cancel()
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A completion before the value is the only result")
  func ignoresLateSignals() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = upstream.result { [signals] in signals.result($0) }
    upstream.send(completion: .failure(TestError("e")))
    upstream.send(completion: .finished)
    upstream.send(1)
    expectEqual(signals.all, ["failure e"])
    expect(!upstream.isCancelled, "A stream that has ended is not cancelled.")
    cancellable.cancel()
  }

  @Test("Releasing the cancellable before the result cancels")
  func dropping() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    upstream.result(onEmpty: TestError("empty")) { [signals] in signals.result($0) }
    expectEqual(upstream.requests, [.demand(.max(1)), .cancel])
    upstream.send(1)
    upstream.send(completion: .finished)
    expect(signals.all.isEmpty)
  }

  @Test("An upstream that sends from inside the closure does not cause a second result")
  func reenters() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = upstream.result { [signals] in
      signals.result($0)
      upstream.send(2)
      upstream.send(completion: .finished)
    }
    upstream.send(1)
    expectEqual(signals.all, ["success 1"])
    cancellable.cancel()
  }

  @Test("A second subscription is cancelled, and the first kept (rule 1)")
  func cancelsSecondSubscription() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let cancellable = upstream.result { _ in }
    upstream.sendSubscription()
    expectEqual(upstream.requests, [.demand(.max(1)), .cancel])
    cancellable.cancel()
  }

  @Test("The closures are released with the result, though the cancellable is kept (rule 7)")
  func releasesClosures() {
    let subject = PassthroughSubject<Int, TestError>()
    weak var token: Token?
    let cancellable: AnyCancellable
    do {
      let kept = Token()
      token = kept
      cancellable = subject.result { _ in _ = kept.pass(0) }
    }
    expect(token != nil)
    subject.send(1)
    expect(token == nil)
    withExtendedLifetime(cancellable) {}
  }

  @Test("Two values that arrive on two threads at once, against the rules, give one result")
  func countsOnManyThreads() {
    struct Meeting: Sendable {
      let upstream = Unguarded()
      let results = Box(0)
    }
    let meetings = (0..<5_000).map { _ in Meeting() }
    let cancellables = meetings.map { meeting in meeting.upstream.result { _ in meeting.results.increment() } }
    race(over: meetings) { meeting in
      meeting.upstream.send(1)
    } against: { meeting in
      meeting.upstream.send(2)
    }
    expect(meetings.allSatisfy { $0.results.value == 1 })
    for cancellable in cancellables { cancellable.cancel() }
  }
}

extension Just {
  /// The same value, from a publisher that may fail.
  fileprivate func setFailing() -> Result<Output, TestError>.Publisher { .init(output) }
}

/// Sends from any thread at any time, without a lock that would keep two values apart.
// Sendable: the subscriber is set before the threads start; it may be called from any.
private final class Unguarded: Publisher, @unchecked Sendable {
  typealias Output = Int
  typealias Failure = Never

  private var subscriber: AnySubscriber<Int, Never>?

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    self.subscriber = AnySubscriber(subscriber)
    subscriber.receive(subscription: Subscriptions.empty)
  }

  func send(_ value: Int) {
    _ = subscriber?.receive(value)
  }
}
