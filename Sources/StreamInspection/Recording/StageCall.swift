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
  init<P: Publisher>(of publisher: P, named name: String) {
    self.name = StageCall.methods[name]?.name ?? name
    if StageCall.joins.contains(where: { name == $0 || name.dropLast() == $0 }) || name == "mergeMany" {
      (shape, arguments) = (.join, "")
      return
    }
    shape = StageCall.inner.contains(name) ? .inner : .chain
    guard let method = StageCall.methods[name], !(P.self is AnyObject.Type) else {
      arguments = shape == .inner || StageCall.bare.contains(name) ? "" : "<#arguments#>"
      return
    }
    let children = Dictionary(
      Mirror(reflecting: publisher).children.compactMap { child in child.label.map { ($0, child.value) } },
      uniquingKeysWith: { first, _ in first })
    var written = method.parameters.map { parameter in
      (parameter.label.isEmpty ? "" : "\(parameter.label): ")
        + (children[parameter.property].flatMap(parameter.kind.text) ?? "<#\(parameter.property)#>")
    }
    // A closure that may be left out: the error of a timeout.
    let named = Set(method.parameters.map(\.property))
    if shape == .chain {
      written += children.keys.filter { !named.contains($0) && isClosure(children[$0]) }.map { "<#\($0)#>" }
    }
    arguments = written.joined(separator: ", ")
  }

  private static let joins = ["zip", "combineLatest", "merge"]
  private static let inner: Set = ["flatMap", "concatMap", "flatMapFirst", "flatMapLatest", "switchToLatest"]

  /// Methods without arguments.
  private static let bare: Set = ["collect", "count", "first", "last", "ignoreOutput", "dematerialize", "materialize"]

  private struct Parameter {
    let label: String

    /// The property of the publisher that has the argument.
    let property: String

    let kind: ArgumentKind

    init(_ label: String, _ property: String, _ kind: ArgumentKind) {
      (self.label, self.property, self.kind) = (label, property, kind)
    }
  }

  private static let scheduler = Parameter("scheduler", "scheduler", .scheduler)

  /// The methods whose arguments are numbers, durations, options and values.
  private static let methods: [String: (name: String, parameters: [Parameter])] = [
    "buffer": (
      "buffer",
      [
        Parameter("size", "size", .value), Parameter("prefetch", "prefetch", .option),
        Parameter("whenFull", "whenFull", .option),
      ]
    ),
    "collectByCount": ("collect", [Parameter("", "count", .value)]),
    "debounce": ("debounce", [Parameter("for", "dueTime", .duration), scheduler]),
    "delay": ("delay", [Parameter("for", "interval", .duration), scheduler]),
    "drop": ("dropFirst", [Parameter("", "count", .value)]),
    "flatMap": ("flatMap", [Parameter("maxPublishers", "maxPublishers", .option)]),
    "output": ("output", [Parameter("in", "range", .text)]),
    "receiveOn": ("receive", [Parameter("on", "scheduler", .scheduler)]),
    "replaceEmpty": ("replaceEmpty", [Parameter("with", "output", .value)]),
    "replaceError": ("replaceError", [Parameter("with", "output", .value)]),
    "subscribeOn": ("subscribe", [Parameter("on", "scheduler", .scheduler)]),
    "throttle": (
      "throttle", [Parameter("for", "interval", .duration), scheduler, Parameter("latest", "latest", .value)]
    ),
    "timeout": ("timeout", [Parameter("", "interval", .duration), scheduler]),
  ]
}

private enum ArgumentKind {
  case value, duration, scheduler

  /// A member of an enumeration without a payload, or a demand.
  case option

  /// A value whose description is how Swift writes it.
  case text

  /// The argument as Swift writes it; `nil` if it has no such form.
  func text(of value: Any) -> String? {
    switch self {
    case .value:
      let text = swiftText(of: value)
      return text.hasPrefix("<#") ? nil : text
    case .duration: return (value as? any SignedNumeric).flatMap(nanoseconds(of:)).map(durationText)
    // Every scheduler is that of the test.
    case .scheduler: return "scheduler"
    case .option: return value is Subscribers.Demand || Mirror(reflecting: value).children.isEmpty ? ".\(value)" : nil
    case .text: return "\(value)"
    }
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
private func nanoseconds(of stride: any SignedNumeric) -> Int? {
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
