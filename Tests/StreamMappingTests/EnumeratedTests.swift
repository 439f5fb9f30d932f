import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("enumerated")
struct EnumeratedTests {
  // Case XA-078.
  @Test("Pairs each element with its number")
  func numbers() {
    let run = marbles("-7--8--|") { $0.enumerated().map { "\($0.offset): \($0.element)" } }
    run.expect("-A--B--|", values: ["A": "0: 7", "B": "1: 8"])
  }

  // Case XA-079.
  @Test("Each subscription counts from the given number")
  func subscriptionsAreIndependent() {
    let numbered = ["a", "b"].publisher.enumerated(startingAt: 5)
    for _ in 1...2 { expectEqual(numbered.record().values.map(\.offset), [5, 6]) }
  }

  @Test("The number stays at the largest")
  func saturates() {
    let numbered = [1, 2, 3].publisher.enumerated(startingAt: .max - 1).record().values
    expectEqual(numbered.map(\.offset), [.max - 1, .max, .max])
  }
}
