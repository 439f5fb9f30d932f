import BenchModel
import Foundation

/// The ratios as bars: how many times faster than OpenCombine each row is, with its goal. It is readable without
/// colour.
package struct Plot {
  private struct Bar {
    let name: String
    let ratio: Double
    let goal: Double?
  }

  private let bars: [Bar]

  package init(_ measurements: [Row]) {
    bars = measurements.compactMap { measurement in
      guard let ratio = measurement.ofOpenCombine, ratio > 0 else { return nil }
      return Bar(name: measurement.name, ratio: 1 / ratio, goal: measurement.goal.ofOpenCombine.map { 1 / $0 })
    }
  }

  private let nameWidth = 490.0
  private let barWidth = 400.0
  private let rowHeight = 24.0
  private let top = 64.0

  /// The scale is logarithmic: from a half to the longest bar.
  private var largest: Double { bars.map { max($0.ratio, $0.goal ?? 1) }.max() ?? 1 }

  private func position(_ ratio: Double) -> Double {
    let low = log10(0.5)
    return nameWidth + barWidth * max(0, log10(ratio) - low) / (log10(max(largest, 10)) - low)
  }

  package var svg: String {
    let height = top + rowHeight * Double(bars.count) + 40
    let width = nameWidth + barWidth + 80
    return Drawing(
      width: width, height: height, title: "How many times faster, or smaller, than OpenCombine",
      description: description, heading: "How many times faster, or smaller, than OpenCombine 0.14.0",
      note: "A bar that passes the red mark reaches its goal. Logarithmic scale; one run.",
      body: ([axis(to: height - 28)] + bars.indices.map(row)).joined(separator: "\n")
    ).svg
  }

  private var description: String {
    bars.map { "\($0.name): \(Table.figure($0.ratio)) times" + ($0.goal.map { ", goal \(Table.figure($0))" } ?? "") }
      .joined(separator: "; ")
  }

  private func axis(to bottom: Double) -> String {
    var marks: [Double] = [1]
    while let last = marks.last, last * 10 <= largest { marks.append(last * 10) }
    return marks.map { mark in
      """
      <line class="line" x1="\(Drawing.text(position(mark)))" y1="\(Drawing.text(top - 8))" x2="\(Drawing.text(position(mark)))" \
      y2="\(Drawing.text(bottom))"/>
      <text class="quiet" x="\(Drawing.text(position(mark)))" y="\(Drawing.text(bottom + 16))" text-anchor="middle">\(Int(mark)) ×</text>
      """
    }.joined(separator: "\n")
  }

  private func row(_ index: Int) -> String {
    let bar = bars[index]
    let y = top + rowHeight * Double(index)
    let end = position(bar.ratio)
    var lines = [
      """
      <text x="\(Drawing.text(nameWidth - 10))" y="\(Drawing.text(y + 14))" text-anchor="end">\(Drawing.escaped(bar.name))</text>
      """,
      """
      <rect class="bar" x="\(Drawing.text(nameWidth))" y="\(Drawing.text(y + 2))" width="\(Drawing.text(max(1, end - nameWidth)))" height="16" \
      rx="2"/>
      """,
    ]
    var label = end
    if let goal = bar.goal {
      let x = position(goal)
      lines.append(
        """
        <line class="halo" x1="\(Drawing.text(x))" y1="\(Drawing.text(y + 2))" x2="\(Drawing.text(x))" y2="\(Drawing.text(y + 18))"/>
        <line class="goal" x1="\(Drawing.text(x))" y1="\(Drawing.text(y - 1))" x2="\(Drawing.text(x))" y2="\(Drawing.text(y + 21))"/>
        """)
      // Next to the mark, if that is at the end of the bar or beyond it.
      if x > end - 4 { label = max(end, x) }
    }
    lines.append(
      """
      <text class="quiet" x="\(Drawing.text(label + 6))" y="\(Drawing.text(y + 14))">\(Table.figure(bar.ratio))</text>
      """)
    return lines.joined(separator: "\n")
  }
}
