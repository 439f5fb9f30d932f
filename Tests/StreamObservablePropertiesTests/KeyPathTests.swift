import StreamCore
import TestSupport
import Testing

@testable import StreamObservableProperties

private class Player: KeyPathObservable {
  @Published var volume = 5
  @Published var title = "one"
  let fixed = 1
  var summary: String { "\(title) at \(volume)" }
}

private final class Radio<Station>: Player {
  @Published var station: Station
  init(_ station: Station) { self.station = station }
}

/// Changes as if another thread did so, when the property has been read for the second time: the first finds out what
/// is read.
private final class Interrupted: Player {
  var interrupt: (() -> Void)?
  private var readCount = 0

  var heard: Int {
    let heard = volume
    readCount += 1
    if readCount == 2 { interrupt.take()?() }
    return heard
  }
}

@Suite("Observing by key path")
struct KeyPathTests {
  @Test("Delivers the present value, then each new one after the object has stored it")
  func values() {
    let player = Player()
    nonisolated(unsafe) let here = player  // The test's thread alone.
    let read = Box<[Int]>([])
    let recorder = player.publisher(for: \.volume).record { _ in
      read.update { $0.append(here.volume) }
      return .none
    }
    player.volume = 6
    player.title = "two"
    player.volume = 7
    expectEqual(recorder.values, [5, 6, 7])
    expectEqual(read.value, [5, 6, 7])
    recorder.cancel()
    player.volume = 8
    expectEqual(recorder.values, [5, 6, 7])
  }

  @Test("A change made while the present value is read is delivered after it")
  func changeDuringFirstLook() {
    let player = Interrupted()
    player.interrupt = { [unowned player] in player.volume = 6 }
    let recorder = player.publisher(for: \.heard).record()
    expectEqual(recorder.values, [6])
    player.volume = 7
    expectEqual(recorder.values, [6, 7])
  }

  @Test("The first observer of a property that subscribes during a change gets the change")
  func firstObserverDuringChange() {
    let player = Player()
    nonisolated(unsafe) let here = player  // The test's thread alone.
    let recorder = Box<RecordingSubscriber<Int, Never>?>(nil)
    let subscription = player.$volume.sink { value in
      if value == 6 { recorder.value = here.publisher(for: \.volume).record() }
    }
    player.volume = 6
    expectEqual(recorder.value?.values, [5, 6])
    player.volume = 7
    expectEqual(recorder.value?.values, [5, 6, 7])
    subscription.cancel()
  }

  @Test("The options select which values are delivered")
  func options() {
    func values(_ options: KeyPathObservingOptions) -> [Int] {
      let player = Player()
      let recorder = player.publisher(for: \.volume, options: options).record()
      player.volume = 6
      player.volume = 7
      return recorder.values
    }
    expectEqual(values(.new), [6, 7])
    expectEqual(values([.initial, .new]), [5, 6, 7])
    expectEqual(values([.prior, .new]), [5, 6, 6, 7])
    expectEqual(values([.initial, .prior, .old]), [5, 5, 6, 6, 7])
    expectEqual(values([]), [6, 7])
  }

  @Test("A change contains the values that the options ask for")
  func changes() {
    typealias Change = KeyPathChange<Int>
    func changes(_ options: KeyPathObservingOptions) -> [Change] {
      let player = Player()
      let recorder = player.changes(of: \.volume, options: options).record()
      player.volume = 6
      return recorder.values
    }
    expectEqual(changes([.old, .new]), [Change(oldValue: 5, newValue: 6)])
    expectEqual(changes([.new]), [Change(oldValue: nil, newValue: 6)])
    expectEqual(changes([.old]), [Change(oldValue: 5, newValue: nil)])
    expectEqual(changes([]), [Change(oldValue: nil, newValue: nil)])
    expectEqual(
      changes([.initial, .old, .new, .prior]),
      [
        Change(oldValue: nil, newValue: 5), Change(oldValue: 5, newValue: nil, isPrior: true),
        Change(oldValue: 5, newValue: 6),
      ])
  }

