/// What a library costs before a program runs.
package enum BuildRow: String, CaseIterable, Sendable {
  case release = "release build of 50 pipelines"
  case stripped = "program of 50 pipelines, stripped"
  case debug = "debug build of 50 pipelines"
  case incremental = "debug build of 50 pipelines, after a change of one line"
  case typeCheck = "type-check of a chain of 16 operators"
  case oneFamily = "program of StreamMapping alone, stripped"
  case toolkit = "clean debug build of the toolkit"

  /// The unit of its figures.
  package enum Unit: String, Sendable {
    case seconds = "s"
    case milliseconds = "ms"
    case kilobytes = "kB"
  }

  package var unit: Unit {
    switch self {
    case .release, .debug, .incremental, .toolkit: .seconds
    case .typeCheck: .milliseconds
    case .stripped, .oneFamily: .kilobytes
    }
  }

  /// What a row is held to: a share of OpenCombine's figure, or where that has none, a figure of its own.
  package enum Limit: Hashable, Sendable {
    case ofOpenCombine(Double)
    case atMost(Double)
  }

  package var goal: Limit {
    switch self {
    case .release, .stripped: .ofOpenCombine(1.3)
    case .debug, .incremental: .ofOpenCombine(2.5)
    case .typeCheck: .atMost(100)
    case .oneFamily: .atMost(1_700)
    case .toolkit: .atMost(100)
    }
  }

  /// What a row that misses its goal has reached; `nil` for the others. `Docs/Performance.md` has the same list, with
  /// the reasons.
  package var reached: Limit? {
    switch self {
    case .release: .ofOpenCombine(4.5)
    case .stripped: .ofOpenCombine(1.9)
    case .debug, .incremental, .typeCheck, .oneFamily, .toolkit: nil
    }
  }

  /// The row as the document lists it, if it misses its goal.
  package var miss: String? {
    guard let reached else { return nil }
    return "\(rawValue) | \(Self.text(goal)) | \(Self.text(reached))"
  }

  private static func text(_ limit: Limit) -> String {
    switch limit {
    case .ofOpenCombine(let share): "\(share.formattedShortly) × OpenCombine"
    case .atMost(let figure): figure.formattedShortly
    }
  }
}

extension Double {
  fileprivate var formattedShortly: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
