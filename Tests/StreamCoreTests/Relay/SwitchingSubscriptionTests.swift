import StreamCore
import TestSupport
import Testing

@Suite("SwitchingSubscription")
struct SwitchingSubscriptionTests {
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

  @Test("Demand waits for an upstream, then goes to it")
  func demandBeforeUpstream() {
    let (switching, log) = (SwitchingSubscription("Switching"), Log())
    switching.request(.max(2))
    switching.request(.max(1))
    #expect(switching.attach(log.subscription(), turn: 0))
    #expect(log.entries == ["max(3)"])
    switching.request(.max(4))
    #expect(log.entries == ["max(3)", "max(4)"])
  }

  @Test("Without demand the upstream is asked nothing")
  func noDemand() {
    let (switching, log) = (SwitchingSubscription("Switching"), Log())
    #expect(switching.attach(log.subscription(), turn: 0))
    #expect(log.entries == [])
  }

  @Test("What was asked and not delivered goes over to the next upstream")
  func carriesDemandOver() {
    let (switching, first, second) = (SwitchingSubscription("Switching"), Log(), Log())
    switching.attach(first.subscription(), turn: 0)
    switching.request(.max(3))
    #expect(switching.spendOne(turn: 0))
    // Returned by downstream: it goes to the upstream as a returned value, not as a request.
    #expect(switching.add(.max(2)) == .max(2))
    #expect(switching.endTurn(0) == 1)
    switching.request(.max(1))
    #expect(first.entries == ["max(3)"])
    #expect(switching.attach(second.subscription(), turn: 1))
    #expect(second.entries == ["max(5)"])
  }

  @Test("Unlimited demand goes over undiminished")
  func carriesUnlimitedOver() {
    let (switching, first, second) = (SwitchingSubscription("Switching"), Log(), Log())
    switching.attach(first.subscription(), turn: 0)
    switching.request(.unlimited)
    for _ in 0..<3 { #expect(switching.spendOne(turn: 0)) }
    #expect(switching.endTurn(0) == 1)
    switching.attach(second.subscription(), turn: 1)
    #expect(second.entries == ["unlimited"])
    #expect(switching.spendOne(turn: 1))
    #expect(!switching.spendOne(turn: 0))
  }

  @Test("No more values pass than were asked for")
  func spending() {
    let (switching, log) = (SwitchingSubscription("Switching"), Log())
    #expect(!switching.spendOne(turn: 0))
    switching.attach(log.subscription(), turn: 0)
    #expect(!switching.spendOne(turn: 0))
    switching.request(.max(1))
    #expect(!switching.spendOne(turn: 1))
    #expect(switching.spendOne(turn: 0))
    #expect(!switching.spendOne(turn: 0))
  }

  @Test("An upstream that comes out of turn, or is one too many, is cancelled")
  func lateUpstreams() {
    let (switching, first, other) = (SwitchingSubscription("Switching"), Log(), Log())
    #expect(!switching.attach(other.subscription(), turn: 1))
    switching.attach(first.subscription(), turn: 0)
    #expect(!switching.attach(other.subscription(), turn: 0))
    #expect(switching.endTurn(0) == 1)
    #expect(!switching.attach(other.subscription(), turn: 0))
    #expect(other.entries == ["cancel", "cancel", "cancel"])
    #expect(first.entries == [])
  }

  @Test("A turn ends once, and only its own")
  func endsTurnOnce() {
    let (switching, log) = (SwitchingSubscription("Switching"), Log())
    // Nothing was attached: the end is one that came before its beginning.
    #expect(switching.endTurn(0) == nil)
    switching.attach(log.subscription(), turn: 0)
    #expect(switching.endTurn(1) == nil)
    #expect(switching.endTurn(0) == 1)
    #expect(switching.endTurn(0) == nil)
    #expect(log.entries == [])
  }

  @Test("A cancel cancels the upstream once, and those that come later")
  func cancelling() {
    let (switching, first, second) = (SwitchingSubscription("Switching"), Log(), Log())
    switching.request(.unlimited)
    switching.attach(first.subscription(), turn: 0)
    switching.cancel()
    switching.cancel()
    switching.request(.max(1))
    #expect(first.entries == ["unlimited", "cancel"])
    #expect(!switching.spendOne(turn: 0))
    #expect(!switching.terminate())
    #expect(!switching.attach(second.subscription(), turn: 0))
    #expect(second.entries == ["cancel"])
  }

  @Test("A cancel between two turns cancels the next upstream")
  func cancellingBetweenTurns() {
    let (switching, first, second) = (SwitchingSubscription("Switching"), Log(), Log())
    switching.attach(first.subscription(), turn: 0)
    #expect(switching.endTurn(0) == 1)
    switching.cancel()
    switching.attach(second.subscription(), turn: 1)
    #expect(first.entries == [])
    #expect(second.entries == ["cancel"])
  }

  @Test("One of many who terminate is the first")
  func terminates() {
    let (switching, firsts) = (SwitchingSubscription("Switching"), Box(0))
    concurrently(8) { _ in
      if switching.terminate() { firsts.update { $0 += 1 } }
    }
    #expect(firsts.value == 1)
  }

  @Test("Demand that races an upstream's attachment reaches it whole")
  func demandRacesAttachment() {
    let pairs = (0..<5_000).map { _ in (SwitchingSubscription("Switching"), ScriptedPublisher<Int, Never>()) }
    race(over: pairs) { pair in
      for _ in 0..<3 { pair.0.request(.max(1)) }
    } against: { pair in
      pair.1.subscribe(
        AnySubscriber(receiveSubscription: { pair.0.attach($0, turn: 0) }))
    }
    #expect(pairs.allSatisfy { $0.1.demand == .max(3) })
    for pair in pairs { pair.0.cancel() }
  }

  @Test("It describes itself by the name given, and shows upstream and demand")
  func description() {
    let switching = SwitchingSubscription("Switching")
    switching.request(.max(2))
    #expect("\(switching)" == "Switching")
    #expect(switching.playgroundDescription as? String == "Switching")
    let children = switching.customMirror.children.map { ($0.label, "\($0.value)") }
    #expect(children.map(\.0) == ["upstream", "demand"])
    #expect(children.last?.1 == "max(2)")
  }

  // MARK: The subscriber of a turn

  /// Subscribes a recorder to a switching stage whose first upstream is scripted.
  static func switched(
    demand: Subscribers.Demand = .unlimited
  ) -> (ScriptedPublisher<Int, TestError>, RecordingSubscriber<Int, TestError>) {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let (recorder, switching) = (RecordingSubscriber<Int, TestError>(demand: demand), SwitchingSubscription("Switch"))
    upstream.subscribe(SwitchedSubscriber(downstream: recorder, switching: switching, turn: 0) { $0 })
    return (upstream, recorder)
  }

  @Test("The subscriber of a turn passes values and the end on, no value past the demand, nothing past the end")
  func switchedSubscriber() {
    let (upstream, recorder) = Self.switched(demand: .max(1))
    recorder.onValue = { $0 == 1 ? .max(1) : .none }
    #expect(upstream.send(1) == .max(1))
    upstream.send(2)
    upstream.send(3)
    upstream.send(completion: .failure(TestError()))
    upstream.send(4)
    upstream.send(completion: .finished)
    #expect(recorder.events == [.subscription("Switch"), .value(1), .value(2), .failure(TestError())])
  }

  @Test("A cancel ends it, and lets no completion through")
  func switchedSubscriberCancelled() {
    let (upstream, recorder) = Self.switched()
    recorder.cancel()
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(recorder.events == [.subscription("Switch")])
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }
}