  @Test("The raw values are those of NSKeyValueObservingOptions")
  func rawValues() {
    let options: [KeyPathObservingOptions] = [.new, .old, .initial, .prior]
    expectEqual(options.map(\.rawValue), [1, 2, 4, 8])
  }

  @Test("Key paths may have several steps, and lead through computed, inherited and generic properties")
  func keyPaths() {
    let radio = Radio("BBC")
    let counts = radio.publisher(for: \.title.count).record()
    let summaries = radio.publisher(for: \.summary).record()
    let stations = radio.publisher(for: \Radio<String>.station).record()
    radio.title = "three"
    radio.volume = 1
    radio.station = "NPR"
    expectEqual(counts.values, [3, 5])
    expectEqual(summaries.values, ["one at 5", "three at 5", "three at 1"])
    expectEqual(stations.values, ["BBC", "NPR"])
  }

  @Test("Changes without demand are dropped, but for the newest if the initial value is wanted")
  func demand() {
    let player = Player()
    let (all, new) = (
      player.publisher(for: \.volume).record(demand: .none),
      player.publisher(for: \.volume, options: .new).record(demand: .none)
    )
    player.volume = 6
    player.volume = 7
    all.request(.max(2))
    new.request(.max(2))
    expect((all.values, new.values) == ([7], []))
    player.volume = 8
    player.volume = 9
    expect((all.values, new.values) == ([7, 8], [8, 9]))
    all.request(.max(1))
    expectEqual(all.values, [7, 8, 9])
    expectEqual(all.overlaps + new.overlaps, 0)
  }

  @Test("A request for no values delivers none")
  func requestNone() {
    let player = Player()
    let recorder = player.publisher(for: \.volume).record(demand: .none)
    recorder.request(.none)
    player.volume = 6
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    recorder.request(.none)
    player.volume = 7
    expectEqual(recorder.values, [6])
    recorder.cancel()
    recorder.request(.none)
    expectEqual(recorder.events.count, 2)
  }

  @Test("A subscription retains neither the object nor, after a cancel, the subscriber")
  func release() {
    weak var player: Player?
    weak var token: Token?
    var kept: RecordingSubscriber<Int, Never>?
    do {
      let (new, newToken) = (Player(), Token())
      (player, token) = (new, newToken)
      kept = new.publisher(for: \.volume).record { _ in newToken.pass(.none) }
      new.volume = 1
    }
    expect(player == nil)
    kept?.cancel()
    kept?.onValue = nil
    expect(token == nil)
    expectEqual(kept?.values, [5, 1])
  }

  @Test("After a cancel the property does not retain the subscription")
  func leaves() {
    let player = Player()
    weak var subscription: AnyObject?
    do {
      let recorder = player.publisher(for: \.volume).record()
      subscription = recorder.subscription as AnyObject
      player.volume = 1
      recorder.cancel()
    }
    expect(subscription == nil)
    player.volume = 2
  }

  @Test("A subscriber may cancel, assign and subscribe from inside a delivery")
  func inside() {
    let player = Player()
    nonisolated(unsafe) let here = player  // The test's thread alone.
    let clamped = player.publisher(for: \.volume).record { value in
      if value > 10 { here.volume = 10 }
      return .none
    }
    player.volume = 11
    expectEqual(clamped.values, [5, 11, 10])
    let once = RecordingSubscriber<Int, Never>()
    once.onSubscription = { $0.cancel() }
    player.publisher(for: \.volume).subscribe(once)
    player.volume = 3
    expectEqual(once.values, [])
  }

  @Test("A change made inside a delivery is delivered after it with its own values, to all in one order")
  func changedInside() {
    typealias Change = KeyPathChange<Int>
    let player = Player()
    nonisolated(unsafe) let here = player  // The test's thread alone.
    let clamped = player.changes(of: \.volume, options: [.old, .new, .prior]).record { change in
      if let volume = change.newValue, volume > 10 { here.volume = 10 }
      return .none
    }
    let (later, values) = (player.changes(of: \.volume).record(), player.publisher(for: \.volume).record())
    player.volume = 11
    expectEqual(
      clamped.values,
      [
        Change(oldValue: 5, newValue: nil, isPrior: true), Change(oldValue: 5, newValue: 11),
        Change(oldValue: 11, newValue: nil, isPrior: true), Change(oldValue: 11, newValue: 10),
      ])
    expectEqual(later.values, [Change(oldValue: 5, newValue: 11), Change(oldValue: 11, newValue: 10)])
    expectEqual(values.values, [5, 11, 10])
  }

