package import BenchModel
import Foundation

/// The result of a row of builds.
package struct BuildFigure: Sendable, CustomStringConvertible {
  package let row: BuildRow
  package let streams: Double
  package let openCombine: Double?

  /// What the figures do not say; empty if there is nothing.
  package let note: String

  package init(_ row: BuildRow, streams: Double, openCombine: Double? = nil, note: String = "") {
    self.row = row
    self.streams = streams
    self.openCombine = openCombine
    self.note = note
  }

  /// Whether it is above its goal or, if the row is known to miss that, above what it has reached.
  package var failsCheck: Bool { exceeds(row.reached ?? row.goal) }

  /// Whether the row is on the list of misses and reaches its goal.
  package var isListedInVain: Bool { row.reached != nil && !exceeds(row.goal) }

  private func exceeds(_ limit: BuildRow.Limit) -> Bool {
    switch limit {
    case .ofOpenCombine(let share):
      guard let openCombine else { return true }
      return streams > share * openCombine
    case .atMost(let figure): return streams > figure
    }
  }

  package var description: String {
    let figures = [("ours", streams), ("OpenCombine", openCombine)].compactMap { name, value in
      value.map { "\(name) \(Table.figure($0)) \(row.unit.rawValue)" }
    }
    let ratio = openCombine.map { "\(String(format: "%.2f", streams / $0)) ×" }
    let goal =
      switch row.goal {
      case .ofOpenCombine(let share): "goal \(share) ×"
      case .atMost(let figure): "goal \(Table.figure(figure)) \(row.unit.rawValue)"
      }
    let judgement = exceeds(row.goal) ? "missed" : "reached"
    return "\(row.rawValue): "
      + (figures + [ratio, "\(goal), \(judgement)", note.isEmpty ? nil : note].compactMap { $0 }).joined(
        separator: ", ")
  }

  package func json() throws -> String {
    var object: [String: Any] = ["case": row.rawValue, "unit": row.unit.rawValue, "streams": streams, "note": note]
    object["opencombine"] = openCombine ?? NSNull()
    switch row.goal {
    case .ofOpenCombine(let share): object["goal_of_opencombine"] = share
    case .atMost(let figure): object["goal"] = figure
    }
    let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }
}
