import Foundation
import StreamSubjects
import TestSupport
import Testing

@Suite("Property")
struct PropertyTests {
  // Case XA-305.
  @Test("A mapped property has the transformed value before and after a change, without a subscriber")
  func map() {
    let relay = CurrentValueRelay(1)
    let calls = Box(0)
    let mapped = relay.property.map { value in
      calls.increment()
      return "\(value)"
    }
    expectEqual(calls.value, 0)
    expectEqual(mapped.value, "1")
    relay.accept(2)
    expectEqual(calls.value, 1)
    expectEqual(mapped.value, "2")
  }

  @Test("A subscriber of a mapped property gets the value, then each change")
  func mapSubscriber() {
    let relay = CurrentValueRelay(1)
    let recorder = relay.property.map { $0 * 10 }.record()
    relay.accept(2)
    expectEqual(recorder.values, [10, 20])
    recorder.cancel()
    relay.accept(3)
    expectEqual(recorder.values, [10, 20])
    expect(recorder.completions.isEmpty)
  }

  // Case XA-306.
  @Test("A subscriber of a combined property gets the present values, then one element for each change of a source")
  func combined() {
    let (a, b, c) = (CurrentValueRelay(1), CurrentValueRelay("x"), CurrentValueRelay(true))
    let combined = a.property.combined(with: b.property, c.property)
    let recorder = combined.map { "\($0.0)\($0.1)\($0.2)" }.record()
    expectEqual(recorder.values, ["1xtrue"])
    b.accept("y")
    a.accept(2)
    c.accept(false)
    expectEqual(recorder.values, ["1xtrue", "1ytrue", "2ytrue", "2yfalse"])
    expect(combined.value == (2, "y", false))
    recorder.cancel()
    a.accept(3)
    expectEqual(recorder.values.count, 4)
    let more = a.property.combined(with: b.property, c.property, Property(0), Property("z"))
    expect(more.value == (3, "y", false, 0, "z"))
    expectEqual(more.map { "\($0.0)\($0.1)\($0.2)\($0.3)\($0.4)" }.record().values, ["3yfalse0z"])
    expect(a.property.combined(with: b.property).value == (3, "y"))
  }

  @Test("Of two that are derived from one source, a change is two elements, and a reading is consistent")
  func glitch() {
    let relay = CurrentValueRelay(1)
    let combined = relay.property.combined(with: relay.property.map { $0 * 10 })
    let recorder = combined.map { [$0.0, $0.1] }.record()
    relay.accept(2)
    expectEqual(recorder.values, [[1, 10], [2, 10], [2, 20]])
    expect(combined.value == (2, 20))
  }

  // Case XA-307.
  @Test("The release of a relay finishes its property, and what is derived from it; the value remains")
  func release() {
    var relay: CurrentValueRelay<Int>? = CurrentValueRelay(1)
    guard let property = relay?.property else { return }
    let other = CurrentValueRelay(0)
    let recorders = [property, property.map { $0 + 1 }, property.removingDuplicates()].map { $0.record() }
    let combined = property.combined(with: other.property).map { $0.0 + $0.1 }.record()
    relay?.accept(2)
    relay = nil
    expectEqual(recorders.map(\.values), [[1, 2], [2, 3], [1, 2]])
    for recorder in recorders { expect(recorder.isFinished) }
    expect(!combined.isFinished)
    other.accept(10)
    expectEqual(combined.values, [1, 2, 12])
    expectEqual(property.value, 2)
    expectEqual(property.record().events.dropFirst(), [.value(2), .finished])
    let late = property.record(demand: .none)
    expectEqual(late.events.count, 1)
    late.request(.max(1))
    expectEqual(late.events.dropFirst(), [.value(2), .finished])
  }

