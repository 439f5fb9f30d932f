import StreamSubjects
import TestSupport
import Testing

/// A relay of a kind, behind closures.
struct RelayCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () -> any Relay<Int> & Sendable

  static let all = [
    RelayCase(testDescription: "PassthroughRelay") { PassthroughRelay<Int>() },
    RelayCase(testDescription: "CurrentValueRelay") { CurrentValueRelay<Int>(0) },
    RelayCase(testDescription: "ReplayRelay") { ReplayRelay<Int>(maxBufferSize: 2) },
  ]
}

@Suite("Relays")
struct RelayTests {
  private func record<R: Relay>(
    _ relay: R, demand: Subscribers.Demand = .unlimited
  ) -> RecordingSubscriber<Int, Never> where R.Output == Int {
    relay.record(demand: demand)
  }

  private func connect<P: Publisher, R: Relay>(_ upstream: P, to relay: R) -> AnyCancellable
  where P.Output == Int, P.Failure == Never, R.Output == Int {
    upstream.subscribe(relay)
  }

  // Case XA-292
  @Test("The finish of an upstream does not reach the subscribers", arguments: RelayCase.all)
  func upstreamFinish(kind: RelayCase) {
    let relay = kind.make()
    let recorder = record(relay)
    let upstream = PassthroughSubject<Int, Never>()
    let connection = connect(upstream, to: relay)
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .finished)
    relay.accept(3)
    expectEqual(recorder.values.suffix(3), [1, 2, 3])
    expect(recorder.completions.isEmpty)
    withExtendedLifetime(connection) {}
  }

  // Case XA-293
  @Test("The release of a relay finishes all its subscribers", arguments: RelayCase.all)
  func release(kind: RelayCase) {
    var relay: (any Relay<Int> & Sendable)? = kind.make()
    let recorders = (0..<2).compactMap { _ in relay.map { record($0) } }
    let slow = relay.map { record($0, demand: .none) }
    relay?.accept(1)
    relay = nil
    for recorder in recorders {
      expectEqual(recorder.values.last, 1)
      expect(recorder.isFinished)
    }
    slow?.request(.unlimited)
    expectEqual(slow?.isFinished, true)
    expectEqual(slow?.values, (kind.testDescription == "ReplayRelay" ? [1] : []))
  }

  // Case XA-295
  @Test("A subscription that is cancelled leaves nothing in a relay", arguments: RelayCase.all)
  func cancelled(kind: RelayCase) {
    let relay = kind.make()
    weak var downstream: RecordingSubscriber<Int, Never>?
    var kept: (any Subscription)?
    do {
      let recorder = record(relay)
      downstream = recorder
      kept = recorder.subscription
      recorder.cancel()
    }
    expect(downstream == nil)
    relay.accept(1)
    withExtendedLifetime(kept) {}
  }

  @Test("A connection that is cancelled sends nothing more, and leaves nothing", arguments: RelayCase.all)
  func connectionCancelled(kind: RelayCase) {
    let relay = kind.make()
    let recorder = record(relay)
    let upstream = ScriptedPublisher<Int, Never>()
    for _ in 0..<100 { connect(upstream, to: relay).cancel() }
    upstream.send(1)
    expect(!recorder.values.contains(1))
    expectEqual(upstream.livingSubscriptionCount, 0)
  }

  @Test("An upstream is asked as by the subject of the same kind")
  func demand() {
    let upstream = ScriptedPublisher<Int, Never>()
    let passthrough = PassthroughRelay<Int>()
    var connections = [upstream.subscribe(passthrough)]
    expectEqual(upstream.requests, [])
    let recorder = passthrough.record(demand: .max(1))
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(1)
    upstream.send(2)
    expectEqual(recorder.values, [1])
    for relay in RelayCase.all.dropFirst() {
      let upstream = ScriptedPublisher<Int, Never>()
      connections.append(connect(upstream, to: relay.make()))
      expectEqual(upstream.requests, [.demand(.unlimited)])
    }
    let own = OwnRelay()
    connections.append(upstream.subscribe(own))
    upstream.send(5)
    expectEqual(own.values.value, [5])
  }

  /// A client's own relay.
  private final class OwnRelay: Relay {
    typealias Output = Int
    typealias Failure = Never

    let values = Box<[Int]>([])

    func accept(_ value: Int) {
      values.update { $0.append(value) }
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {}
  }

  @Test("A replaying relay replays, a holding one its value, and a passing one nothing")
  func kinds() {
    let values = RelayCase.all.map { kind in
      let relay = kind.make()
      for value in 1...3 { relay.accept(value) }
      return record(relay).values
    }
    expectEqual(values, [[], [3], [2, 3]])
    expectEqual(ReplayRelay<Int>(maxBufferSize: 1).bufferedValues, [])
  }
}

@Suite("CurrentValueRelay")
struct CurrentValueRelayTests {
  @Test("Its value follows at once, also inside a delivery")
  func value() {
    let relay = CurrentValueRelay(0)
    let seen = Box<[Int]>([])
    let first = relay.record { value in
      if value == 1 {
        relay.accept(2)
        seen.update { $0.append(relay.value) }
      }
      return .none
    }
    relay.accept(1)
    expectEqual(seen.value, [2])
    expectEqual(first.values, [0, 1, 2])
  }

  @Test("A subscriber without demand is owed the newest value, and nothing counts as dropped")
  func owed() {
    let drops = DropRecorder(of: nil)
    let relay = CurrentValueRelay(0)
    let slow = relay.record(demand: .max(1))
    for value in 1...5 { relay.accept(value) }
    expectEqual(slow.values, [0])
    slow.request(.max(1))
    expectEqual(slow.values, [0, 5])
    slow.request(.max(1))
    relay.accept(6)
    expectEqual(slow.values, [0, 5, 6])
    expect(!drops.reports.contains { $0.operatorName == "CurrentValueRelay" })
  }

  @Test("An update is delivered once; one that throws changes nothing")
  func update() {
    let relay = CurrentValueRelay([1])
    let recorder = relay.record()
    let count = relay.update { list in
      list.append(2)
      return list.count
    }
    expectEqual(count, 2)
    #expect(throws: TestError.self) {
      try relay.update { list in
        list.append(3)
        throw TestError()
      }
    }
    expectEqual(recorder.values, [[1], [1, 2]])
    expectEqual(relay.value, [1, 2])
  }

  @Test("A closure of an update may call the relay; it runs again if it stored a value")
  func reentrantUpdate() {
    let relay = CurrentValueRelay(0)
    let recorder = relay.record()
    let runs = Box(0)
    relay.update { value in
      if runs.increment() == 1 { relay.accept(10) }
      value += 1
    }
    expectEqual(runs.value, 2)
    expectEqual(recorder.values, [0, 10, 11])
  }

  // Case XA-294
  @Test("No update of eight threads is lost, and the values come in the order in which they are stored")
  func concurrentUpdates() {
    let relay = CurrentValueRelay(0)
    let recorder = relay.record()
    concurrently(8) { _ in
      for _ in 0..<10_000 { relay.update { $0 += 1 } }
    }
    expectEqual(relay.value, 80_000)
    expectEqual(recorder.values, Array(0...80_000))
  }
}
