import StreamCore
import TestSupport
import Testing

// The pendingDemand cannot be copied, so that `#expect` needs an operator between it and the answer.
@Suite("AtomicDemand")
struct AtomicDemandTests {
  @Test("The thread that adds the first demand serves it; others only add")
  func firstServes() {
    let pendingDemand = AtomicDemand()
    #expect(pendingDemand.outstanding == .none)
    #expect(pendingDemand.add(.max(1)) == true)
    #expect(pendingDemand.add(.max(2)) == false)
    #expect(pendingDemand.outstanding == .max(3))
  }

  @Test("Adding none makes no thread serve")
  func addingNothing() {
    let pendingDemand = AtomicDemand()
    #expect(pendingDemand.add(.none) == false)
    #expect(pendingDemand.outstanding == .none)
  }

  @Test("A thread that serves continues until nothing is left; then the next request serves")
  func settling() {
    let pendingDemand = AtomicDemand()
    #expect(pendingDemand.add(.max(2)) == true)
    #expect(pendingDemand.add(.max(3)) == false)
    #expect(pendingDemand.produced(.max(2)) == .max(3))
    #expect(pendingDemand.produced(.max(3)) == Subscribers.Demand.none)
    #expect(pendingDemand.add(.max(1)) == true)
  }

  @Test("Unlimited demand is never used up")
  func unlimited() {
    let pendingDemand = AtomicDemand()
    #expect(pendingDemand.add(.max(.max)) == true)
    #expect(pendingDemand.add(.max(.max)) == false)
    #expect(pendingDemand.outstanding == .unlimited)
    #expect(pendingDemand.produced(.max(.max)) == .unlimited)
    #expect(pendingDemand.takeOne() == true)
    #expect(pendingDemand.outstanding == .unlimited)
    #expect(pendingDemand.add(.unlimited) == false)
  }

  @Test("One is used up for each value, as long as there is demand")
  func takesOne() {
    let pendingDemand = AtomicDemand()
    #expect(pendingDemand.takeOne() == false)
    #expect(pendingDemand.add(.max(2)) == true)
    #expect(pendingDemand.takeOne() == true)
    #expect(pendingDemand.takeOne() == true)
    #expect(pendingDemand.takeOne() == false)
    #expect(pendingDemand.outstanding == .none)
  }

  @Test("Once closed it accepts no demand, and reports so", arguments: [Subscribers.Demand.none, .max(2), .unlimited])
  func closing(outstanding: Subscribers.Demand) {
    let pendingDemand = AtomicDemand()
    _ = pendingDemand.add(outstanding)
    #expect(pendingDemand.isClosed == false)
    #expect(pendingDemand.close() == outstanding)
    #expect(pendingDemand.isClosed == true)
    #expect(pendingDemand.close() == nil)
    #expect(pendingDemand.add(.unlimited) == false)
    #expect(pendingDemand.takeOne() == false)
    #expect(pendingDemand.produced(.max(1)) == nil)
    #expect(pendingDemand.outstanding == .none)
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
    #expect(served == 40_000)
    #expect(held.pendingDemand.outstanding == .none)
  }

  @Test("Of many threads that close it, one is the first")
  func oneCloses() {
    for _ in 0..<200 {
      let (held, firsts) = (Held(), Box(0))
      concurrently(4) { _ in
        if held.pendingDemand.close() != nil { firsts.update { $0 += 1 } }
      }
      #expect(firsts.value == 1)
    }
  }

  private final class Held: Sendable {
    let pendingDemand = AtomicDemand()
  }
}
