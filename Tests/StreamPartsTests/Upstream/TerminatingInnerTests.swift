import StreamCore
import StreamParts
import TestSupport
import Testing

/// A stage that may end the stream by itself, as an operator family would write it: passes values on up to a bound.
private struct UpTo<Upstream: Publisher>: Publisher where Upstream.Output == Int {
  typealias Output = Int
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  let bound: Int

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
    upstream.subscribe(Inner(downstream: subscriber, upstream: UpstreamSubscription("UpTo"), bound: bound))
  }

  struct Inner<Downstream: Subscriber>: TerminatingInner
  where Downstream.Input == Int, Downstream.Failure == Upstream.Failure {
    typealias Failure = Upstream.Failure

    let downstream: Downstream
    let upstream: UpstreamSubscription
    let bound: Int

    func receive(_ input: Int) -> Subscribers.Demand {
      guard upstream.isActive else { return .none }
      return input <= bound ? downstream.receive(input) : finish()
    }
  }
}

/// Its twin, which fails at the bound.
private struct TryUpTo<Upstream: Publisher>: Publisher where Upstream.Output == Int {
  typealias Output = Int
  typealias Failure = any Error

  let upstream: Upstream
  let bound: Int

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == any Error {
    upstream.subscribe(Inner(downstream: subscriber, upstream: UpstreamSubscription("TryUpTo"), bound: bound))
  }

  struct Inner<Downstream: Subscriber>: TerminatingInner
  where Downstream.Input == Int, Downstream.Failure == any Error {
    typealias Failure = Upstream.Failure

    let downstream: Downstream
    let upstream: UpstreamSubscription
    let bound: Int

    func receive(_ input: Int) -> Subscribers.Demand {
      guard upstream.isActive else { return .none }
      return input <= bound ? downstream.receive(input) : end(.failure(TestError("bound")))
    }
  }
}

extension Publisher where Output == Int {
  fileprivate func upTo(_ bound: Int) -> UpTo<Self> { UpTo(upstream: self, bound: bound) }
  fileprivate func tryUpTo(_ bound: Int) -> TryUpTo<Self> { TryUpTo(upstream: self, bound: bound) }
}

@Suite("TerminatingInner and UpstreamSubscription")
struct TerminatingInnerTests {
  typealias Event = RecordingSubscriber<Int, TestError>.Event

  @Test("Demand and what receive(_:) returns are passed on")
  func demand() {
    expectEqual(demand(through: { $0.upTo(9) }), .passedOn)
    expectEqual(demand(through: { $0.tryUpTo(9) }), .passedOn)
  }

  private func demand<P: Publisher>(through make: (ScriptedPublisher<Int, TestError>) -> P) -> DemandReport {
    TestSupport.demand(through: make)
  }

  @Test("When the stage ends by itself, it cancels upstream, then finishes downstream; nothing follows")
  func finishes() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.upTo(2).record()
    let cancelsAtEnd = Box<Int?>(nil)
    recorder.onCompletion = { _ in cancelsAtEnd.value = upstream.cancelCount }
    for value in [1, 2, 3, 1] { upstream.send(value) }
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.events, [.subscription("UpTo"), .value(1), .value(2), .finished])
    expectEqual(cancelsAtEnd.value, 1)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("When the stage fails by itself, it cancels upstream, then fails downstream; nothing follows")
  func fails() {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    let recorder = upstream.tryUpTo(1).record()
    for value in [1, 2, 1] { upstream.send(value) }
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure as? TestError, TestError("bound"))
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("The completion of upstream is passed on, a failure widened to any Error if needed, without a cancel")
  func passesCompletion() {
    for completion in [Subscribers.Completion<TestError>.finished, .failure(TestError("lost"))] {
      let upstream = ScriptedPublisher<Int, TestError>()
      let (plain, widened) = (upstream.upTo(1).record(), upstream.tryUpTo(1).record())
      upstream.send(completion: completion)
      expectEqual(plain.completions, [completion])
      expectEqual(widened.completions.count, 1)
      expectEqual(widened.failure as? TestError, plain.failure)
      expectEqual(upstream.cancelCount, 0)
    }
  }

  @Test("Signals that upstream sends out of order are ignored, and a second subscription is cancelled (rules 1, 4, 9)")
  func misbehavingUpstream() {
    expectEqual(misbehaviour { $0.upTo(9) }, .ignored)
    expectEqual(misbehaviour(ending: .failure(TestError())) { $0.tryUpTo(9) }, .ignored)
  }

  @Test("A cancel from inside a delivery ends the stream; further cancels do nothing (rule 5)")
  func cancelInsideDelivery() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.upTo(9).record()
    recorder.onValue = { [unowned recorder] _ in
      recorder.cancel()
      recorder.cancel()
      return .none
    }
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .finished)
    recorder.request(.max(1))
    expectEqual(recorder.events, [.subscription("UpTo"), .value(1)])
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("When a cancel races values, at most the value in flight is delivered after it")
  func cancelRacesValues() {
    let upstreams = (0..<5_000).map { _ in ScriptedPublisher<Int, Never>(letsGo: false) }
    let pairs = upstreams.map { ($0, $0.upTo(9).record()) }
    race(over: pairs) { pair in
      for _ in 0..<3 { pair.0.send(1) }
      pair.0.send(completion: .finished)
    } against: { pair in
      pair.1.cancel()
    }
    for (upstream, recorder) in pairs {
      let count = recorder.events.count
      upstream.send(1)
      expectEqual(recorder.events.count, count)
      expectEqual(upstream.cancelCount + recorder.completions.count, 1)
    }
  }

  @Test("After the end nothing is retained, however it comes (rule 7)")
  func release() {
    expectEqual(leaks { upstream, token in Holding(token, upstream).upTo(9) }, [])
    expectEqual(leaks { upstream, token in Holding(token, upstream).tryUpTo(9) }, [])
    expectEqual(leaks { upstream, token in Holding(token, upstream).upTo(0) }, [])
  }

  @Test("Both sides are named after the operator; the mirror shows downstream and the state of the upstream")
  func descriptions() throws {
    expectEqual(names { $0.upTo(1) }, NamesReport(subscriber: "UpTo", subscription: "UpTo"))
    let recorder = ScriptedPublisher<Int, TestError>().upTo(1).record()
    let subscription = try #require(recorder.subscription)
    expectEqual(Mirror(reflecting: subscription).children.map(\.label), ["state"])
    let inner = UpTo<Just<Int>>.Inner(
      downstream: RecordingSubscriber<Int, Never>(), upstream: UpstreamSubscription("UpTo"), bound: 1)
    expectEqual(inner.customMirror.children.map(\.label), ["downstream", "state"])
    expectEqual(inner.combineIdentifier, inner.upstream.combineIdentifier)
    expectEqual(inner.playgroundDescription as? String, "UpTo")
  }
}

/// A publisher that holds a token as an operator's closure would.
private struct Holding<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let token: Token
  let upstream: Upstream

  init(_ token: Token, _ upstream: Upstream) {
    self.token = token
    self.upstream = upstream
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(Inner(token: token, downstream: subscriber))
  }

  struct Inner<Downstream: Subscriber>: ForwardingInner
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    typealias Failure = Upstream.Failure

    let token: Token
    let downstream: Downstream

    var description: String { "Holding" }

    func receive(_ input: Output) -> Subscribers.Demand {
      downstream.receive(input)
    }
  }
}
