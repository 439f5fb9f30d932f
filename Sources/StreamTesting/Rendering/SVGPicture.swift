internal import StreamSchedulers

/// Lays out and draws a diagram as SVG.
struct SVGPicture {
  private static let margin = 20.0
  /// Longer texts are listed below the streams.
  private static let longestText = 12

  private let diagram: MarbleDiagram
  private let range: ClosedRange<VirtualTime>
  private let labels: TimeLabels
  private var rows: [SVGRow]
  private let legend: [String]
  private let plotLeft: Double
  private let plotWidth: Double
  private let width: Double
  private var document = SVGDocument()
  private var key = SVGKey()

  init(_ diagram: MarbleDiagram) {
    self.diagram = diagram
    let range = diagram.timeRange
    self.range = range
    labels = TimeLabels(range)
    var names = MarbleNames(for: diagram.valueTexts)
    var types: [String] = []
    rows = diagram.rows.map { row in
      if !types.contains(row.valueType) { types.append(row.valueType) }
      let shape = (types.firstIndex(of: row.valueType) ?? 0) % 3
      return SVGRow(row, shape: shape) { text in
        let visible = text.visible
        return visible.columns > Self.longestText ? "\(names.name(of: text))" : visible
      }
    }
    let more = rows.flatMap { [labels] row in
      row.items.filter(\.isCount).map { item in
        let place = "\(item.text) of \(row.row.label.visible) at \(labels.text(item.time)) \(labels.unit)"
        return "\(place) = \(item.fullText.visible)"
      }
    }
    legend = names.legend.map { "\($0.name) = \($0.text.visible)" } + more

    let span = Double(range.lowerBound.distance(to: range.upperBound).magnitude)
    let wanted = (rows.map(\.wantedScale).max() ?? 0) * span
    let plotWidth = min(960, max(420, wanted))
    self.plotWidth = plotWidth
    let scale = span > 0 ? plotWidth / span : 0
    let reaches = rows.flatMap(\.items).map { item in
      let x = Double(range.lowerBound.distance(to: item.time).magnitude) * scale
      return (left: item.halfWidth - x, right: x + item.rightReach - plotWidth)
    }
    let gutter = diagram.rows.map(Self.gutterWidth).max() ?? 0
    plotLeft = Self.margin + gutter + max(32, (reaches.map(\.left).max() ?? 0) + 28)
    let natural = plotLeft + plotWidth + max(34, (reaches.map(\.right).max() ?? 0) + 4) + Self.margin
    width = natural.rounded(.up)
    for index in rows.indices { rows[index].placeItems(x: x) }
  }

  private func x(_ time: VirtualTime) -> Double {
    let span = Double(range.lowerBound.distance(to: range.upperBound).magnitude)
    let distance = Double(range.lowerBound.distance(to: time).magnitude)
    return plotLeft + (span > 0 ? distance / span * plotWidth : 0)
  }

  private static func labelLines(_ row: MarbleRow) -> [String] {
    SVGText.wrapped(row.label.visible, columns: 24, limit: 3)
  }

  private static func tagText(_ row: MarbleRow) -> String { SVGText.truncated(row.typeTag, columns: 26) }

  private static func gutterWidth(_ row: MarbleRow) -> Double {
    max(labelLines(row).map { SVGText.width($0) }.max() ?? 0, SVGText.width(tagText(row), small: true))
  }

  // MARK: Drawing

  /// Draws everything.
  ///
  /// - Parameter appearance: Light or dark.
  /// - Returns: The document.
  mutating func draw(_ appearance: MarbleAppearance) -> String {
    let columns = Int((width - 2 * Self.margin) / 9.6)
    let title = SVGText.wrapped(diagram.title, columns: columns, limit: 2)
    for (index, line) in title.enumerated() {
      document.text(line, Self.margin, 34 + Double(index) * 20, class: "title")
    }
    let top = 32 + Double(title.count) * 20
    let bottom = top + diagram.parts.indices.reduce(0) { $0 + height(ofPart: $1) }
    drawAxis(top: top, bottom: bottom)
    var y = top
    var nextRow = 0
    for (index, part) in diagram.parts.enumerated() {
      switch part {
      case .operation(let code): drawBox(code, y)
      case .row:
        drawRow(rows[nextRow], y)
        nextRow += 1
      }
      y += height(ofPart: index)
    }
    y = key.draw(in: &document, from: bottom + 46, left: Self.margin, width: width - 2 * Self.margin)
    for entry in legend {
      for line in SVGText.wrapped(entry, columns: Int((width - 2 * Self.margin) / 8.5), limit: 3) {
        y += 20
        document.text(line, Self.margin, y, class: "legend")
      }
    }
    return wrap(height: (y + 18).rounded(.up), appearance)
  }

