import Foundation

/// The axes of a panel: sizes to the right, costs upwards, both of them logarithmic.
struct LogarithmicFrame {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  /// The highest cost that has room.
  let ceiling: Double
  let sizes: [Int]

  func x(_ size: Int) -> Double {
    guard let first = sizes.first, let last = sizes.last, last > first else { return x + width / 2 }
    return x + width * log10(Double(size) / Double(first)) / log10(Double(last) / Double(first))
  }

  /// A cost below one nanosecond lies on the axis.
  func y(_ cost: Double) -> Double { y + height * (1 - max(0, log10(cost)) / log10(ceiling)) }

  /// A line for 1, 10 and so on, and a mark for each size.
  func axes(unit: String) -> String {
    var costs = [1.0]
    while let last = costs.last, last * 10 <= ceiling { costs.append(last * 10) }
    return
      (costs.map(line) + sizes.map { mark(x($0), y + height + 21, Self.short($0)) }
      + [mark(x + width / 2, y + height + 38, unit)]).joined(separator: "\n")
  }

  private func line(_ cost: Double) -> String {
    """
    <line class="line" x1="\(Drawing.text(x))" y1="\(Drawing.text(y(cost)))" x2="\(Drawing.text(x + width))" \
    y2="\(Drawing.text(y(cost)))"/>
    \(mark(x - 8, y(cost) + 4, Self.grouped(Int(cost)), anchor: "end"))
    """
  }

  private func mark(_ x: Double, _ y: Double, _ text: String, anchor: String = "middle") -> String {
    """
    <text class="quiet" x="\(Drawing.text(x))" y="\(Drawing.text(y))" text-anchor="\(anchor)">\(text)</text>
    """
  }

  /// Powers of ten from a thousand on: a hundred million would not fit.
  private static func short(_ size: Int) -> String {
    let zeros = String(size).dropFirst().count
    guard zeros > 2, size == Int(pow(10, Double(zeros))) else { return grouped(size) }
    let superscripts = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    return "10" + String(String(zeros).compactMap { $0.wholeNumberValue.map { superscripts[$0] } })
  }

  private static func grouped(_ number: Int) -> String {
    number.formatted(.number.locale(Locale(identifier: "en_US")))
  }
}
