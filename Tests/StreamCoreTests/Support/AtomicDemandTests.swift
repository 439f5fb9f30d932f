import StreamCore
import TestSupport
import Testing

// The pendingDemand cannot be copied, so that `#expect` needs an operator between it and the answer.
@Suite("AtomicDemand")
struct AtomicDemandTests {
  @Test("The thread that adds the first demand serves it; others only add")
  func firstServes() {
    let pendingDemand = AtomicDemand()
    expectEqual(pendingDemand.outstanding, .none)
    expectEqual(pendingDemand.add(.max(1)), true)
    expectEqual(pendingDemand.add(.max(2)), false)
    expectEqual(pendingDemand.outstanding, .max(3))
  }

  @Test("Adding none makes no thread serve")
  func addingNothing() {
    let pendingDemand = AtomicDemand()
    expectEqual(pendingDemand.add(.none), false)
    expectEqual(pendingDemand.outstanding, .none)
  }

  @Test("A thread that serves continues until nothing is left; then the next request serves")
  func settling() {
    let pendingDemand = AtomicDemand()
    expectEqual(pendingDemand.add(.max(2)), true)
    expectEqual(pendingDemand.add(.max(3)), false)
    expectEqual(pendingDemand.produced(.max(2)), .max(3))
    expectEqual(pendingDemand.produced(.max(3)), Subscribers.Demand.none)
    expectEqual(pendingDemand.add(.max(1)), true)
  }

  @Test("Unlimited demand is never used up")
  func unlimited() {
    let pendingDemand = AtomicDemand()
    expectEqual(pendingDemand.add(.max(.max)), true)
    expectEqual(pendingDemand.add(.max(.max)), false)
    expectEqual(pendingDemand.outstanding, .unlimited)
    expectEqual(pendingDemand.produced(.max(.max)), .unlimited)
    expectEqual(pendingDemand.takeOne(), true)
    expectEqual(pendingDemand.outstanding, .unlimited)
    expectEqual(pendingDemand.add(.unlimited), false)
  }

  @Test("One is used up for each value, as long as there is demand")
  func takesOne() {
    let pendingDemand = AtomicDemand()
    expectEqual(pendingDemand.takeOne(), false)
    expectEqual(pendingDemand.add(.max(2)), true)
    expectEqual(pendingDemand.takeOne(), true)
    expectEqual(pendingDemand.takeOne(), true)
    expectEqual(pendingDemand.takeOne(), false)
    expectEqual(pendingDemand.outstanding, .none)
  }

  @Test("Once closed it accepts no demand, and reports so", arguments: [Subscribers.Demand.none, .max(2), .unlimited])
  func closing(outstanding: Subscribers.Demand) {
    let pendingDemand = AtomicDemand()
    _ = pendingDemand.add(outstanding)
    expectEqual(pendingDemand.isClosed, false)
    expectEqual(pendingDemand.close(), outstanding)
    expectEqual(pendingDemand.isClosed, true)
    expect(pendingDemand.close() == nil)
    expectEqual(pendingDemand.add(.unlimited), false)
    expectEqual(pendingDemand.takeOne(), false)
    expect(pendingDemand.produced(.max(1)) == nil)
    expectEqual(pendingDemand.outstanding, .none)
  }

  @Test("Of many threads one serves at a time, and all added demand is served")
  func oneServes() {
    let held = Held()
    // Belongs to the thread that serves: a second one would lose changes, and the thread sanitizer would report it.
    nonisolated(unsafe) var served = 0
    concurrently(8) { _ in
      for _ in 0..<5_000 where held.pendingDemand.add(.max(1)) {
        var rest = Subscribers.Demand.max(1)
        while rest != .none {
          served += rest.max ?? 0
          rest = held.pendingDemand.produced(rest) ?? .none
        }
      }
    }
    expectEqual(served, 40_000)
    expectEqual(held.pendingDemand.outstanding, .none)
  }

  @Test("Of many threads that close it, one is the first")
  func oneCloses() {
    for _ in 0..<200 {
      let (held, firsts) = (Held(), Box(0))
      concurrently(4) { _ in
        if held.pendingDemand.close() != nil { firsts.update { $0 += 1 } }
      }
      expectEqual(firsts.value, 1)
    }
  }

  private final class Held: Sendable {
    let pendingDemand = AtomicDemand()
  }
}
