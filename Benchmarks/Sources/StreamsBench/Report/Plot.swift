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
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(text(width)) \(text(height))" role="img" \
      aria-labelledby="title description">
      <title id="title">How many times faster, or smaller, than OpenCombine</title>
      <desc id="description">\(escaped(description))</desc>
      <style>
      text { font: 13px system-ui, sans-serif; fill: #1c2430; }
      .quiet { fill: #5a6472; }
      .ground { fill: #ffffff; }
      .bar { fill: #2f6db5; }
      .line { stroke: #c9d0d8; stroke-width: 1; }
      .halo { stroke: #ffffff; stroke-width: 7; }
      .goal { stroke: #b3261e; stroke-width: 3; }
      @media (prefers-color-scheme: dark) {
      text { fill: #e6e9ee; }
      .quiet { fill: #9aa4b1; }
      .ground { fill: #14181d; }
      .bar { fill: #6ea8e8; }
      .line { stroke: #39424d; }
      .halo { stroke: #14181d; }
      .goal { stroke: #ff8a80; }
      }
      </style>
      <rect class="ground" width="100%" height="100%"/>
      <text x="16" y="26" style="font-size: 16px; font-weight: 600">How many times faster, or smaller, than OpenCombine 0.14.0</text>
      <text class="quiet" x="16" y="46">A bar that passes the red mark reaches its goal. Logarithmic scale; one run.</text>
      \(axis(to: height - 28))
      \(bars.indices.map(row).joined(separator: "\n"))
      </svg>

      """
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
      <line class="line" x1="\(text(position(mark)))" y1="\(text(top - 8))" x2="\(text(position(mark)))" \
      y2="\(text(bottom))"/>
      <text class="quiet" x="\(text(position(mark)))" y="\(text(bottom + 16))" text-anchor="middle">\(Int(mark)) ×</text>
      """
    }.joined(separator: "\n")
  }

  private func row(_ index: Int) -> String {
    let bar = bars[index]
    let y = top + rowHeight * Double(index)
    let end = position(bar.ratio)
    var lines = [
      """
      <text x="\(text(nameWidth - 10))" y="\(text(y + 14))" text-anchor="end">\(escaped(bar.name))</text>
      """,
      """
      <rect class="bar" x="\(text(nameWidth))" y="\(text(y + 2))" width="\(text(max(1, end - nameWidth)))" height="16" \
      rx="2"/>
      """,
    ]
    var label = end
    if let goal = bar.goal {
      let x = position(goal)
      lines.append(
        """
        <line class="halo" x1="\(text(x))" y1="\(text(y + 2))" x2="\(text(x))" y2="\(text(y + 18))"/>
        <line class="goal" x1="\(text(x))" y1="\(text(y - 1))" x2="\(text(x))" y2="\(text(y + 21))"/>
        """)
      // Next to the mark, if that is at the end of the bar or beyond it.
      if x > end - 4 { label = max(end, x) }
    }
    lines.append(
      """
      <text class="quiet" x="\(text(label + 6))" y="\(text(y + 14))">\(Table.figure(bar.ratio))</text>
      """)
    return lines.joined(separator: "\n")
  }

  private func text(_ number: Double) -> String {
    String(format: "%.1f", number)
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
