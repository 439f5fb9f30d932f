internal import Foundation
public import StreamTesting

extension Scenario {
  /// A test of what is on the screen, complete, to be copied into a file of its own.
  ///
  /// - Parameters:
  ///   - outcome: What the run has shown.
  ///   - timelines: The timelines that were played in place of the scenario's own.
  /// - Returns: The lines.
  public func test(of outcome: Outcome, timelines: [String: Marbles] = [:]) -> String {
    let played = inputs.map { name, marbles in
      PlayedTimeline(name: name, marbles: timelines[name] ?? marbles, source: source)
    }
    return CopiedTest(
      title: symbol, timelines: played, code: code(numbers: outcome.parameters), outcome: outcome, limit: limit,
      startsTasks: startsTasks, file: place.file
    ).text
  }
}

extension Outcome {
  /// A test of a chain that has no scenario of the table.
  ///
  /// - Parameters:
  ///   - timeline: What upstream plays: numbers.
  ///   - code: What is applied to it.
  ///   - limit: The tick at which the run stops.
  /// - Returns: The lines.
  public func test(upstream timeline: Marbles, code: String, limit: Int) -> String {
    let upstream = PlayedTimeline(name: "upstream", marbles: timeline, source: "")
    return CopiedTest(
      title: "chain()", timelines: [upstream], code: code, outcome: self, limit: limit, startsTasks: false, file: ""
    ).text
  }
}

/// A timeline, and how the code plays it.
struct PlayedTimeline {
  private enum Style: Equatable { case numbers, text, flags, infallible, property, values(String) }

  let name: String
  private let marbles: Marbles
  private let style: Style

  /// Whether the code names it.
  let isNamed: Bool

  init(name: String, marbles: Marbles, source: String) {
    self.name = name
    self.marbles = marbles
    let styles: [(String, Style)] = [
      ("text.", .text), ("flags.", .flags), ("infallible.", .infallible), ("properties.", .property),
    ]
    let values = source.firstRange(of: "on(\"\(name)\", [").map { start in
      SourceText.balanced(source[source.index(before: start.upperBound)...])
    }
    style = values.map(Style.values) ?? styles.first { source.contains("on.\($0.0)\(name)") }?.1 ?? .numbers
    isNamed = name.first?.isLetter == true
  }

  /// Whether it can be what `marbles` plays.
  var isSource: Bool { isNamed && style != .infallible && style != .property }

  /// The arguments of `marbles`, or of `TestScheduler.publisher`, whose failure is never left to a default.
  func arguments(ofPublisher isPublisher: Bool) -> String {
    let failure = ", failure: MarbleFailure()"
    let values =
      switch style {
      case .numbers, .infallible, .property:
        isPublisher ? failure + ", value: { $0.wholeNumberValue ?? 0 }" : ""
      case .text: (isPublisher ? failure : "") + ", value: { \"\\($0)\" }"
      case .flags: (isPublisher ? failure : "") + ", value: { $0 == \"t\" }"
      case .values(let values):
        ", values: \(values)" + (isPublisher ? ", errors: [\"#\": MarbleFailure()]" : failure)
      }
    return "\"\(marbles)\"" + values
  }

  var publisher: String { "scheduler.publisher(\(arguments(ofPublisher: true)))" }

  /// The lines that declare it.
  var declaration: [String] {
    switch style {
    case .infallible: return ["let \(name) = \(publisher).catch { _ in Empty<Int, Never>() }"]
    case .property:
      let first = marbles.events.lazy.compactMap { event -> Character? in
        if case .element(let digit) = event.symbol { digit } else { nil }
      }.first
      return [
        "let \(name)Relay = CurrentValueRelay(\(first ?? "0"))",
        "\(publisher).catch { _ in Empty<Int, Never>() }.dropFirst().subscribe(\(name)Relay).store(in: cancellables)",
        "let \(name) = \(name)Relay.property",
      ]
    default: return ["let \(name) = \(publisher)"]
    }
  }
}

/// The text of a test.
struct CopiedTest {
  let title: String
  let timelines: [PlayedTimeline]
  let code: String
  let outcome: Outcome
  let limit: Int
  let startsTasks: Bool

  /// Where the scenario is written, with the types that it uses.
  let file: String

  private var hasOneStream: Bool { outcome.outputs.map(\.label) == ["downstream"] && !code.contains("record(") }

  /// Whether `marbles` can run it, which requests everything, and waits for no task.
  private var isPlain: Bool { hasOneStream && outcome.demands.isEmpty && !startsTasks }

  var text: String {
    let name = title.prefix { $0 != "(" }.filter { $0.isLetter || $0.isNumber }
    let body = isPlain ? plainBody : recordedBody
    let lines =
      ["import Foundation", "import StreamTesting", "import Streams", "import Testing", ""]
      + ["@Test(\"\(title)\")", "func \(name.isEmpty ? "operator" : name)Scenario()\(startsTasks ? " async" : "") {"]
      + body.map { $0.isEmpty ? "" : "  \($0)" } + ["}"] + types
    let text = lines.joined(separator: "\n")
    // Foundation is named only where a scenario needs it.
    let names = ["JSONEncoder", "JSONDecoder", "Data(", "Date(", "Notification", "URL("]
    return names.contains(where: text.contains) ? text : text.replacing("import Foundation\n", with: "")
  }

