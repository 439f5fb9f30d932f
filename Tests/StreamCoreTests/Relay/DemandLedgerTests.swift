import StreamCore
import TestSupport
import Testing

// The ledger cannot be copied, so that `#expect` needs an operator between it and the answer.
@Suite("DemandLedger")
struct DemandLedgerTests {
  @Test("The first to ask serves; those who ask meanwhile only add")
  func firstServes() {
    let ledger = DemandLedger()
    #expect(ledger.outstanding == .none)
    #expect(ledger.add(.max(1)) == true)
    #expect(ledger.add(.max(2)) == false)
    #expect(ledger.outstanding == .max(3))
  }

  @Test("Adding nothing makes nobody serve")
  func addingNothing() {
    let ledger = DemandLedger()
    #expect(ledger.add(.none) == false)
    #expect(ledger.outstanding == .none)
  }

  @Test("Whoever serves goes on until all is settled; then the next to ask serves")
  func settling() {
    let ledger = DemandLedger()
    #expect(ledger.add(.max(2)) == true)
    #expect(ledger.add(.max(3)) == false)
    #expect(ledger.settle(.max(2)) == .max(3))
    #expect(ledger.settle(.max(3)) == Subscribers.Demand.none)
    #expect(ledger.add(.max(1)) == true)
  }

  @Test("Unlimited demand is never used up")
  func unlimited() {
    let ledger = DemandLedger()
    #expect(ledger.add(.max(.max)) == true)
    #expect(ledger.add(.max(.max)) == false)
    #expect(ledger.outstanding == .unlimited)
    #expect(ledger.settle(.max(.max)) == .unlimited)
    #expect(ledger.spendOne() == true)
    #expect(ledger.outstanding == .unlimited)
    #expect(ledger.add(.unlimited) == false)
  }

  @Test("One is spent for each value, as long as there is demand")
  func spending() {
    let ledger = DemandLedger()
    #expect(ledger.spendOne() == false)
    #expect(ledger.add(.max(2)) == true)
    #expect(ledger.spendOne() == true)
    #expect(ledger.spendOne() == true)
    #expect(ledger.spendOne() == false)
    #expect(ledger.outstanding == .none)
  }

  @Test("Once closed it takes nothing, and says so", arguments: [Subscribers.Demand.none, .max(2), .unlimited])
  func closing(outstanding: Subscribers.Demand) {
    let ledger = DemandLedger()
    _ = ledger.add(outstanding)
    #expect(ledger.isClosed == false)
    #expect(ledger.close() == outstanding)
    #expect(ledger.isClosed == true)
    #expect(ledger.close() == nil)
    #expect(ledger.add(.unlimited) == false)
    #expect(ledger.spendOne() == false)
    #expect(ledger.settle(.max(1)) == nil)
    #expect(ledger.outstanding == .none)
  }

  @Test("Of many threads one serves at a time, and all that was added is served")
  func oneServes() {
    let held = Held()
    // Belongs to the thread that serves: a second one would lose changes, and the thread sanitizer would report it.
    nonisolated(unsafe) var served = 0
    concurrently(8) { _ in
      for _ in 0..<5_000 where held.ledger.add(.max(1)) {
        var rest = Subscribers.Demand.max(1)
        while rest != .none {
          served += rest.max ?? 0
          rest = held.ledger.settle(rest) ?? .none
        }
      }
    }
    #expect(served == 40_000)
    #expect(held.ledger.outstanding == .none)
  }

  @Test("Of many threads that close it one is the first")
  func oneCloses() {
    for _ in 0..<200 {
      let (held, firsts) = (Held(), Box(0))
      concurrently(4) { _ in
        if held.ledger.close() != nil { firsts.update { $0 += 1 } }
      }
      #expect(firsts.value == 1)
    }
  }

  private final class Held: Sendable {
    let ledger = DemandLedger()
  }
}
