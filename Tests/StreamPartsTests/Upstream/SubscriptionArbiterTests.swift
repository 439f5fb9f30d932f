import StreamCore
import StreamParts
import TestSupport
import Testing

@Suite("SubscriptionArbiter")
struct SubscriptionArbiterTests {
  /// A subscription that logs what it is asked.
  final class Log: Sendable {
    private let requests = Box<[String]>([])

    var entries: [String] { requests.value }

    func subscription() -> ScriptedSubscription {
      let requests = requests
      return ScriptedSubscription(
        onRequest: { demand in requests.update { $0.append("\(demand)") } },
        onCancel: { requests.update { $0.append("cancel") } })
    }
  }

  @Test("Demand made before there is an upstream is requested from it once it comes")
  func demandBeforeUpstream() {
    let (arbiter, log) = (SubscriptionArbiter("Switching"), Log())
    arbiter.request(.max(2))
    arbiter.request(.max(1))
    expect(arbiter.attach(log.subscription(), epoch: 0))
    expectEqual(log.entries, ["max(3)"])
    arbiter.request(.max(4))
    expectEqual(log.entries, ["max(3)", "max(4)"])
  }

  @Test("Without demand nothing is requested from the upstream")
  func noDemand() {
    let (arbiter, log) = (SubscriptionArbiter("Switching"), Log())
    expect(arbiter.attach(log.subscription(), epoch: 0))
    expectEqual(log.entries, [])
  }

  @Test("Outstanding demand carries over to the next upstream")
  func carriesDemandOver() {
    let (arbiter, first, second) = (SubscriptionArbiter("Switching"), Log(), Log())
    arbiter.attach(first.subscription(), epoch: 0)
    arbiter.request(.max(3))
    expect(arbiter.takeOne(epoch: 0))
    // Returned by downstream: it goes to the upstream as a returned value, not as a request.
    expectEqual(arbiter.add(.max(2)), .max(2))
    expectEqual(arbiter.endEpoch(0), 1)
    arbiter.request(.max(1))
    expectEqual(first.entries, ["max(3)"])
    expect(arbiter.attach(second.subscription(), epoch: 1))
    expectEqual(second.entries, ["max(5)"])
  }

  @Test("Unlimited demand carries over unchanged")
  func carriesUnlimitedOver() {
    let (arbiter, first, second) = (SubscriptionArbiter("Switching"), Log(), Log())
    arbiter.attach(first.subscription(), epoch: 0)
    arbiter.request(.unlimited)
    for _ in 0..<3 { expect(arbiter.takeOne(epoch: 0)) }
    expectEqual(arbiter.endEpoch(0), 1)
    arbiter.attach(second.subscription(), epoch: 1)
    expectEqual(second.entries, ["unlimited"])
    expect(arbiter.takeOne(epoch: 1))
    expect(!arbiter.takeOne(epoch: 0))
  }

  @Test("No more values are delivered than were requested")
  func takesOne() {
    let (arbiter, log) = (SubscriptionArbiter("Switching"), Log())
    expect(!arbiter.takeOne(epoch: 0))
    arbiter.attach(log.subscription(), epoch: 0)
    expect(!arbiter.takeOne(epoch: 0))
    arbiter.request(.max(1))
    expect(!arbiter.takeOne(epoch: 1))
    expect(arbiter.takeOne(epoch: 0))
    expect(!arbiter.takeOne(epoch: 0))
  }

  @Test("A value beyond the demand is reported; one after the end of its epoch, or of the stream, is not")
  func reportsDrops() {
    let arbiter = SubscriptionArbiter("Switching")
    let drops = reportedDrops {
      arbiter.attach(ScriptedSubscription(), epoch: 0)
      expect(!arbiter.takeOne(epoch: 0))
      arbiter.request(.max(1))
      expect(arbiter.takeOne(epoch: 0))
      expect(!arbiter.takeOne(epoch: 0))
    }
    expectEqual(drops, Array(repeating: DropReport(operatorName: "Switching", reason: .beyondDemand), count: 2))
    let late = reportedDrops {
      expectEqual(arbiter.endEpoch(0), 1)
      for epoch in 0...1 { expect(!arbiter.takeOne(epoch: epoch)) }
      arbiter.attach(ScriptedSubscription(), epoch: 1)
      arbiter.cancel()
      expect(!arbiter.takeOne(epoch: 1))
    }
    expectEqual(late, [])
  }

  @Test("An upstream that comes out of turn, or is one too many, is cancelled")
  func lateUpstreams() {
    let (arbiter, first, other) = (SubscriptionArbiter("Switching"), Log(), Log())
    expect(!arbiter.attach(other.subscription(), epoch: 1))
    arbiter.attach(first.subscription(), epoch: 0)
    expect(!arbiter.attach(other.subscription(), epoch: 0))
    expectEqual(arbiter.endEpoch(0), 1)
    expect(!arbiter.attach(other.subscription(), epoch: 0))
    expectEqual(other.entries, ["cancel", "cancel", "cancel"])
    expectEqual(first.entries, [])
  }

