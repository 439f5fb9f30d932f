extension Marbles: CustomStringConvertible {
  /// The diagram, with nothing after its last signal.
  public var description: String { text(width: 0) }

  /// The diagram as a line of text.
  ///
  /// - Parameter width: How many ticks to draw at least.
  /// - Returns: The line.
  public func text(width: Int = 0) -> String {
    columns(width: width).joined()
  }

  /// The texts of the ticks, from the first that is drawn.
  func columns(width: Int) -> [String] {
    let first = min(0, events.first?.tick ?? 0)
    let last = max(events.last?.tick ?? -1, first + width - 1)
    guard last >= first else { return [] }
    return (first...last).map { tick in
      let symbols = events.filter { $0.tick == tick }.map(\.symbol.text)
      return switch symbols.count {
      case 0: "-"
      case 1: symbols[0]
      default: "(\(symbols.joined()))"
      }
    }
  }

  /// This diagram above another, tick under tick, so that they can be compared.
  ///
  /// - Parameters:
  ///   - actual: The other diagram.
  ///   - labels: What stands before the lines.
  /// - Returns: Two lines, and a third that points at the first tick in which they differ.
  public func compared(
    with actual: Marbles, labels: (expected: String, actual: String) = ("expected", "actual")
  ) -> String {
    var upper = columns(width: 0)
    var lower = actual.columns(width: 0)
    let width = max(upper.count, lower.count)
    upper += Array(repeating: " ", count: width - upper.count)
    lower += Array(repeating: " ", count: width - lower.count)
    let labelWidth = max(labels.expected.count, labels.actual.count)
    var lines = [
      labels.expected.padded(to: labelWidth), labels.actual.padded(to: labelWidth), "".padded(to: labelWidth),
    ]
    for index in lines.indices { lines[index] += "  " }
    var pointsAtDifference = false
    for (above, below) in zip(upper, lower) {
      let columnWidth = max(above.count, below.count)
      lines[0] += above.padded(to: columnWidth)
      lines[1] += below.padded(to: columnWidth)
      guard !pointsAtDifference else { continue }
      pointsAtDifference = above != below
      lines[2] += (pointsAtDifference ? "^" : "").padded(to: pointsAtDifference ? 1 : columnWidth)
    }
    return lines.prefix(pointsAtDifference ? 3 : 2).map(\.withoutTrailingBlanks).joined(separator: "\n")
  }
}

extension Marbles.Symbol {
  var text: String {
    switch self {
    case .element(let character): "\(character)"
    case .finished: "|"
    case .failure: "#"
    case .cancel: "!"
    case .subscription: "^"
    }
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension String {
  fileprivate var withoutTrailingBlanks: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