  @Test("A change that is made while another is announced has its old value, too")
  func changedWhileAnnounced() {
    typealias Change = KeyPathChange<Int>
    let player = Player()
    nonisolated(unsafe) let here = player  // The test's thread alone.
    let changes = player.changes(of: \.volume).record()
    let late = Box<[RecordingSubscriber<Change, Never>]>([])
    let clamp = player.$volume.sink { volume in
      guard volume > 10 else { return }
      let recorder = here.changes(of: \.volume).record()
      late.update { $0.append(recorder) }
      here.volume = 10
    }
    player.volume = 11
    expectEqual(changes.values, [Change(oldValue: 5, newValue: 10), Change(oldValue: 10, newValue: 10)])
    // It has not been there when the outer change began.
    expectEqual(late.value.first?.values, [Change(oldValue: 5, newValue: 10), Change(oldValue: nil, newValue: 10)])
    player.volume = 3
    expectEqual(changes.values.last, Change(oldValue: 10, newValue: 3))
    expectEqual(late.value.first?.values.last, Change(oldValue: 10, newValue: 3))
    clamp.cancel()
  }

  @Test("Of changes made by many threads, each has as its old value the new value of the one before")
  func chain() {
    final class Shared: KeyPathObservable, @unchecked Sendable {
      // Sendable: the property's cell is safe on any thread, and the wrapper is never replaced.
      @Published var value = 0
    }
    for _ in 0..<30 {
      let shared = Shared()
      let recorder = shared.changes(of: \.value).record()
      concurrently(4) { thread in
        for step in 1...50 { shared.value = thread * 100 + step }
      }
      expectEqual(recorder.values.count, 200)
      expectEqual(recorder.values.first?.oldValue, 0)
      expect(zip(recorder.values, recorder.values.dropFirst()).allSatisfy { $0.newValue == $1.oldValue })
      expectEqual(recorder.values.last?.newValue, shared.value)
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test("When the object is released, so is a subscriber that only it retains")
  func objectGoes() {
    weak var token: Token?
    do {
      let (player, newToken) = (Player(), Token())
      token = newToken
      let recorder = player.publisher(for: \.volume).record { _ in newToken.pass(.none) }
      player.volume = 6
      recorder.forget()
      expect(token != nil)
    }
    expect(token == nil)
  }

  @Test("When the object is released, so is a subscriber that keeps its subscription")
  func objectLeavesNoCycle() {
    weak var token: Token?
    do {
      let (player, newToken) = (Player(), Token())
      token = newToken
      let recorder = player.publisher(for: \.volume).record { _ in newToken.pass(.none) }
      player.volume = 6
      expectEqual(recorder.values.last, 6)
    }
    expect(token == nil)
  }

  @Test(
    "A value owed by a released object is delivered on demand, and then its subscriber is released")
  func objectLeavesItsValue() {
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      let recorder = {
        let player = Player()
        let recorder = player.publisher(for: \.volume).record(demand: .none) { _ in newToken.pass(.none) }
        player.volume = 6
        return recorder
      }()
      recorder.request(.max(1))
      expectEqual(recorder.values, [6])
    }
    expect(token == nil)
  }

  @Test("An object released during a delivery releases a subscriber that keeps its subscription")
  func objectGoesDuringDelivery() {
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      let player = Box<Player?>(Player())
      let recorder = player.value?.publisher(for: \.volume).record(demand: .none) { _ in
        player.value = nil
        return newToken.pass(.none)
      }
      recorder?.request(.max(1))
      expectEqual(recorder?.values, [5])
    }
    expect(token == nil)
  }