  private func wrap(height: Double, _ appearance: MarbleAppearance) -> String {
    let size = (SVGDocument.number(width), SVGDocument.number(height))
    let words = diagram.narration
    let id =
      "m"
      + String(
        (diagram.title + words).utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
          (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }, radix: 16)
    let head = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sm\" role=\"img\" aria-labelledby=\"\(id)t \(id)d\""
        + " width=\"\(size.0)\" height=\"\(size.1)\" viewBox=\"0 0 \(size.0) \(size.1)\">",
      "<title id=\"\(id)t\">\(SVGDocument.escaped(diagram.title))</title>",
      "<desc id=\"\(id)d\">\(SVGDocument.escaped(words))</desc>",
      "<style>", appearance.styleSheet, "</style>",
      "<rect class=\"page\" width=\"\(size.0)\" height=\"\(size.1)\" rx=\"8\"/>",
    ]
    return (head + document.lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func boxLines(_ code: String) -> [String] {
    SVGText.wrapped(code.visible, columns: Int((plotWidth - 8) / 8.5), limit: 3)
  }

  private func height(ofPart index: Int) -> Double {
    switch diagram.parts[index] {
    case .operation(let code): return Double(boxLines(code).count) * 18 + 34
    case .row:
      let number = diagram.parts[..<index].count { if case .row = $0 { true } else { false } }
      return rows[number].height + 14
    }
  }

  private mutating func drawAxis(top: Double, bottom: Double) {
    let span = range.lowerBound.distance(to: range.upperBound).magnitude
    let minimum = max(1, Int(Double(span) * 56 / plotWidth))
    let marks = span == 0 ? [range.lowerBound] : TimeLabels.marks(in: range, atLeast: minimum)
    for time in marks {
      document.line(x(time), top, x(time), bottom + 4, class: "grid")
      document.text(labels.text(time), x(time), bottom + 20, class: "small faint middle")
    }
    document.text("time in \(labels.unit)", plotLeft - 24, bottom + 20, class: "small faint end")
  }

  private mutating func drawBox(_ code: String, _ y: Double) {
    let lines = boxLines(code)
    document.rectangle(
      plotLeft - 16, y + 4, plotWidth + 32, Double(lines.count) * 18 + 16, radius: 8, class: "box")
    for (index, line) in lines.enumerated() {
      document.text(line, plotLeft + plotWidth / 2, y + 25 + Double(index) * 18, class: "middle")
    }
  }

  private mutating func drawRow(_ row: SVGRow, _ top: Double) {
    let y = top + 24
    drawLabels(row.row, y)
    drawLine(row, y)
    for mark in row.row.marks where mark.kind == .finished {
      let lanes = row.items.filter { $0.time == mark.time }.map(\.lane).max() ?? 0
      let reach = Double(lanes) * SVGRow.laneHeight + 24
      document.line(x(mark.time), y - 24, x(mark.time), y + reach, class: "bar")
      key.add(.finished)
    }
    for group in row.items.filter({ $0.lane > 0 }) {
      document.line(x(group.time), y, x(group.time), y + Double(group.lane) * SVGRow.laneHeight, class: "leader")
    }
    for item in row.items {
      let isMissed = row.row.subscriptionTime.map { item.time < $0 } ?? false
      draw(item, shape: row.shape, isMissed: isMissed, y + Double(item.lane) * SVGRow.laneHeight)
    }
  }

  private mutating func drawLabels(_ row: MarbleRow, _ y: Double) {
    let lines = Self.labelLines(row)
    let tag = Self.tagText(row)
    var baseline = y + 5 - Double(lines.count - 1) * 9 - (tag.isEmpty ? 0 : 8)
    for line in lines {
      document.text(line, Self.margin, baseline, class: "label")
      baseline += 17
    }
    if !tag.isEmpty { document.text(tag, Self.margin, baseline, class: "small faint") }
  }

  private mutating func drawLine(_ row: SVGRow, _ y: Double) {
    guard let beginning = row.row.beginningTime, let subscribed = row.row.subscriptionTime else { return }
    if beginning < subscribed {
      document.line(x(beginning) - 16, y, x(subscribed) - 13, y, class: "line missed")
      key.add(.missed(row.shape))
    }
    let hasSign = row.row.marks.contains { $0.kind == .subscription }
    let start = hasSign ? row.signPosition(subscribed, x: x) : x(subscribed)
    if let end = row.row.endTime {
      document.line(start, y, x(end), y, class: "line")
    } else {
      let tip = plotLeft + plotWidth + 28
      document.line(start, y, tip, y, class: "line")
      document.path([(tip, y), (tip - 9, y - 5), (tip - 9, y + 5)], class: "arrow")
      key.add(.open)
    }
    if hasSign {
      key.add(.subscribed)
      SVGKey.Symbol.subscribed.draw(in: &document, start, y)
    }
  }

  private mutating func draw(_ item: SVGRow.Item, shape: Int, isMissed: Bool, _ y: Double) {
    let x = x(item.time)
    document.raw("<g>")
    let title = "\(item.fullText) at \(labels.text(item.time)) \(labels.unit)"
    document.raw("<title>\(SVGDocument.escaped(title))</title>")
    switch item.kind {
    case .value:
      document.marble(x, y, halfWidth: item.halfWidth, shape: shape, isMissed: isMissed)
      document.text(item.text, x, y + 5, class: "middle")
    case .failure:
      SVGKey.Symbol.failed.draw(in: &document, x, y)
      if !item.text.isEmpty { document.text(item.text, x + 18, y + 4, class: "small") }
      key.add(.failed)
    case .cancel:
      SVGKey.Symbol.cancelled.draw(in: &document, x, y)
      key.add(.cancelled)
    }
    document.raw("</g>")
  }
}

extension SVGDocument {
  /// A value: round, square or pointed, depending on its type.
  mutating func marble(_ x: Double, _ y: Double, halfWidth: Double, shape: Int, isMissed: Bool) {
    let name = "v\(shape)" + (isMissed ? " missed" : "")
    switch shape {
    case 2:
      path(
        [
          (x - halfWidth + 7, y - 15), (x + halfWidth - 7, y - 15), (x + halfWidth + 2, y), (x + halfWidth - 7, y + 15),
          (x - halfWidth + 7, y + 15), (x - halfWidth - 2, y),
        ], class: name)
    case 1: rectangle(x - halfWidth, y - 15, 2 * halfWidth, 30, radius: 3, class: name)
    default: rectangle(x - halfWidth, y - 16, 2 * halfWidth, 32, radius: 16, class: name)
    }
  }
}
