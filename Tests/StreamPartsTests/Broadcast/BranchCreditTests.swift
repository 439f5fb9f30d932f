import StreamCore
import TestSupport
import Testing

@testable import StreamParts

@Suite("BranchCredit")
struct BranchCreditTests {
  @Test("A branch has room for its size once it has asked, and again for what has left it")
  func queue() {
    var credit = BranchCredit(size: 2)
    expectEqual(credit.room, 0)
    credit.add(.max(2))
    expectEqual(credit.room, 2)
    credit.take()
    credit.take()
    expectEqual(credit.room, 0)
    expectEqual(credit.held, 2)
    credit.add(.max(1))
    expectEqual(credit.room, 1)
    expectEqual(credit.held, 1)
  }

  @Test("A branch without a queue has room for what is requested")
  func withoutQueue() {
    var credit = BranchCredit(size: 0)
    credit.add(.max(2))
    credit.take()
    expectEqual(credit.room, 1)
    expectEqual(credit.held, 0)
    credit.add(.unlimited)
    credit.take()
    expectEqual(credit.room, .max)
  }

  @Test("A branch without a bound counts what it holds")
  func withoutBound() {
    var credit = BranchCredit(size: .max)
    credit.add(.unlimited)
    for _ in 1...3 { credit.take() }
    expectEqual(credit.held, 3)
    credit.add(.max(2))
    expectEqual(credit.held, 1)
  }
}
