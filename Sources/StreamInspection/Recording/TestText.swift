extension StageRecording {
  /// Makes a test of what has passed, as ``StreamInspector/test(of:)`` says.
  ///
  /// - Returns: The text of a file.
  public func test() -> String { TestText(self).text }
}

/// Writes the test of a recording.
private struct TestText {
  private let recording: StageRecording

  /// The times of the signals in microseconds, by stream and place: no two are equal, since signals at one virtual time
  /// come in another order.
  private var times: [Place: Int] = [:]

  private struct Place: Hashable {
    let stream: Int
    let index: Int
  }

  init(_ recording: StageRecording) {
    self.recording = recording
    // What comes out is what the test checks; its requests and its cancel go in.
    var signals = recording.inputs.flatMap { input in
      input.signals.indices.filter { !input.signals[$0].isUpward }.map { (input, $0) }
    }
    let output = recording.output
    signals += output.signals.indices.filter { output.signals[$0].isUpward }.map { (output, $0) }
    var last = 0
    for (stream, index) in signals.sorted(by: { $0.0.signals[$0.1].seconds < $1.0.signals[$1.1].seconds }) {
      last = max(last + 1, microseconds(stream.signals[index].seconds))
      times[Place(stream: stream.id, index: index)] = last
    }
  }

  private var call: StageCall { recording.call }

