import StreamSubscribing
import TestSupport
import Testing

/// Counts its cancels, and does something at each.
private final class Counted: Cancellable, Sendable {
  let cancels = Box(0)
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void = {}) {
    self.action = action
  }

  func cancel() {
    cancels.increment()
    action()
  }
}

/// The three cancellables that keep others, seen alike.
private struct Keeper {
  let cancellable: any Cancellable & Sendable
  let insert: @Sendable (any Cancellable) -> Void

  enum Kind: CaseIterable {
    case composite, serial, single
  }

  init(_ kind: Kind) {
    switch kind {
    case .composite:
      let composite = CompositeCancellable()
      (cancellable, insert) = (composite, { composite.insert($0) })
    case .serial:
      let serial = SerialCancellable()
      (cancellable, insert) = (serial, { serial.replace(with: $0) })
    case .single:
      let single = SingleAssignmentCancellable()
      (cancellable, insert) = (single, { single.set($0) })
    }
  }
}

@Suite("CompositeCancellable, SerialCancellable, SingleAssignmentCancellable")
struct CancellablesTests {
  // Case XA-341.
  @Test("What comes in is cancelled by the cancel, and what comes later at once", arguments: Keeper.Kind.allCases)
  fileprivate func cancelsLate(kind: Keeper.Kind) {
    let (early, late) = (Counted(), Counted())
    let keeper = Keeper(kind)
    keeper.insert(early)
    expectEqual(early.cancels.value, 0)
    keeper.cancellable.cancel()
    keeper.cancellable.cancel()
    expectEqual(early.cancels.value, 1)
    let fresh = kind == .single ? Keeper(.single) : keeper
    fresh.cancellable.cancel()
    fresh.insert(late)
    expectEqual(late.cancels.value, 1)
  }

  // Case XA-342.
  @Test("What is set while another thread cancels is always cancelled, once")
  func race() {
    // A meeting of two threads takes its time where others run.
    let pairs = (0..<repetitions(manyTimes / 10, full: 100_000)).map { _ in (SingleAssignmentCancellable(), Counted()) }
    TestSupport.race(over: pairs, { $0.0.set($0.1) }, against: { $0.0.cancel() })
    expect(pairs.allSatisfy { $0.1.cancels.value == 1 })
  }

  // Case XA-343.
  @Test("One that is replaced inside the cancel of the one before is cancelled, and the last is kept")
  func replacesInCancel() {
    let serial = SerialCancellable()
    let (second, third) = (Counted(), Counted())
    let first = Counted { serial.replace(with: third) }
    serial.replace(with: first)
    serial.replace(with: second)
    expectEqual([first, second, third].map(\.cancels.value), [1, 1, 0])
    serial.cancel()
    expectEqual([first, second, third].map(\.cancels.value), [1, 1, 1])
  }

  @Test("Nothing takes the place of the one before, which is cancelled")
  func replacesWithNothing() {
    let serial = SerialCancellable()
    let first = Counted()
    serial.replace(with: first)
    serial.replace(with: nil)
    serial.cancel()
    expectEqual(first.cancels.value, 1)
  }

  @Test("The members of a composite are cancelled in the order in which they came in")
  func order() {
    let log = Box<[Int]>([])
    let members = (0..<20).map { number in Counted { log.update { $0.append(number) } } }
    let composite = CompositeCancellable(members[0], members[1])
    for member in members.dropFirst(2) { composite.insert(member) }
    composite.cancel()
    expectEqual(log.value, Array(0..<20))
  }

  @Test("A member that is removed is released, not cancelled; a foreign or used token has no effect")
  func removes() {
    let (one, two) = (Counted(), Counted())
    let (composite, other) = (CompositeCancellable(), CompositeCancellable())
    let token = composite.insert(one)
    let foreign = other.insert(two)
    expect(token != foreign)
    composite.remove(foreign)
    other.remove(token)
    composite.remove(token)
    composite.remove(token)
    composite.cancel()
    other.cancel()
    expectEqual([one, two].map(\.cancels.value), [0, 1])
  }

  @Test("A release cancels, and a cancel releases", arguments: Keeper.Kind.allCases)
  fileprivate func releases(kind: Keeper.Kind) {
    let member = Counted()
    do { Keeper(kind).insert(member) }
    expectEqual(member.cancels.value, 1)
    let keeper = Keeper(kind)
    weak var kept: Counted?
    do {
      let short = Counted()
      keeper.insert(short)
      kept = short
    }
    expect(kept != nil)
    keeper.cancellable.cancel()
    expect(kept == nil)
  }

  @Test("A member may cancel what keeps it, and so may its release", arguments: Keeper.Kind.allCases)
  fileprivate func reentrant(kind: Keeper.Kind) {
    let keeper = Keeper(kind)
    let member = Counted { keeper.cancellable.cancel() }
    keeper.insert(member)
    keeper.cancellable.cancel()
    expectEqual(member.cancels.value, 1)
    let (composite, cancels) = (CompositeCancellable(), Counted())
    let token = composite.insert(AnyCancellable { composite.insert(cancels) })
    composite.remove(token)
    expectEqual(cancels.cancels.value, 0)
    composite.cancel()
    expectEqual(cancels.cancels.value, 1)
  }

  @Test("A second assignment traps, also after a cancel")
  func secondAssignment() async {
    await #expect(processExitsWith: .failure) {
      let single = SingleAssignmentCancellable()
      single.set(Subscriptions.empty)
      single.set(Subscriptions.empty)
    }
    await #expect(processExitsWith: .failure) {
      let single = SingleAssignmentCancellable()
      single.cancel()
      single.set(Subscriptions.empty)
      single.set(Subscriptions.empty)
    }
  }

  @Test("Threads that insert, replace and cancel leave nothing that is not cancelled, and cancel nothing twice")
  func threads() {
    let (composite, serial) = (CompositeCancellable(), SerialCancellable())
    let members = (0..<4).map { _ in (0..<500).map { _ in Counted() } }
    let replaced = (0..<4).map { _ in (0..<500).map { _ in Counted() } }
    concurrently(4) { thread in
      for (index, member) in members[thread].enumerated() {
        composite.insert(member)
        serial.replace(with: replaced[thread][index])
        if thread == 0, index == 250 {
          composite.cancel()
          serial.cancel()
        }
      }
    }
    expect((members + replaced).joined().allSatisfy { $0.cancels.value == 1 })
  }
}