  private var codeLines: [String] {
    // What names timelines anew is of no use beside their declarations.
    code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .filter { $0.wholeMatch(of: #/let (.+) = \1/#) == nil }
  }

  /// What stands before the streams: the clock, helpers, and timelines.
  private func preamble(without source: PlayedTimeline?) -> [String] {
    var lines = ["let scheduler = TestScheduler()"]
    // A closure that was chosen may leave one out.
    let words = Set(code.split { !$0.isLetter && !$0.isNumber })
    let declared = timelines.filter { $0.isNamed && $0.name != source?.name && words.contains($0.name[...]) }
      .flatMap(\.declaration)
    if (declared + codeLines).contains(where: { $0.contains("cancellables") }) {
      lines.append("let cancellables = CancellableBag()")
    }
    if code.contains("queue") { lines.append("let queue = BusyQueue(scheduler: scheduler)") }
    if SourceText.calls("at", in: code) {
      lines += [
        "func at(_ tick: Int, _ action: @escaping @Sendable () -> Void) {",
        "  scheduler.schedule(after: VirtualTime(.seconds(tick)), action)", "}",
      ]
    }
    lines += SourceText.helpers(of: code)
    if code.contains("letters(of") {
      let entries = timelines.filter { !$0.isNamed }.map { "\"\($0.name)\": scheduler.publisher(\($0.letters))" }
      lines += [
        "@Sendable func letters(of number: Int) async -> MarblePublisher<String, MarbleFailure> {",
        "  await wait(number)",
        "  let all = [", "    " + entries.joined(separator: ",\n    "), "  ]", "  return all[\"\\(number)\"]!", "}",
      ]
    }
    return lines + declared
  }

  private var plainBody: [String] {
    let source = timelines.first { $0.isSource }
    let preamble = preamble(without: source)
    let needsClock = preamble.count > 1 || code.contains("scheduler")
    let (marbles, legend) = outcome.outputs[0].alone
    let arguments =
      [source?.arguments(ofPublisher: false) ?? "\"\""] + (needsClock ? ["scheduler: scheduler"] : [])
      + ["limit: \(limit)"]
    let start = "marbles(\(arguments.joined(separator: ", "))) { \(source?.name ?? "_") in"
    return (needsClock ? preamble : []) + [start] + codeLines.map { "  \($0)" } + ["}"]
      + legend.map { "// \($0.name) is \($0.text.replacing("\n", with: " "))" } + [".expect(\"\(marbles)\")"]
  }

  private var recordedBody: [String] {
    var lines = codeLines
    if hasOneStream {
      if let place = lines.lastIndex(where: { $0.hasPrefix("return ") }) {
        lines[place] = "let downstream = " + lines[place].dropFirst("return ".count)
      } else {
        lines[0] = "let downstream = " + lines[0]
      }
      let demand = outcome.demands.first.map { ", demand: \"\($0.requests)\"" } ?? ""
      lines.append("record(\"downstream\", downstream\(demand))")
    }
    let end = "VirtualTime(.seconds(\(limit)))"
    if startsTasks {
      lines = ["await withSerialTasks {"] + lines.map { "  \($0)" } + ["  await scheduler.advance(to: \(end))", "}"]
    } else {
      lines.append("scheduler.resume(until: \(end))")
    }
    let diagram = MarbleDiagram("", tick: 1, outcome.outputs.map(MarbleDiagram.Part.row)).text()
    return preamble(without: nil) + Self.recorder + lines
      + ["#expect(MarbleDiagram(\"\", tick: 1, recordings.rows.map { .row($0) }).text() == \"\"\""]
      + diagram.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0.replacing("\\", with: "\\\\"))" }
      + ["  \"\"\")"]
  }

  private static let recorder = [
    "let recordings = Recordings()",
    "@Sendable func record<P: Publisher & SendableMetatype>(",
    "  _ name: String, _ publisher: P, at tick: Int = 0, demand: Marbles? = nil, cancelAt end: Int? = nil", ") {",
    "  recordings.record(name, publisher, on: scheduler, at: tick, demand: demand, cancelAt: end)", "}",
  ]

  private static let recordings = """

    /// What streams deliver, each from a tick on. The thread that moves the clock is the only one that uses it.
    private final class Recordings: @unchecked Sendable {
      private var shown: [() -> MarbleRow] = []

      var rows: [MarbleRow] { shown.map { $0() } }

      func record<P: Publisher & SendableMetatype>(
        _ name: String, _ publisher: P, on scheduler: TestScheduler, at tick: Int, demand: Marbles?, cancelAt end: Int?
      ) {
        let requests = (demand?.events ?? []).compactMap { event -> (VirtualTime, Subscribers.Demand)? in
          guard case .element(let digit) = event.symbol, let count = digit.wholeNumberValue else { return nil }
          return (VirtualTime(.seconds(event.tick)), .max(count))
        }
        let subscriber = scheduler.createTestableSubscriber(
          P.Output.self, P.Failure.self,
          options: TestableSubscriberOptions(
            initialDemand: demand == nil ? .unlimited : .none, scriptedDemand: DemandLog(requests)))
        shown.append {
          var row = MarbleRow(name, subscriber.recordedOutput, cancelledAt: subscriber.recordedCancellation)
          (row.valueType, row.failureType) = ("", "")
          return row
        }
        if tick == 0 {
          publisher.subscribe(subscriber)
        } else {
          nonisolated(unsafe) let publisher = publisher
          scheduler.schedule(after: VirtualTime(.seconds(tick))) { publisher.subscribe(subscriber) }
        }
        if let end { scheduler.schedule(after: VirtualTime(.seconds(end))) { subscriber.cancel() } }
      }
    }
    """

  /// The types that the code uses: private ones of the scenario's file, and those of this module.
  private var types: [String] {
    let own = SourceText.types(of: file, named: code + timelines.map(\.publisher).joined())
    let queue = code.contains("queue") ? "BusyQueue" : ""
    let stage = SourceText.types(of: SourceText.sibling("Stage+Queue.swift"), named: queue)
    return (own + stage).flatMap { ["", $0] } + (isPlain ? [] : [Self.recordings])
  }
}

extension PlayedTimeline {
  /// The arguments of `TestScheduler.publisher` that make letters.
  fileprivate var letters: String { "\"\(marbles)\", failure: MarbleFailure(), value: { \"\\($0)\" }" }
}

extension MarbleRow {
  /// The marbles, with the names that `MarbleRun.expect` gives: a value that is no single letter or digit is `A`, `B`,
  /// ….
  fileprivate var alone: (marbles: Marbles, legend: [(name: Character, text: String)]) {
    let texts = marks.compactMap { if case .value(let text) = $0.kind { text } else { nil } }
    let isOwn = { (text: String) in text.count == 1 && text.allSatisfy { $0.isLetter || $0.isNumber } }
    let free = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".filter { !texts.contains("\($0)") }
    var legend: [(name: Character, text: String)] = []
    for text in texts where !isOwn(text) && !legend.contains(where: { $0.text == text }) {
      legend.append((Array(free)[legend.count % free.count], text))
    }
    let events = marks.compactMap { mark -> Marbles.Event? in
      let symbol: Marbles.Symbol? =
        switch mark.kind {
        case .value(let text): .element(legend.first { $0.text == text }?.name ?? text.first ?? "?")
        case .finished: .finished
        case .failure: .failure
        case .cancel: .cancel
        case .subscription: nil
        }
      return symbol.map { Marbles.Event(tick: mark.time.sinceZero.magnitude / 1_000_000_000, symbol: $0) }
    }
    return (Marbles(events: events), legend)
  }