  // Case XA-308.
  @Test("A thousand steps are read on a stack of 512 KB, with a call for each")
  func deep() {
    let relay = CurrentValueRelay(0)
    let calls = Box(0)
    var property: Property<Int>? = relay.property
    for _ in 0..<1_000 {
      property = property?.map { value in
        calls.increment()
        return value + 1
      }
    }
    let values = Box<[Int]>([])
    let done = DispatchSemaphore(value: 0)
    let thread = Thread { [property] in
      values.update { $0.append(property?.value ?? -1) }
      relay.accept(1)
      values.update { $0.append(property?.value ?? -1) }
      done.signal()
    }
    thread.stackSize = (isThreadSanitized || isAddressSanitized ? 8 : 1) * 512 * 1_024
    thread.start()
    done.wait()
    expectEqual(values.value, [1_000, 1_001])
    expectEqual(calls.value, 2_000)
    let recorder = property?.record()
    relay.accept(2)
    expectEqual(recorder?.values, [1_001, 1_002])
    recorder?.cancel()
    property = nil
  }

  @Test("A constant is delivered with the finish, when it is requested")
  func constant() {
    let property = Property(1).map { "\($0)" }
    let recorder = property.record(demand: .none)
    expectEqual(property.value, "1")
    expect(recorder.values.isEmpty && recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, ["1"])
    expect(recorder.isFinished)
  }

  @Test("A property of a publisher has the initial value, then the newest, asks for everything, and ends with it")
  func publisher() {
    let upstream = ScriptedPublisher<Int, Never>()
    let property = Property(initial: 0, then: upstream)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    expectEqual(property.value, 0)
    upstream.send(1)
    expectEqual(property.value, 1)
    let recorder = property.record()
    upstream.send(2)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
    expectEqual(property.value, 2)
    expectEqual(Property(initial: 1, then: Just(2)).value, 2)
  }

  @Test(
    "The last copy of a property, or of one derived from it, holds the subscription; its release finishes subscribers")
  func holds() {
    let upstream = ScriptedPublisher<Int, Never>()
    var property: Property<Int>? = Property(initial: 0, then: upstream)
    var derived = property?.map { $0 + 1 }
    let recorder = property?.record()
    property = nil
    expectEqual(upstream.cancelCount, 0)
    upstream.send(1)
    expectEqual(derived?.value, 2)
    derived = nil
    expectEqual(upstream.cancelCount, 1)
    expectEqual(upstream.livingSubscriptionCount, 0)
    expectEqual(recorder?.values, [0, 1])
    expectEqual(recorder?.isFinished, true)
  }

  @Test("Changes to an equal value are left out, for each subscriber")
  func removingDuplicates() {
    let relay = CurrentValueRelay(1)
    let property = relay.property.removingDuplicates()
    let recorder = property.record()
    for value in [1, 2, 2, 1] { relay.accept(value) }
    expectEqual(recorder.values, [1, 2, 1])
    expectEqual(property.record().values, [1])
    expectEqual(property.value, 1)
  }

  @Test("A flat-mapped property goes on with that of the newest value, and finishes with both")
  func flatMap() {
    let (outer, x, y) = (
      Box<CurrentValueRelay<Bool>?>(CurrentValueRelay(true)), CurrentValueRelay(1), CurrentValueRelay(7)
    )
    let inners = [x.property, y.property]
    guard let property = outer.value?.property.flatMap({ $0 ? inners[0] : inners[1] }) else { return }
    let recorder = property.record()
    x.accept(2)
    expectEqual(property.value, 2)
    outer.value?.accept(false)
    x.accept(3)
    y.accept(8)
    expectEqual(property.value, 8)
    expectEqual(recorder.values, [1, 2, 7, 8])
    outer.value = nil
    expect(recorder.completions.isEmpty)
    y.accept(9)
    expectEqual(recorder.values.last, 9)
    expectEqual(Property(1).flatMap { Property($0 + 1) }.record().events.dropFirst(), [.value(2), .finished])
  }

