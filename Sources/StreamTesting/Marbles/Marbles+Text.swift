extension Marbles: CustomStringConvertible {
  /// The diagram, up to its last signal.
  public var description: String { text(width: 0) }

  /// The diagram as a line of text.
  ///
  /// - Parameter width: The smallest number of ticks to draw.
  /// - Returns: The line.
  public func text(width: Int = 0) -> String {
    let first = firstTick
    return columns(from: first, through: max(lastTick, first + width - 1)).joinedAsMarbles()
  }

  /// The first drawn tick.
  var firstTick: Int { min(0, events.first?.tick ?? 0) }

  /// The last drawn tick; less than the first if there is none.
  var lastTick: Int { events.last?.tick ?? -1 }

  /// The text of each tick in a range.
  func columns(from first: Int, through last: Int) -> [String] {
    guard last >= first else { return [] }
    var symbols = Array(repeating: [String](), count: last - first + 1)
    for event in events where (first...last).contains(event.tick) {
      symbols[event.tick - first].append(event.symbol.text)
    }
    return symbols.map { symbols in
      switch symbols.count {
      case 0: "-"
      case 1: symbols[0]
      default: "(\(symbols.joinedAsMarbles()))"
      }
    }
  }

  /// Stacks this diagram above another, tick under tick, for comparison.
  ///
  /// - Parameters:
  ///   - actual: The other diagram.
  ///   - labels: The labels of the two lines.
  /// - Returns: Two lines, and a third that points at the first differing tick.
  public func compared(
    with actual: Marbles, labels: (expected: String, actual: String) = ("expected", "actual")
  ) -> String {
    let first = min(firstTick, actual.firstTick)
    var upper = columns(from: first, through: lastTick)
    var lower = actual.columns(from: first, through: actual.lastTick)
    let width = max(upper.count, lower.count)
    upper += Array(repeating: " ", count: width - upper.count)
    lower += Array(repeating: " ", count: width - lower.count)
    let labelWidth = max(labels.expected.columns, labels.actual.columns)
    var lines = [
      labels.expected.padded(to: labelWidth), labels.actual.padded(to: labelWidth), "".padded(to: labelWidth),
    ]
    for index in lines.indices { lines[index] += "  " }
    var pointsAtDifference = false
    for (above, below) in zip(upper, lower) {
      let columnWidth = max(above.columns, below.columns)
      lines[0] += above.padded(to: columnWidth)
      lines[1] += below.padded(to: columnWidth)
      guard !pointsAtDifference else { continue }
      pointsAtDifference = above != below
      lines[2] += (pointsAtDifference ? "^" : "").padded(to: pointsAtDifference ? 1 : columnWidth)
    }
    return lines.prefix(pointsAtDifference ? 3 : 2).map(\.withoutTrailingBlanks).joined(separator: "\n")
  }
}

extension [String] {
  /// Joins the texts, with a blank between two that would combine into one character, as letters of Hangul do.
  fileprivate func joinedAsMarbles() -> String {
    reduce(into: "") { text, next in
      if let last = text.last, last.isLetter, "\(last)\(next)".count <= next.count { text += " " }
      text += next
    }
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