  @Test(
    "The remaining observers are notified in the order of their subscription", arguments: [3, 40, 300])
  func observersLeave(count: Int) {
    var generator = SeededGenerator(seed: 7)
    let player = Player()
    let log = Box<[Int]>([])
    var expected = Array(0..<count)
    var recorders = expected.map { index in
      player.publisher(for: \.volume, options: .new).record { _ in
        log.update { $0.append(index) }
        return .none
      }
    }
    while !expected.isEmpty {
      for _ in 0..<max(1, expected.count / 3) {
        let index = Int.random(in: expected.indices, using: &generator)
        recorders.remove(at: index).cancel()
        expected.remove(at: index)
      }
      log.value = []
      player.volume += 1
      expectEqual(log.value, expected)
    }
    let late = player.publisher(for: \.volume, options: .new).record()
    player.volume = -1
    expectEqual(late.values, [-1])
  }

  // Four times as many take four times as long; if each looked at all others, sixteen times.
  @Test("Cancelling one of many observers takes time independent of their number", arguments: [false, true])
  func cancelMany(newestFirst: Bool) {
    func cancel(_ count: Int) -> Duration {
      let times = (0..<3).map { _ in
        let player = Player()
        let publisher = player.publisher(for: \.volume, options: .new)
        let recorders = (0..<count).map { _ in publisher.record() }
        return processorTime {
          if newestFirst { recorders.reversed().forEach { $0.cancel() } } else { recorders.forEach { $0.cancel() } }
        }
      }
      return times.min() ?? .zero
    }
    let ratio = cancel(16_000) / cancel(4_000)
    expect(ratio < 10, "\(ratio)")
  }

  @Test("Publishers of the same place are equal")
  func equality() {
    let (one, two) = (Player(), Player())
    expectEqual(one.publisher(for: \.volume), one.publisher(for: \.volume))
    expect(one.publisher(for: \.volume) != two.publisher(for: \.volume))
    expect(one.publisher(for: \.volume) != one.publisher(for: \.volume, options: .new))
    expect(one.publisher(for: \.volume) != one.publisher(for: \.title.count))
    expectEqual(one.changes(of: \.volume), one.changes(of: \.volume))
    expect(one.changes(of: \.volume) != two.changes(of: \.volume))
    expect(one.changes(of: \.volume) != one.changes(of: \.title.count))
    expect(one.changes(of: \.volume) != one.changes(of: \.volume, options: .new))
  }

  @Test("A key path to a property that is not observable traps")
  func refused() async {
    await #expect(processExitsWith: .failure) {
      _ = Player().publisher(for: \.fixed).record()
    }
  }

  @Test("Properties are probed while the key path is read, and not afterwards")
  func probeIsClosed() throws {
    let player = Player()
    let recorder = player.publisher(for: \.volume).record()
    let cells = PublishedFields.of(Player.self).cells(in: player)
    let cell = try #require(cells.lazy.compactMap { $0 as? PropertyCell<Int> }.first)
    var isSet = [cell.probe.isSet]
    _ = KeyPathProbe.cells(of: player) { isSet.append(cell.probe.isSet) }
    isSet.append(cell.probe.isSet)
    expectEqual(isSet, [false, true, false])
    expect(KeyPathProbe.seen.value[currentThread()] == nil)
    recorder.cancel()
  }

  @Test("Changes of many threads are delivered one at a time, the last one last")
  func threads() {
    final class Shared: KeyPathObservable, @unchecked Sendable {
      // Sendable: the property's cell is safe on any thread, and the wrapper is never replaced.
      @Published var value = 0
    }
    for _ in 0..<30 {
      let shared = Shared()
      let recorder = shared.publisher(for: \.value).record()
      concurrently(4) { thread in
        for step in 1...30 {
          shared.value = thread * 100 + step
          if step == 15 { shared.publisher(for: \.value).record().cancel() }
        }
      }
      expectEqual(recorder.values.count, 121)
      expectEqual(recorder.values.last, shared.value)
      expectEqual(recorder.overlaps, 0)
    }
  }
}
