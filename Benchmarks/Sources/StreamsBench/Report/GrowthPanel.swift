import BenchModel
import Foundation

/// One row against its sizes.
struct GrowthPanel {
  /// The contestants that are drawn; each has a shape, a dash and a label of its own.
  enum Curve: CaseIterable {
    case openCombine, streams, floor

    var label: String {
      switch self {
      case .openCombine: "OpenCombine"
      case .streams: "swift-streams"
      case .floor: "floor"
      }
    }

    var strokeClass: String {
      switch self {
      case .openCombine: "other-curve"
      case .streams: "curve"
      case .floor: "low-curve"
      }
    }

    var dashes: String {
      switch self {
      case .openCombine: "7 4"
      case .streams: "none"
      case .floor: "2 3"
      }
    }

    func figure(_ row: Row) -> Double? {
      switch self {
      case .openCombine: row.openCombine
      case .streams: row.streams
      case .floor: row.floor
      }
    }

    /// A triangle, a disc or a square.
    func mark(x: Double, y: Double) -> String {
      let (x, y) = (Drawing.text(x), Drawing.text(y))
      return switch self {
      case .openCombine: "<path class=\"other\" d=\"M \(x) \(y) m -4.5 3.5 h 9 l -4.5 -8 z\"/>"
      case .streams: "<circle class=\"bar\" cx=\"\(x)\" cy=\"\(y)\" r=\"4\"/>"
      case .floor: "<path class=\"low\" d=\"M \(x) \(y) m -3.2 -3.2 h 6.4 v 6.4 h -6.4 z\"/>"
      }
    }
  }

  private let title: String
  private let unit: String
  private let rows: [(size: Int, row: Row)]

  /// - Parameter series: The row's name, with its unit after a colon, and what was measured, by size.
  init(_ series: (name: String, rows: [(size: Int, row: Row)])) {
    let parts = series.name.split(separator: ": ")
    title = parts.dropLast().joined(separator: ": ")
    unit = String(parts.last ?? "")
    rows = series.rows
  }

  var largest: Double { rows.flatMap { row in Curve.allCases.compactMap { $0.figure(row.row) } }.max() ?? 1 }

  var description: String {
    rows.map { size, row in
      "\(title), \(size) \(unit): "
        + Curve.allCases.compactMap { curve in
          curve.figure(row).map { "\(curve.label) \(Table.figure($0)) ns" }
        }.joined(separator: ", ")
    }.joined(separator: "; ")
  }

  // The margins around the axes.
  private let left = 52.0
  private let right = 66.0
  private let head = 26.0
  private let axisHeight = 126.0

  func svg(x: Double, y: Double, width: Double, ceiling: Double) -> String {
    let frame = LogarithmicFrame(
      x: x + left, y: y + head, width: width - left - right, height: axisHeight, ceiling: ceiling,
      sizes: rows.map(\.size))
    let heading = """
      <text x="\(Drawing.text(x + 16))" y="\(Drawing.text(y + 14))" style="font-weight: 600">\(Drawing.escaped(title))</text>
      """
    return ([heading, frame.axes(unit: unit)] + Curve.allCases.map { curve($0, in: frame) } + labels(in: frame))
      .joined(separator: "\n")
  }

  private func curve(_ curve: Curve, in frame: LogarithmicFrame) -> String {
    let points = rows.compactMap { size, row in
      curve.figure(row).map { (x: frame.x(size), y: frame.y($0)) }
    }
    guard !points.isEmpty else { return "" }
    let line = points.map { "\(Drawing.text($0.x)) \(Drawing.text($0.y))" }.joined(separator: " L ")
    let path = """
      <path class="\(curve.strokeClass)" stroke-dasharray="\(curve.dashes)" d="M \(line)"/>
      """
    return ([path] + points.map { curve.mark(x: $0.x, y: $0.y) }).joined(separator: "\n")
  }

  /// The figures of the largest size, beside their points; where those are close, one above the other.
  private func labels(in frame: LogarithmicFrame) -> [String] {
    guard let last = rows.last else { return [] }
    let figures = Curve.allCases.compactMap { curve in curve.figure(last.row) }.sorted()
    return zip(figures, Self.spread(figures.map { frame.y($0) }, apart: 14)).map { figure, y in
      """
      <text x="\(Drawing.text(frame.x(last.size) + 10))" y="\(Drawing.text(y + 4))">\(Table.figure(figure))</text>
      """
    }
  }

  /// Moves places, which are sorted from below, so far up that none is closer to the one before.
  static func spread(_ heights: [Double], apart: Double) -> [Double] {
    var spread: [Double] = []
    for height in heights { spread.append(min(height, (spread.last ?? .infinity) - apart)) }
    return spread
  }
}
