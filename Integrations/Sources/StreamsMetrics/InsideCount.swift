internal import CoreMetrics
internal import IntegrationParts

/// How many values of one subscription are inside a measured part.
final class InsideCount: Sendable {
  /// The part that a value is entering on this thread.
  @TaskLocal static var current: InsideCount?

  private let meter: Meter

  /// `nil` after the end.
  private let count = Lock<Int?>(0)

  init(_ meter: Meter) {
    self.meter = meter
  }

  func enter() {
    let isOpen = count.withLock { count in
      count? += 1
      return count != nil
    }
    if isOpen { meter.increment() }
  }

  /// Takes off values that have left, or have been dropped: no more than are inside, since a part may deliver what
  /// never entered.
  func leave(_ number: Int) {
    let left = count.withLock { inside -> Int in
      let left = min(number, inside ?? 0)
      inside? -= left
      return left
    }
    if left > 0 { meter.decrement(by: Double(left)) }
  }

  /// Takes off what is inside.
  func end() {
    let left = count.withLock { inside -> Int in
      defer { inside = nil }
      return inside ?? 0
    }
    if left > 0 { meter.decrement(by: Double(left)) }
  }
}
