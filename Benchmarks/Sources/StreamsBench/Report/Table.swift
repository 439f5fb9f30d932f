import BenchModel
import Foundation

/// The table for readers.
package enum Table {
  package static let header = [
    "ns per element", "ours", "floor", "OpenCombine", "async", "ours/floor", "goal", "ours/async", "goal",
    "OpenCombine/ours", "goal", "allocations", "",
  ]
  private static let widths = [66, 9, 8, 11, 8, 10, 5, 10, 5, 16, 5, 11, 0]

  package static func line(_ cells: [String]) -> String {
    zip(cells, widths).enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return index == 0 || index == widths.count - 1 ? cell.0 + padding : padding + cell.0
    }.joined(separator: "  ").replacing(/\ +$/, with: "")
  }

  package static func line(_ measurement: Row) -> String {
    let share = measurement.shareOfGoal
    return line([
      measurement.name,
      figure(measurement.streams), figure(measurement.floor), figure(measurement.openCombine),
      figure(measurement.asyncAlgorithms), figure(measurement.ofFloor), figure(measurement.goal.ofFloor),
      figure(measurement.ofAsync), figure(measurement.goal.ofAsync),
      figure(measurement.ofOpenCombine.map { 1 / $0 }), figure(measurement.goal.ofOpenCombine.map { 1 / $0 }),
      figure(measurement.allocations?.perElement),
      (reference(measurement) + [share.map { $0 <= 1 ? "reached" : "missed by \(String(format: "%.2f", $0)) ×" }])
        .compactMap { $0 }.joined(separator: ", "),
    ])
  }

  private static func reference(_ measurement: Row) -> [String?] {
    [
      measurement.ofReference.map {
        "\(figure($0)) × the reference"
          + (measurement.goal.ofReference.map { " (goal \(figure($0)))" } ?? "")
      },
      measurement.allocations.flatMap { $0.isExceeded ? "allocates, permitted \(figure($0.permitted))" : nil },
      measurement.memory.map { "\(kilobytes($0.before)) resident, at the peak \(kilobytes($0.growth)) more" },
      measurement.shares.isEmpty
        ? nil : "slowest sender \(measurement.shares.prefix(3).map(share).joined(separator: ", "))",
    ]
  }

  private static func kilobytes(_ bytes: Int) -> String { "\(bytes / 1_000) kB" }

  private static func share(_ share: Double?) -> String {
    share.map { String(format: "%.2f", $0) } ?? "–"
  }

  package static func figure(_ value: Double?) -> String {
    guard let value else { return "–" }
    return value.formatted(.number.precision(.fractionLength(value < 100 ? 1 : 0)).locale(Locale(identifier: "en_US")))
  }
}
