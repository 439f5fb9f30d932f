import StreamCore
import StreamParts
import TestSupport
import Testing

/// The parts that drop a failure, each under a name of its own.
@Suite("Late failures at the parts of operators")
struct LateFailureAtStagesTests {
  /// The errors that a stage told of.
  private func told(by stage: String, to recorder: FailureRecorder) -> [String] {
    recorder.failures.filter { $0.operatorName == stage && $0.reason == .late }.compactMap {
      ($0.error as? TestError)?.name
    }
  }

  private func downstream(demand: Subscribers.Demand = .unlimited) -> RecordingSubscriber<Int, TestError> {
    RecordingSubscriber(demand: demand)
  }

  @Test("SerialDelivery: a failure after the end, a second one of an upstream, and one of the stage itself")
  func delivery() throws {
    let recorder = FailureRecorder(of: nil)
    let recording = downstream()
    let delivery = SerialDelivery("LateAtDelivery", SwitchPolicy<Int, TestError>(), to: recording)
    delivery.begin(with: ScriptedSubscription(), from: .outer)
    let inner = SwitchInner(delivery: delivery, epoch: try #require(delivery.beginEpoch()))
    // Before its subscription it breaks the rules.
    inner.receive(completion: .failure(TestError("early")))
    inner.receive(subscription: ScriptedSubscription())
    inner.receive(completion: .failure(TestError("received")))
    expectEqual(recording.failure, TestError("received"))
    inner.receive(completion: .failure(TestError("again")))
    inner.receive(completion: .finished)
    delivery.fail(TestError("own"))
    _ = delivery.receive(contentsOf: [1], from: inner.origin, completion: .failure(TestError("piece")))
    delivery.cancel()
    expectEqual(told(by: "LateAtDelivery", to: recorder), ["early", "again", "own", "piece"])
  }

  @Test("SerialDelivery: a failure that waits behind queued elements as downstream cancels")
  func waiting() {
    let recorder = FailureRecorder(of: nil)
    let recording = downstream(demand: .none)
    let policy = BufferPolicy<Int, TestError>(size: 2, overflow: .dropsNewest)
    let delivery = SerialDelivery("LateInBuffer", policy, failsAfterQueue: true, to: recording)
    delivery.begin(with: ScriptedSubscription(), from: UpstreamKey())
    _ = delivery.receive(1, from: UpstreamKey())
    delivery.receive(completion: .failure(TestError("waiting")), from: UpstreamKey())
    expect(told(by: "LateInBuffer", to: recorder).isEmpty)
    recording.cancel()
    expectEqual(told(by: "LateInBuffer", to: recorder), ["waiting"])
    recording.cancel()
    expectEqual(told(by: "LateInBuffer", to: recorder), ["waiting"])
  }

  @Test("ReplayHub: nothing, if a subscriber cancels before the failure that others receive")
  func replayed() {
    let recorder = FailureRecorder(of: nil)
    let hub = ReplayHub<Int, TestError>("LateInReplay", limit: 3, site: nil)
    for value in 1...2 { hub.send(value) }
    hub.send(completion: .failure(TestError("replayed")))
    let (slow, fast) = (downstream(demand: .max(1)), downstream())
    hub.subscribe(slow)
    hub.subscribe(fast)
    slow.cancel()
    expectEqual(slow.values, [1])
    expectEqual(fast.failure, TestError("replayed"))
    expect(told(by: "LateInReplay", to: recorder).isEmpty)
  }

  @Test("SubscriptionArbiter: a failure of an epoch that is over, and one that a cancel has outrun")
  func arbiter() {
    let recorder = FailureRecorder(of: nil)
    let arbiter = SubscriptionArbiter("LateAtArbiter")
    let inner = FinalArbitratedInner<TestError, _>(downstream: downstream(), arbiter: arbiter, epoch: 0) { $0 }
    inner.receive(subscription: ScriptedSubscription())
    arbiter.cancel()
    inner.receive(completion: .failure(TestError("cancelled")))
    arbiter.end(downstream(), with: .failure(TestError("outrun")))
    arbiter.end(downstream(), with: .finished)
    expectEqual(told(by: "LateAtArbiter", to: recorder), ["cancelled", "outrun"])
  }

  @Test("TriggeredSubscription: a failure after the trigger has ended the stream")
  func triggered() {
    let recorder = FailureRecorder(of: nil)
    let gate = TriggeredSubscription("LateAtTrigger")
    let recording = downstream()
    let inner = PrefixUntilInner(downstream: recording, gate: gate)
    inner.receive(subscription: ScriptedSubscription())
    inner.end(.finished)
    inner.receive(completion: .failure(TestError("late")))
    expect(recording.isFinished)
    expectEqual(told(by: "LateAtTrigger", to: recorder), ["late"])
  }

  @Test("EndedInner: a failure after the signal has cancelled upstream, before the stream ends")
  func endedBySignal() {
    let recorder = FailureRecorder(of: nil)
    let (signal, gate) = (Broadcaster<Never, TestError>("Signal"), TriggeredSubscription("LateAtSignal"))
    let recording = downstream()
    let inner = EndedInner(downstream: recording, gate: gate, signal: signal)
    inner.receive(subscription: ScriptedSubscription())
    gate.cancelUpstream()
    inner.receive(completion: .failure(TestError("late")))
    expect(recording.completions.isEmpty)
    expectEqual(told(by: "LateAtSignal", to: recorder), ["late"])
  }

  @Test("ReducingInner: a failure after the result")
  func reducing() {
    let recorder = FailureRecorder(of: nil)
    let recording = downstream()
    let inner = ReducingInner<Int, RecordingSubscriber<Int, TestError>>(
      "LateAtReducing", to: recording, isComplete: { _ in true }, complete: { 1 })
    inner.receive(subscription: ScriptedSubscription())
    _ = inner.receive(1)
    inner.receive(completion: .failure(TestError("late")))
    expectEqual(recording.values, [1])
    expectEqual(told(by: "LateAtReducing", to: recorder), ["late"])
  }
}
