import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("scanMap and compactScanMap")
struct ScanMapTests {
  // Case XA-042.
  @Test("The closure sees the state that it has left before")
  func keepsState() {
    marbles("-1--2--2--3--|") {
      $0.scanMap(into: 0) { old, new in
        defer { old = new }
        return new - old
      }
    }.expect("-1--1--0--1--|", value: { $0.wholeNumberValue ?? -1 })
  }

  // Case XA-043.
  @Test("The compact form drops nil, and asks for one element more")
  func dropsNil() {
    let compact: @Sendable (inout Int, Int) -> Int? = { old, new in
      defer { old = new }
      return new == old ? nil : new - old
    }
    marbles("-1--2--2--3--|") { $0.compactScanMap(into: 0, compact) }
      .expect("-1--1-----1--|", value: { $0.wholeNumberValue ?? -1 })
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.compactScanMap(into: 0, compact).record(demand: .max(3))
    for (value, demand) in [(1, Subscribers.Demand.none), (2, .none), (2, .max(1)), (3, .none)] {
      expectEqual(upstream.send(value), demand)
    }
    expectEqual(recorder.values, [1, 1, 1])
  }

  // Case XA-044.
  @Test("Two subscriptions do not share the state")
  func subscriptionsAreIndependent() {
    let numbered = ["a", "b"].publisher.scanMap(into: 0) { count, letter in
      count += 1
      return "\(count)\(letter)"
    }
    for _ in 1...2 { expectEqual(numbered.record().values, ["1a", "2b"]) }
  }
}
