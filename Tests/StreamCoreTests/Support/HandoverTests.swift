import StreamCore
import TestSupport
import Testing

@Suite("Handover")
struct HandoverTests {
  private var handover = Handover()

  @Test("Demand is withheld, added up, and returned at the end")
  mutating func withholds() {
    let areWithheld = [handover.withhold(.max(2)), handover.withhold(.none), handover.withhold(.max(3))]
    expectEqual(areWithheld, [true, true, true])
    expect(!handover.isOver)
    let withheld = handover.end()
    expectEqual(withheld, .max(5))
    expect(handover.isOver)
  }

  @Test("Without a request nothing is returned at the end")
  mutating func withoutRequest() {
    let withheld = handover.end()
    expectEqual(withheld, .none)
    expect(handover.isOver)
  }

  @Test("After the end nothing is withheld, and a second end returns nothing")
  mutating func afterEnd() {
    _ = handover.withhold(.unlimited)
    let first = handover.end()
    let isWithheld = handover.withhold(.max(1))
    let second = handover.end()
    expectEqual(first, .unlimited)
    expect(!isWithheld)
    expectEqual(second, .none)
  }
}
