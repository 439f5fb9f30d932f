import StreamSubscribing
import TestSupport
import Testing

private final class Meter {
  var level = 0 { didSet { levels.update { $0.append(level) } } }
  var subscription: AnyCancellable?
  let levels: Box<[Int]>
  let end: Box<Int>

  init(levels: Box<[Int]> = Box([]), end: Box<Int> = Box(0)) {
    self.levels = levels
    self.end = end
  }

  deinit { end.increment() }
}

@Suite("assign(to:onWeak:), assign(to:onUnowned:)")
struct AssignTests {
  enum Hold: CaseIterable {
    case weak, unowned
  }

  private func assign<P: Publisher<Int, Never>>(_ publisher: P, to meter: Meter, _ hold: Hold) -> AnyCancellable {
    switch hold {
    case .weak: publisher.assign(to: \.level, onWeak: meter)
    case .unowned: publisher.assign(to: \.level, onUnowned: meter)
    }
  }

  @Test("Both set the property to each value, and request unlimited demand", arguments: Hold.allCases)
  func setsProperty(hold: Hold) {
    let meter = Meter()
    let upstream = ScriptedPublisher<Int, Never>()
    let cancellable = assign(upstream, to: meter, hold)
    for value in 1...3 { expectEqual(upstream.send(value), .none) }
    expectEqual(meter.levels.value, [1, 2, 3])
    expectEqual(upstream.requests, [.demand(.unlimited)])
    cancellable.cancel()
    upstream.send(4)
    expectEqual(meter.level, 3)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("The first value after the target's release cancels upstream and has no other effect")
  func cancelsWhenTargetIsGone() {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    let levels = Box<[Int]>([])
    let end = Box(0)
    let cancellable: AnyCancellable
    do {
      let meter = Meter(levels: levels, end: end)
      cancellable = upstream.assign(to: \.level, onWeak: meter)
      upstream.send(1)
    }
    expectEqual(end.value, 1)
    expect(!upstream.isCancelled, "No value has been sent since.")
    for value in 2...4 { upstream.send(value) }
    expectEqual(levels.value, [1])
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    expectEqual(upstream.livingSubscriptionCount, 0)
    cancellable.cancel()
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A target may keep its subscription without a retain cycle, and is released", arguments: Hold.allCases)
  func noCycle(hold: Hold) {
    let subject = PassthroughSubject<Int, Never>()
    let end = Box(0)
    let levels = Box<[Int]>([])
    do {
      let meter = Meter(levels: levels, end: end)
      meter.subscription = assign(subject, to: meter, hold)
      subject.send(1)
    }
    expectEqual(end.value, 1)
    subject.send(2)
    expectEqual(levels.value, [1])
  }

  @Test("An unowned target that is released first does not cancel, and the next value traps")
  func unownedTraps() async {
    let upstream = ScriptedPublisher<Int, Never>()
    var meter: Meter? = Meter()
    let cancellable = meter.map { upstream.assign(to: \.level, onUnowned: $0) }
    meter = nil
    expect(!upstream.isCancelled)
    cancellable?.cancel()
    await #expect(processExitsWith: .failure) {
      let subject = PassthroughSubject<Int, Never>()
      var meter: Meter? = Meter()
      let cancellable = meter.map { subject.assign(to: \.level, onUnowned: $0) }
      meter = nil
      subject.send(1)
      cancellable?.cancel()
    }
  }

  @Test("A second subscription is cancelled, and the first kept (rule 1)", arguments: Hold.allCases)
  func cancelsSecondSubscription(hold: Hold) {
    let upstream = ScriptedPublisher<Int, Never>()
    let meter = Meter()
    let cancellable = assign(upstream, to: meter, hold)
    upstream.sendSubscription()
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    upstream.send(1)
    cancellable.cancel()
  }

  @Test("Signals after the completion are ignored", arguments: Hold.allCases)
  func ignoresLateSignals(hold: Hold) {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    let meter = Meter()
    let cancellable = assign(upstream, to: meter, hold)
    upstream.send(1)
    upstream.send(completion: .finished)
    upstream.send(2)
    upstream.send(completion: .finished)
    expectEqual(meter.level, 1)
    expect(!upstream.isCancelled)
    cancellable.cancel()
  }

  @Test("The last reference to the target may be released while the property is set")
  func targetGoesInDelivery() {
    let subject = PassthroughSubject<Int, Never>()
    let end = Box(0)
    let kept = Box<Meter?>(Meter(end: end))
    final class Forwarder {
      let kept: Box<Meter?>
      var level = 0 { didSet { kept.value = nil } }
      init(_ kept: Box<Meter?>) { self.kept = kept }
    }
    let forwarder = Forwarder(kept)
    let first = kept.value.map { subject.assign(to: \.level, onWeak: $0) }
    let second = subject.assign(to: \.level, onWeak: forwarder)
    subject.send(1)
    expectEqual(end.value, 1)
    subject.send(2)
    expectEqual(forwarder.level, 2)
    first?.cancel()
    second.cancel()
  }
}