  /// The digits of a demand.
  fileprivate var requests: Marbles { alone.marbles }
}

extension SourceText {
  static func sibling(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Whether the code calls a function of this name, which is no method.
  static func calls(_ function: String, in code: String) -> Bool {
    code.ranges(of: "\(function)(").contains { range in
      let before = code[..<range.lowerBound].last ?? " "
      return before != "." && !before.isLetter
    }
  }

  /// The functions of the stage that the code calls, as local ones.
  static func helpers(of code: String) -> [String] {
    var wanted = code
    let functions = ["Stage+Tasks.swift", "Stage+Seconds.swift"].flatMap { file in
      declarations(of: sibling(file), matching: #/^  func (\w+)/#)
    }
    // One may call another, which is written before it.
    var called: [(name: String, text: String)] = []
    for (name, text) in functions.reversed() where name != "letters" && calls(name, in: wanted) {
      called.insert((name, text), at: 0)
      wanted += text
    }
    if code.contains("letters(of"), !called.contains(where: { $0.name == "wait" }) {
      called += functions.filter { $0.name == "wait" }
    }
    return called.flatMap { "@Sendable \($0.text)".split(separator: "\n").map(String.init) }
  }

  /// The types of a file that a text names.
  static func types(of file: String, named text: String) -> [String] {
    declarations(of: file, matching: #/^(?:private |public )(?:struct|final class|enum|typealias) (\w+)/#)
      .filter { text.contains($0.name) }
      .map { "private " + $0.text.replacing(#/^(private|public) /#, with: "").replacing("public ", with: "") }
  }

  /// The declarations whose first line matches, up to the line that closes them.
  private static func declarations(
    of file: String, matching start: Regex<(Substring, Substring)>
  ) -> [(name: String, text: String)] {
    let source = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard let match = try? start.firstMatch(in: lines[index]) else { return nil }
      let margin = lines[index].prefix { $0 == " " }
      let end = lines[index].hasSuffix("{") ? lines[index...].firstIndex { $0 == margin + "}" } ?? index : index
      return (String(match.1), lines[index...end].map { $0.dropFirst(margin.count) }.joined(separator: "\n"))
    }
  }
}
