import StreamCore
import StreamParts
import TestSupport
import Testing

@Suite("ArbitratedInner")
struct ArbitratedInnerTests {
  private typealias Sink = SinkSubscriber<Int, TestError>
  private typealias Inner = FinalArbitratedInner<TestError, Sink>

  private let arbiter = SubscriptionArbiter("Arbitrated")
  private let values = Box<[Int]>([])
  private let ends = Box<[Subscribers.Completion<TestError>]>([])
  private let sinkUpstream = SharedSinkUpstream()

  /// The subscriber of an upstream, with the sink as downstream.
  private func inner(_ epoch: Int = 0) -> Inner {
    let sink = Sink(
      upstream: sinkUpstream, receiveCompletion: { [ends] completion in ends.update { $0.append(completion) } },
      receiveValue: { [values] value in values.update { $0.append(value) } })
    return Inner(downstream: sink, arbiter: arbiter, epoch: epoch) { $0 }
  }

  @Test(
    "A sink gets what is at hand, and the end after it",
    arguments: [Subscribers.Completion.finished, .failure(TestError("late"))]
  )
  func atHand(completion: Subscribers.Completion<TestError>) {
    let isTaken = inner()._receive(atHand: [1, 2].makeIterator(), then: completion)
    expect(isTaken)
    expectEqual(values.value, [1, 2])
    expectEqual(ends.value, [completion])
    expect(arbiter.isTerminated)
  }

  @Test("What is not a sink is handed a subscription instead, for it counts its demand")
  func notASink() {
    let recorder = RecordingSubscriber<Int, TestError>()
    let inner = FinalArbitratedInner<TestError, _>(downstream: recorder, arbiter: arbiter, epoch: 0) { $0 }
    let isTaken = inner._receive(atHand: [1, 2].makeIterator(), then: .finished)
    expect(!isTaken)
    expect(recorder.events.isEmpty)
  }

  @Test("What is at hand after a cancel is taken, and goes nowhere")
  func cancelled() {
    arbiter.cancel()
    let isTaken = inner()._receive(atHand: [1, 2].makeIterator(), then: .finished)
    expect(isTaken)
    expect(values.value.isEmpty && ends.value.isEmpty)
  }

  @Test("A sink that has not asked for everything is handed the subscription of a later upstream")
  func notAsked() {
    arbiter.attach(ScriptedSubscription(), epoch: 0)
    expectEqual(arbiter.endEpoch(0), 1)
    let isTaken = inner(1)._receive(atHand: [1].makeIterator(), then: .finished)
    expect(!isTaken && values.value.isEmpty && ends.value.isEmpty)
  }

  @Test("A sink that has asked gets what a later upstream has at hand, without another subscription")
  func laterUpstream() {
    inner().receive(subscription: ScriptedSubscription())
    _ = inner().receive(1)
    expectEqual(arbiter.endEpoch(0), 1)
    let isTaken = inner(1)._receive(atHand: [2, 3].makeIterator(), then: .finished)
    expect(isTaken)
    expectEqual(values.value, [1, 2, 3])
    expectEqual(ends.value, [.finished])
  }

  @Test("A value of an upstream that is over is not delivered, and asks for nothing")
  func over() {
    let recorder = RecordingSubscriber<Int, TestError>()
    let inner = FinalArbitratedInner<TestError, _>(downstream: recorder, arbiter: arbiter, epoch: 0) { $0 }
    inner.receive(subscription: ScriptedSubscription())
    expectEqual(inner.receive(1), .none)
    inner.receive(completion: .finished)
    expectEqual(inner.receive(2), .none)
    expectEqual(recorder.events, [.subscription("Arbitrated"), .value(1), .finished])
  }
}
