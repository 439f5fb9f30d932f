/// What a thread did at a point of a schedule.
struct ExplorationStep {
  enum Kind {
    /// Neither of the others: another thread may run before it.
    case access
    /// A lock is entered.
    case entry
    /// A lock has been left.
    case exit
  }

  var kind = Kind.access
  var operation: StaticString

  /// A detail of the step, where it varies.
  var note: String?

  /// The lock or variable: a number that is stable across runs of the schedule, and its type.
  var number: UInt = 0
  var type: Any.Type?
  var address: UInt = 0

  var file: StaticString = ""
  var line: UInt = 0
  var function: StaticString = ""

  /// The step as text: operation, object and source location.
  var description: String {
    var words = note ?? "\(operation)"
    if let type {
      let name = "\(type)".prefix { $0 != "<" }
      words += number == 0 ? " global \(name)" : " \(name) \(number)"
    }
    guard line > 0 else { return words }
    let padding = String(repeating: " ", count: max(2, 44 - words.count))
    let file = "\(file)".split(separator: "/").last ?? ""
    return words + padding + "\(file):\(line) \(function)"
  }
}

/// A step, and the thread that took it.
struct TracedStep {
  let thread: Int
  let step: ExplorationStep
}
