internal import StreamCore

/// How a program has written a stage: `debounce(for: .seconds(1), scheduler: scheduler)`.
struct StageCall: Sendable {
  /// What the stage is made of.
  enum Shape: Sendable {
    /// One upstream.
    case chain
    /// Several upstreams, the others of which are arguments.
    case join
    /// A stream of streams.
    case inner
  }

  let shape: Shape
  let name: String

  /// The arguments with their labels, separated by commas. The others of a join are not among them.
  let arguments: String

  /// Reads a publisher's arguments. What is no number, duration or option, such as a closure, is a placeholder.
  init(of publisher: Any, named name: String) {
    if let joined = StageCall.joins.first(where: { name == $0 || name.dropLast() == $0 || name == "\($0)Many" }) {
      (shape, self.name, arguments) = (.join, joined, "")
      return
    }
    let children = Dictionary(
      Mirror(reflecting: publisher).children.compactMap { child in child.label.map { ($0, child.value) } },
      uniquingKeysWith: { first, _ in first })
    guard let known = StageCall.known[name] else {
      shape = StageCall.inner.contains(name) ? .inner : .chain
      (self.name, arguments) = (name, shape == .inner ? "" : children.count > 1 ? "<#arguments#>" : "")
      return
    }
    (shape, self.name) = (StageCall.inner.contains(name) ? .inner : .chain, known.name)
    let written = known.parameters.map { label, child in
      (label.isEmpty ? "" : "\(label): ") + (children[child].flatMap { argument($0, named: child) } ?? "<#\(child)#>")
    }
    // A closure that may be left out, such as the error of a timeout. Without any argument it is the usual one.
    let named = Set(known.parameters.map(\.1))
    let closures = children.keys.filter { !named.contains($0) && isClosure(children[$0]) }.map { "<#\($0)#>" }
    arguments = (written + (named.isEmpty || shape == .inner ? [] : closures)).joined(separator: ", ")
  }

  private static let joins = ["zip", "combineLatest", "merge"]
  private static let inner: Set = ["flatMap", "concatMap", "flatMapFirst", "flatMapLatest", "switchToLatest"]

  /// The methods of stages whose arguments are numbers, durations and options: their labels, and the properties of the
  /// publishers that have them.
  private static let known: [String: (name: String, parameters: [(String, String)])] = [
    "buffer": ("buffer", [("size", "size"), ("prefetch", "prefetch"), ("whenFull", "whenFull")]),
    "collectByCount": ("collect", [("", "count")]),
    "debounce": ("debounce", [("for", "dueTime"), ("scheduler", "scheduler")]),
    "delay": ("delay", [("for", "interval"), ("scheduler", "scheduler")]),
    "drop": ("dropFirst", [("", "count")]),
    "flatMap": ("flatMap", [("maxPublishers", "maxPublishers")]),
    "measureInterval": ("measureInterval", [("using", "scheduler")]),
    "output": ("output", [("in", "range")]),
    "receiveOn": ("receive", [("on", "scheduler")]),
    "removeDuplicates": ("removeDuplicates", []),
    "replaceEmpty": ("replaceEmpty", [("with", "output")]),
    "replaceError": ("replaceError", [("with", "output")]),
    "subscribeOn": ("subscribe", [("on", "scheduler")]),
    "throttle": ("throttle", [("for", "interval"), ("scheduler", "scheduler"), ("latest", "latest")]),
    "timeout": ("timeout", [("", "interval"), ("scheduler", "scheduler")]),
  ]
}

/// An argument as Swift writes it; `nil` if it has no such form. Every scheduler is that of the test.
private func argument(_ value: Any, named name: String) -> String? {
  switch value {
  case _ where name == "scheduler": return "scheduler"
  case let number as any BinaryInteger: return "\(number)"
  case let stride as any SignedNumeric: return duration(stride).map(durationText)
  case let demand as Subscribers.Demand: return ".\(demand)"
  case let range as Range<Int>: return "\(range)"
  default:
    let mirror = Mirror(reflecting: value)
    // An option of the toolkit: a case without a payload.
    if mirror.displayStyle == .enum { return mirror.children.isEmpty ? ".\(value)" : nil }
    let text = swiftText(of: value)
    return text.hasPrefix("<#") ? nil : text
  }
}

/// Whether it is a function, optional or not.
private func isClosure(_ value: Any?) -> Bool {
  guard let value else { return false }
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional { return isClosure(mirror.children.first?.value) }
  return _typeName(type(of: value)).contains("->")
}

/// The nanoseconds of a duration of any scheduler: whole numbers count nanoseconds, fractions seconds.
private func duration(_ stride: any SignedNumeric) -> Int? {
  switch magnitude(of: stride) {
  case let nanoseconds as any BinaryInteger: return Int(exactly: nanoseconds)
  case let seconds as any BinaryFloatingPoint: return Int(exactly: (Double(seconds) * 1e9).rounded())
  default: return nil
  }
}

private func magnitude<Number: SignedNumeric>(of number: Number) -> Any { number.magnitude }

private func durationText(_ nanoseconds: Int) -> String {
  let units = [(1_000_000_000, "seconds"), (1_000_000, "milliseconds"), (1_000, "microseconds")]
  guard let (unit, name) = units.first(where: { nanoseconds.isMultiple(of: $0.0) }) else {
    return ".nanoseconds(\(nanoseconds))"
  }
  return ".\(name)(\(nanoseconds / unit))"
}
