import StreamCore
import Testing

@testable import StreamParts

@Suite("BranchCredit")
struct BranchCreditTests {
  @Test("A branch has room for its size once it has asked, and again for what has left it")
  func queue() {
    var credit = BranchCredit(size: 2)
    #expect(credit.room == 0)
    credit.add(.max(2))
    #expect(credit.room == 2)
    credit.take()
    credit.take()
    #expect(credit.room == 0)
    #expect(credit.held == 2)
    credit.add(.max(1))
    #expect(credit.room == 1)
    #expect(credit.held == 1)
  }

  @Test("A branch without a queue has room for what is requested")
  func withoutQueue() {
    var credit = BranchCredit(size: 0)
    credit.add(.max(2))
    credit.take()
    #expect(credit.room == 1)
    #expect(credit.held == 0)
    credit.add(.unlimited)
    credit.take()
    #expect(credit.room == .max)
  }

  @Test("A branch without a bound counts what it holds")
  func withoutBound() {
    var credit = BranchCredit(size: .max)
    credit.add(.unlimited)
    for _ in 1...3 { credit.take() }
    #expect(credit.held == 3)
    credit.add(.max(2))
    #expect(credit.held == 1)
  }
}