  @Test("An epoch ends once, and only by its own upstream")
  func endsTurnOnce() {
    let (arbiter, log) = (SubscriptionArbiter("Switching"), Log())
    // Nothing was attached: the end is one that came before its beginning.
    expect(arbiter.endEpoch(0) == nil)
    arbiter.attach(log.subscription(), epoch: 0)
    expect(arbiter.endEpoch(1) == nil)
    expectEqual(arbiter.endEpoch(0), 1)
    expect(arbiter.endEpoch(0) == nil)
    expectEqual(log.entries, [])
  }

  @Test("A cancel cancels the upstream once, and those that come later")
  func cancelling() {
    let (arbiter, first, second) = (SubscriptionArbiter("Switching"), Log(), Log())
    arbiter.request(.unlimited)
    arbiter.attach(first.subscription(), epoch: 0)
    arbiter.cancel()
    arbiter.cancel()
    arbiter.request(.max(1))
    expectEqual(first.entries, ["unlimited", "cancel"])
    expect(!arbiter.takeOne(epoch: 0))
    expect(!arbiter.terminate())
    expect(!arbiter.attach(second.subscription(), epoch: 0))
    expectEqual(second.entries, ["cancel"])
  }

  @Test("A cancel between two epochs cancels the next upstream")
  func cancellingBetweenTurns() {
    let (arbiter, first, second) = (SubscriptionArbiter("Switching"), Log(), Log())
    arbiter.attach(first.subscription(), epoch: 0)
    expectEqual(arbiter.endEpoch(0), 1)
    arbiter.cancel()
    arbiter.attach(second.subscription(), epoch: 1)
    expectEqual(first.entries, [])
    expectEqual(second.entries, ["cancel"])
  }

  @Test("Of several threads that terminate it, only the first succeeds")
  func terminates() {
    let (arbiter, firsts) = (SubscriptionArbiter("Switching"), Box(0))
    concurrently(8) { _ in
      if arbiter.terminate() { firsts.update { $0 += 1 } }
    }
    expectEqual(firsts.value, 1)
  }

  @Test("Demand that races the attachment of an upstream reaches it in full")
  func demandRacesAttachment() {
    let pairs = (0..<5_000).map { _ in (SubscriptionArbiter("Switching"), ScriptedPublisher<Int, Never>()) }
    race(over: pairs) { pair in
      for _ in 0..<3 { pair.0.request(.max(1)) }
    } against: { pair in
      pair.1.subscribe(
        AnySubscriber(receiveSubscription: { pair.0.attach($0, epoch: 0) }))
    }
    expect(pairs.allSatisfy { $0.1.demand == .max(3) })
    for pair in pairs { pair.0.cancel() }
  }

  @Test("It describes itself by the given name, and its mirror shows upstream and demand")
  func description() {
    let arbiter = SubscriptionArbiter("Switching")
    arbiter.request(.max(2))
    expectEqual("\(arbiter)", "Switching")
    expectEqual(arbiter.playgroundDescription as? String, "Switching")
    let children = arbiter.customMirror.children.map { ($0.label, "\($0.value)") }
    expectEqual(children.map(\.0), ["upstream", "demand"])
    expectEqual(children.last?.1, "max(2)")
  }

  // MARK: The subscriber of an epoch

  /// Subscribes a recorder to an arbiter stage whose first upstream is scripted.
  static func arbitrated(
    demand: Subscribers.Demand = .unlimited
  ) -> (ScriptedPublisher<Int, TestError>, RecordingSubscriber<Int, TestError>) {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let (recorder, arbiter) = (RecordingSubscriber<Int, TestError>(demand: demand), SubscriptionArbiter("Switch"))
    upstream.subscribe(FinalArbitratedInner(downstream: recorder, arbiter: arbiter, epoch: 0) { $0 })
    return (upstream, recorder)
  }

  @Test("The subscriber of an epoch delivers values and completion, within the demand and not after the end")
  func arbitratedSubscriber() {
    let (upstream, recorder) = Self.arbitrated(demand: .max(1))
    recorder.onValue = { $0 == 1 ? .max(1) : .none }
    expectEqual(upstream.send(1), .max(1))
    upstream.send(2)
    upstream.send(3)
    upstream.send(completion: .failure(TestError()))
    upstream.send(4)
    upstream.send(completion: .finished)
    expectEqual(recorder.events, [.subscription("Switch"), .value(1), .value(2), .failure(TestError())])
  }

  @Test("A cancel ends the epoch, and suppresses its completion")
  func arbitratedSubscriberCancelled() {
    let (upstream, recorder) = Self.arbitrated()
    recorder.cancel()
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(recorder.events, [.subscription("Switch")])
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }
}