  var text: String {
    let name = recording.output.name
    var lines = imports
    lines += ["", "/// What passed `\(name)`\(recording.line.map { " of the pipeline from \($0)" } ?? "")."]
    lines += notes.map { "/// \($0)" }
    lines += ["@Test(\"\(name), as recorded\")", "func recorded\(functionName)() {"]
    lines += ["  let scheduler = TestScheduler()", "  // Seconds since the subscription."]
    lines += sources
    lines += ["  let result = scheduler.start(", "    configuration: .init("]
    lines += ["      created: 0, subscribed: 0, cancelled: \(end)\(options))", "  ) {"]
    lines += ["    \(expression)", "  }"]
    lines += expectations.map { "  \($0)" }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  private var imports: [String] {
    let types = ([recording.output] + recording.inputs).flatMap { [$0.output, $0.failure] }
    let modules = types.reduce(into: Set()) { $0.formUnion($1.modules) }
    let known = ["Dispatch", "Foundation", "FoundationEssentials"].filter { modules.contains($0) }
    let clients = modules.subtracting(known).filter { !isToolkit($0) && $0.first != "_" }.sorted()
    return known.map { "import \($0)" } + ["import StreamTesting", "import Streams", "import Testing"]
      + (clients.isEmpty ? [] : [""] + clients.map { "@testable import \($0)" })
  }

  /// What a reader must know of this recording.
  private var notes: [String] {
    let forgotten = ([recording.output] + recording.inputs).reduce(0) { $0 + $1.forgotten }
    return (forgotten > 0 ? ["The first \(forgotten) signals are not here: the recording did not keep them."] : [])
      + (recording.isIncomplete ? ["Some of its inputs are not here: there were too many."] : [])
      + (recording.inputs.isEmpty ? ["It has no input: the stage is a source."] : [])
  }

  private var functionName: String {
    // With the file and the number of the line, so that two of them have different names.
    let line = recording.line?.prefix { $0 != " " }.replacing(".swift", with: "") ?? ""
    let words = "\(recording.output.name) \(line)".split { !($0.isLetter || $0.isNumber) }
    return words.map { capitalized($0) }.joined()
  }

  // MARK: What comes in

  private var outer: [StageRecording.Stream] { recording.inputs.filter { !$0.isInner } }
  private var inner: [StageRecording.Stream] { recording.inputs.filter(\.isInner) }

  private var sources: [String] {
    var lines: [String] = []
    for (index, input) in outer.enumerated() {
      lines += publisher(input, named: outer.count == 1 ? "source" : "source\(index + 1)")
    }
    guard let first = inner.first else { return lines }
    for (index, input) in inner.enumerated() { lines += publisher(input, named: "inner\(index)") }
    return lines + [
      "  // For elements whose inner stream has not begun.",
      "  let silent = scheduler.createAbsoluteTestablePublisher([] as TestSequence<\(types(of: first))>)",
      "  let inners = [\(inner.indices.map { "inner\($0)" }.joined(separator: ", ")), silent]",
    ]
  }

  private func publisher(_ stream: StageRecording.Stream, named name: String) -> [String] {
    let isOuter = !inner.isEmpty && !stream.isInner
    let type = isOuter ? "Int, \(stream.failure.text)" : types(of: stream)
    var signals: [(String, comment: String)] = []
    for (index, signal) in stream.signals.enumerated() where !signal.isUpward {
      let time = seconds(times[Place(stream: stream.id, index: index)] ?? 0)
      switch signal.kind {
      case .value where isOuter:
        let number = innerIndex(of: stream.forgottenValues + signals.count, at: signal.seconds)
        signals.append(("(\(time), .input(\(number)))", "  // \(signal.text.replacing("\n", with: " "))"))
      case .value: signals.append(("(\(time), .input(\(signal.text)))", ""))
      case .failure: signals.append(("(\(time), .completion(.failure(\(signal.text))))", ""))
      case .finished, .request, .cancel: signals.append(("(\(time), .completion(.finished))", ""))
      }
    }
    let isPaced = isPaced(stream)
    var lines = [
      "  let \(isPaced ? "all" : "")\(isPaced ? capitalized(name) : name) = scheduler.createAbsoluteTestablePublisher("
    ]
    switch signals.count {
    case 0: lines.append("    [] as TestSequence<\(type)>)")
    case 1 where signals[0].comment.isEmpty: lines.append("    [\(signals[0].0)] as TestSequence<\(type)>)")
    default:
      lines += ["    ["] + signals.map { "      \($0.0),\($0.comment)" } + ["    ] as TestSequence<\(type)>)"]
    }
    // The source sends regardless of demand; what the stage has not requested yet waits for it.
    if isPaced {
      lines.append(
        "  let \(name) = all\(capitalized(name)).buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)")
    }
    return lines
  }

  private func types(of stream: StageRecording.Stream) -> String { "\(stream.output.text), \(stream.failure.text)" }

  /// Whether a stream was asked for some elements at a time. The buffer's type differs, so inner streams have none.
  private func isPaced(_ stream: StageRecording.Stream) -> Bool {
    !stream.isInner && stream.forgotten == 0
      && !stream.signals.contains { $0.kind == .request && $0.text == "unlimited" }
  }

  /// The inner stream of an element: in the order of the elements, but for a stage that ignores some.
  private func innerIndex(of element: Int, at seconds: Double) -> Int {
    guard call.name == "flatMapFirst" else { return inner.firstIndex { $0.ordinal == element } ?? inner.count }
    let next = outer.first?.signals.first { $0.kind == .value && $0.seconds > seconds }
    return inner.firstIndex { $0.began >= seconds && $0.began < next?.seconds ?? .infinity } ?? inner.count
  }

  // MARK: The stage

  private var expression: String {
    let arguments = call.arguments
    switch call.shape {
    case .chain:
      let source = outer.isEmpty ? "<#source#>" : "source"
      return outer.count > 1 ? "<#\(call.name) of \(names)#>" : "\(source).\(call.name)(\(arguments))"
    case .join where call.name == "mergeMany":
      let all = outer.count == 1 ? ["source"] : outer.indices.map { "source\($0 + 1)" }
      return "Publishers.MergeMany(\(all.map { "\($0).eraseToAnyPublisher()" }.joined(separator: ", ")))"
    case .join: return outer.count < 2 ? "<#\(call.name) of \(names)#>" : "source1.\(joinName)(\(others))"
    case .inner where inner.isEmpty:
      return "source.\(call.name)(\(arguments)) <#{ the inner streams, none of which has begun }#>"
    case .inner where call.name == "switchToLatest": return "source.map { inners[$0] }.switchToLatest()"
    case .inner: return "source.\(call.name)\(arguments.isEmpty ? "" : "(\(arguments))") { inners[$0] }"
    }
  }

  private var names: String { outer.indices.map { "source\($0 + 1)" }.joined(separator: ", ") }
  private var others: String {
    let others = outer.indices.dropFirst().map { "source\($0 + 1)" }
    return (joinName == "merge" ? "with: " : "") + others.joined(separator: ", ")
  }

  /// `zip` for `zip3`.
  private var joinName: String { call.name.last?.isNumber == true ? String(call.name.dropLast()) : call.name }

  /// When the subscription is cancelled, or, if it was not, when the recording was taken.
  private var end: String {
    let output = recording.output
    if let index = output.signals.firstIndex(where: { $0.kind == .cancel }) {
      return seconds(times[Place(stream: output.id, index: index)] ?? 0)
    }
    return seconds(max((times.values.max() ?? 0) + 1, microseconds(recording.duration)))
  }

  /// The demand of the subscriber, if it was not unlimited from the beginning.
  private var options: String {
    let output = recording.output
    let requests = output.signals.enumerated().filter { $1.kind == .request }
    let first = requests.first.flatMap { times[Place(stream: output.id, index: $0.offset)] }
    let isUnlimited = requests.first?.element.text == "unlimited" && first == times.values.min()
    if output.forgotten > 0 || isUnlimited { return "" }
    let log = requests.map { index, request in
      "(\(seconds(times[Place(stream: output.id, index: index)] ?? 0)), .\(request.text))"
    }
    let demand =
      log.count == 1 ? "[\(log[0])]" : "[\n" + log.map { "          \($0),\n" }.joined() + "        ]"
    return ",\n      subscriberOptions: .init(\n        initialDemand: .none,\n        scriptedDemand: \(demand))"
  }

  // MARK: What comes out

  private var expectations: [String] {
    let (output, result) = (recording.output, "result.recordedOutput")
    // What was on its way at a cancel may have come after it.
    let values = output.signals.prefix { $0.kind != .cancel }.filter { $0.kind == .value }.map(\.text)
    let list = values.count < 2 ? ["[\(values.joined())]"] : ["["] + values.map { "  \($0)," } + ["]"]
    var lines = ["let expected: [\(output.output.text)] = \(list[0])"] + list.dropFirst()
    lines.append(
      output.output.isEquatable
        ? "#expect(\(result).inputs == expected)"
        : "#expect(\(result).inputs.map { \"\\($0)\" } == expected.map { \"\\($0)\" })")
    return lines + completion("\(result).completion")
  }

  private func completion(_ completion: String) -> [String] {
    let isEquatable = recording.output.failure.isEquatable
    switch recording.output.signals.last(where: { $0.kind == .finished || $0.kind == .failure }) {
    case nil: return ["#expect(\(completion) == nil)"]
    case let end? where end.kind == .finished:
      return isEquatable
        ? ["#expect(\(completion) == .finished)"] : check(".finished", completion, "It has not finished.")
    case let end?:
      return isEquatable && !end.text.hasPrefix("<#")
        ? ["#expect(\(completion) == .failure(\(end.text)))"] : check(".failure", completion, "It has not failed.")
    }
  }

  /// Errors that cannot be compared.
  private func check(_ kind: String, _ completion: String, _ message: String) -> [String] {
    ["guard case \(kind)? = \(completion) else {", "  Issue.record(\"\(message)\")", "  return", "}"]
  }

  /// Microseconds, as seconds.
  private func seconds(_ microseconds: Int) -> String {
    let digits = String(microseconds % 1_000_000)
    let fraction = String(repeating: "0", count: 6 - digits.count) + digits
    let end = fraction.lastIndex { $0 != "0" }.map { fraction.index(after: $0) } ?? fraction.startIndex
    return end == fraction.startIndex
      ? "\(microseconds / 1_000_000)" : "\(microseconds / 1_000_000).\(fraction[..<end])"
  }
}

/// Whether a module has a name of the toolkit's form.
private func isToolkit(_ module: String) -> Bool {
  module.hasPrefix("Stream") && module.dropFirst("Stream".count).first?.isUppercase == true
}

private func capitalized(_ word: some StringProtocol) -> String { word.prefix(1).uppercased() + word.dropFirst() }

/// Seconds, in microseconds.
private func microseconds(_ seconds: Double) -> Int { Int((seconds * 1e6).rounded()) }

extension RecordedSignal {
  /// Whether it goes up from the subscriber.
  fileprivate var isUpward: Bool { kind == .request || kind == .cancel }
}