  @Test("A subscriber of a flat-mapped property holds the newest inner property, and no other")
  func flatMapHolds() {
    let outer = CurrentValueRelay(0)
    let upstreams = (0..<2).map { _ in ScriptedPublisher<Int, Never>() }
    let recorder = outer.property.flatMap { Property(initial: $0, then: upstreams[$0]) }.record()
    upstreams[0].send(5)
    outer.accept(1)
    expectEqual(upstreams.map(\.cancelCount), [1, 0])
    upstreams[1].send(6)
    expectEqual(recorder.values, [0, 5, 1, 6])
    recorder.cancel()
    expectEqual(upstreams.map(\.livingSubscriptionCount), [0, 0])
  }

  @Test("Without demand a subscriber is owed the newest value alone")
  func demand() {
    let (a, b) = (CurrentValueRelay(0), CurrentValueRelay(0))
    let switched = a.property.flatMap { value in b.property.map { value + $0 } }
    let combined = a.property.combined(with: b.property).map { $0.0 + $0.1 }
    let properties: [Property<Int>] = [a.property.map { $0 }, a.property.removingDuplicates(), combined, switched]
    let recorders = properties.map { $0.record(demand: .max(1)) }
    for value in 1...3 { a.accept(value) }
    expectEqual(recorders.map(\.values), [[0], [0], [0], [0]])
    for recorder in recorders { recorder.request(.max(1)) }
    expectEqual(recorders.map(\.values), [[0, 3], [0, 3], [0, 3], [0, 3]])
  }

  @Test("A closure that reads, changes or subscribes to the source meets no lock")
  func reentrant() {
    let relay = CurrentValueRelay(1)
    let property = relay.property
    let mapped = property.map { value in
      if value == 1 { relay.accept(2) }
      return value * 10 + property.value
    }
    expectEqual(mapped.value, 12)
    relay.accept(1)
    let recorder = mapped.record()
    expectEqual(recorder.values, [12, 22])
  }

  @Test("A cancel inside a closure or a delivery is the end, and leaves nothing")
  func cancels() {
    let relay = CurrentValueRelay(1)
    let subscription = Box<(any Subscription)?>(nil)
    weak var token: ReleaseToken?
    do {
      let newToken = ReleaseToken()
      token = newToken
      let recorder = RecordingSubscriber<Int, Never>(demand: .unlimited)
      recorder.onSubscription = { subscription.value = $0 }
      relay.property.flatMap { [newToken] (value: Int) -> Property<Int> in
        _ = newToken
        if value == 2 { subscription.value?.cancel() }
        return Property(value).combined(with: relay.property).map { $0.0 + $0.1 }
      }.subscribe(recorder)
      relay.accept(2)
      expect(recorder.values == [2, 3] || recorder.values == [2])
      expect(recorder.completions.isEmpty)
    }
    expect(token == nil)
    relay.accept(3)
  }

  @Test(
    "A property may be captured by another thread; what threads read is never older than what they have read before")
  func threads() {
    let relay = CurrentValueRelay(0)
    let property = relay.property.combined(with: relay.property.map { -$0 }).map { $0.0 - $0.1 }
    let (recorder, wentBack) = (property.record(), Box(0))
    concurrently(4) { thread in
      if thread == 0 {
        for value in 1...10_000 { relay.accept(value) }
      } else {
        var last = 0
        for _ in 0..<10_000 {
          let value = property.value
          if value < last - 1 { wentBack.increment() }
          last = max(last, value)
        }
      }
    }
    expectEqual(wentBack.value, 0)
    expectEqual(property.value, 20_000)
    expectEqual(recorder.values.last, 20_000)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("The stream's operators are those of an erased property; a type that the context requires chooses them, too")
  func operators() {
    let relay = CurrentValueRelay(1)
    let mapped: Publishers.Map<Property<Int>, Int> = Publishers.Map(upstream: relay.property) { $0 + 1 }
    expectEqual(mapped.record().values, [2])
    let recorder = relay.property.eraseToAnyPublisher().record()
    relay.accept(2)
    expectEqual(recorder.values, [1, 2])
  }
}
