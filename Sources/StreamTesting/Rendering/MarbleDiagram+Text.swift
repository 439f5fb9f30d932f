internal import StreamSchedulers

extension MarbleDiagram: CustomStringConvertible {
  /// The diagram as text, at most about a hundred columns wide.
  public var description: String { text() }

  /// The diagram as text: a time axis, and a line of marbles for each stream.
  ///
  ///     time (s)    0    5
  ///     upstream    --1--2--(7!)
  ///                 [ prefix { $0 < 5 } ]
  ///     downstream  --1--2--|
  ///
  /// Values longer than a letter are named and listed below. A run too long for the width is not drawn to scale and
  /// says so; each time above the lines is then that of the column below it.
  ///
  /// - Parameter width: The largest number of ticks in a line.
  /// - Returns: The lines.
  public func text(width: Int = 100) -> String {
    let columns = TextColumns(times: rows.flatMap(\.marks).map(\.time), in: timeRange, tick: tick, width: width)
    var names = MarbleNames(for: valueTexts)
    let cells = rows.map { row in columns.cells(of: row) { names.name(of: $0) } }
    let widths = columns.times.indices.map { index in cells.map { $0[index].columns }.max() ?? 1 }
    let labels = TimeLabels(timeRange)
    let timeLabel = "time (\(labels.unit)\(columns.isToScale ? "" : ", not to scale"))"
    let labelWidth = ([timeLabel] + rows.map(\.label.visible)).map(\.columns).max() ?? 0
    var lines = [timeLabel.padded(to: labelWidth) + "  " + columns.axis(labels, widths: widths)]
    var next = cells.makeIterator()
    for part in parts {
      switch part {
      case .operation(let code): lines.append("".padded(to: labelWidth) + "  [ \(code.visible) ]")
      case .row(let row):
        let cells = zip(next.next() ?? [], widths).map { $0.padded(to: $1) }
        lines.append(row.label.visible.padded(to: labelWidth) + "  " + cells.joined())
      }
    }
    lines += legend(names.legend)
    return lines.map(\.withoutTrailingBlanks).joined(separator: "\n")
  }

  private func legend(_ names: [(name: Character, text: String)]) -> [String] {
    var lines = names.map { "\($0.name) = \($0.text.visible)" }
    for row in rows {
      for case .failure(let text) in row.marks.map(\.kind) where text != "#" { lines.append("# = \(text.visible)") }
    }
    var seen: Set<String> = []
    return lines.filter { seen.insert($0).inserted }
  }
}

/// The times that get a column each.
struct TextColumns {
  let times: [VirtualTime]
  let isToScale: Bool

  init(times marked: [VirtualTime], in range: ClosedRange<VirtualTime>, tick wanted: VirtualTime.Stride?, width: Int) {
    let first = range.lowerBound
    let distances = Set(marked.map { first.distance(to: $0).magnitude }).sorted()
    let span = distances.last ?? 0
    var tick = distances.reduce(0, greatestCommonDivisor)
    if let wanted = wanted?.magnitude, tick.isMultiple(of: wanted), span / wanted < width { tick = wanted }
    if tick == 0 || span / tick < width {
      times = (0...(tick == 0 ? 0 : span / tick)).map { first.advanced(by: .nanoseconds($0 * tick)) }
      isToScale = true
      return
    }
    let coarse = span / max(1, width)
    var times: [VirtualTime] = []
    for distance in distances {
      while times.count < distance / coarse, let last = times.last {
        // A separator between two signals; its time is not shown.
        times.append(last)
      }
      times.append(first.advanced(by: .nanoseconds(distance)))
    }
    self.times = times
    isToScale = false
  }

  /// The cells of a row.
  func cells(of row: MarbleRow, name: (String) -> Character) -> [String] {
    let end = row.endTime
    var marks = row.marks[...]
    return times.indices.map { index in
      let time = times[index]
      // If several columns have the same time, the first holds the signals.
      let isRepeated = index > 0 && times[index - 1] == time
      var symbols: [String] = []
      while !isRepeated, let mark = marks.first, mark.time <= time {
        marks.removeFirst()
        // The line starts at the subscription, unless something precedes it.
        if mark.kind == .subscription, mark.time == times.first { continue }
        symbols.append(mark.kind.symbol(name))
      }
      switch symbols.count {
      case 0: return isDrawn(row, time, isRepeated: isRepeated, end: end) ? "-" : " "
      case 1: return symbols[0]
      default: return "(\(symbols.joined()))"
      }
    }
  }

  private func isDrawn(_ row: MarbleRow, _ time: VirtualTime, isRepeated: Bool, end: VirtualTime?) -> Bool {
    guard let beginning = row.beginningTime, time >= beginning else { return false }
    guard let end else { return true }
    return isRepeated ? time < end : time <= end
  }

  /// The times above the columns.
  func axis(_ labels: TimeLabels, widths: [Int]) -> String {
    // To scale, all labels have the same distance; otherwise show every label that fits.
    let widest = times.map { labels.text($0).columns }.max() ?? 0
    let step = isToScale ? TimeLabels.roundStride(atLeast: max(5, widest + 1)) : 1
    let zero = times.firstIndex(of: 0) ?? 0
    var line = ""
    var offset = 0
    for (index, time) in times.enumerated() {
      let isRepeated = index > 0 && times[index - 1] == time
      if (index - zero) % step == 0 || index == 0, !isRepeated, line.isEmpty || line.columns < offset {
        line = line.padded(to: offset) + labels.text(time)
      }
      offset += widths[index]
    }
    return line
  }
}

extension MarbleRow.Mark.Kind {
  fileprivate func symbol(_ name: (String) -> Character) -> String {
    switch self {
    case .subscription: Marbles.Symbol.subscription.text
    case .value(let text): "\(name(text))"
    case .finished: Marbles.Symbol.finished.text
    case .failure: Marbles.Symbol.failure.text
    case .cancel: Marbles.Symbol.cancel.text
    }
  }
}

private func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
  var (one, other) = (one, other)
  while other != 0 { (one, other) = (other, one % other) }
  return one
}
