internal import StreamSchedulers

/// Formats times in one unit: the largest that fits the whole diagram.
struct TimeLabels {
  let unit: String
  private let nanoseconds: Int

  init(_ range: ClosedRange<VirtualTime>) {
    let span = range.lowerBound.distance(to: range.upperBound).magnitude
    switch span {
    case 1..<1_000: (unit, nanoseconds) = ("ns", 1)
    case 1_000..<1_000_000: (unit, nanoseconds) = ("µs", 1_000)
    case 1_000_000..<1_000_000_000: (unit, nanoseconds) = ("ms", 1_000_000)
    default: (unit, nanoseconds) = ("s", 1_000_000_000)
    }
  }

  /// Formats a time with no more digits than needed.
  func text(_ time: VirtualTime) -> String {
    let (whole, rest) = time.sinceZero.magnitude.quotientAndRemainder(dividingBy: nanoseconds)
    guard rest != 0 else { return "\(whole)" }
    let digits = "\(nanoseconds + abs(rest))".dropFirst()
    let fraction = String(digits.reversed().drop { $0 == "0" }.reversed())
    return "\(rest < 0 && whole == 0 ? "-" : "")\(whole).\(fraction)"
  }

  /// The ticks of an axis: multiples of a round stride within a range.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - minimum: Their smallest distance, in nanoseconds.
  /// - Returns: The times.
  static func marks(in range: ClosedRange<VirtualTime>, atLeast minimum: Int) -> [VirtualTime] {
    let step = roundStride(atLeast: minimum)
    let first = range.lowerBound.sinceZero.magnitude
    let last = range.upperBound.sinceZero.magnitude
    var time = first - first % step
    if time < first { time += step }
    var marks: [VirtualTime] = []
    while time <= last {
      marks.append(VirtualTime(.nanoseconds(time)))
      time += step
    }
    return marks
  }

  /// The smallest of 1, 2, 5, 10, 20, 50, … that is at least `minimum`.
  static func roundStride(atLeast minimum: Int) -> Int {
    var power = 1
    while power < Int.max / 100 {
      for factor in [1, 2, 5] where factor * power >= minimum { return factor * power }
      power *= 10
    }
    return minimum
  }
}
