internal import NIOHTTP1
internal import OperatorScenarios
internal import StreamTesting

/// A scenario to be run, with timelines and numbers in place of its own.
struct RunRequest: Decodable {
  var id: String
  var timelines: [String: String]?

  /// Of a closure, its place among those that may be chosen.
  var numbers: [String: Int]?

  func run() async throws -> RunAnswer {
    for family in Family.all {
      for scenario in family.scenarios where scenario.id(in: family) == id {
        return try await run(scenario)
      }
    }
    throw Refusal(.notFound, "There is no operator '\(id.prefix(100))'.")
  }

  func run(_ scenario: Scenario) async throws -> RunAnswer {
    let texts = timelines ?? [:]
    var played: [String: Marbles] = [:]
    for (name, text) in texts where name != "demand" {
      guard let own = scenario.inputs.first(where: { $0.name == name })?.marbles else {
        throw Refusal(.badRequest, "\(scenario.symbol) has no timeline of this name.", timeline: name)
      }
      // What the table plays may be played here, such as a stream that is empty from the beginning.
      played[name] = text == "\(own)" ? own : try Timeline.marbles(text, name: name, limit: scenario.limit)
    }
    let unlimited = played
    if let text = texts["demand"] {
      guard scenario.takesDemand else {
        throw Refusal(.badRequest, "\(scenario.symbol) shows several streams: none takes a demand.", timeline: "demand")
      }
      played["demand"] = try Timeline.demand(text, limit: scenario.limit)
    }
    let outcome = await scenario.run(timelines: played, numbers: numbers ?? [:])
    try check(outcome, texts: texts)
    var free: Outcome?
    if played["demand"] != nil {
      free = await scenario.run(timelines: unlimited, numbers: numbers ?? [:])
      // The scenario has a demand of its own, in whose place comes one for more than any run delivers.
      if free?.demands.isEmpty == false {
        let much = Marbles(events: Array(repeating: Marbles.Event(tick: 0, symbol: .element("9")), count: 500))
        free = await scenario.run(timelines: unlimited.merging(["demand": much]) { $1 }, numbers: numbers ?? [:])
      }
    }
    return RunAnswer(
      outcome, unlimited: free, code: scenario.code(numbers: outcome.parameters),
      test: scenario.test(of: outcome, timelines: played))
  }

  /// - Throws: Which letter stands for nothing, or which number is out of its range.
  private func check(_ outcome: Outcome, texts: [String: String]) throws {
    try Timeline.check(outcome, texts: texts)
    for (name, number) in numbers ?? [:] {
      guard let parameter = outcome.parameters.first(where: { $0.name == name }) else {
        // An operator that is never applied asks for no number.
        continue
      }
      guard parameter.range.contains(number) else {
        throw Refusal(
          .badRequest, "\(number) is not in \(parameter.range.lowerBound) to \(parameter.range.upperBound).",
          parameter: name)
      }
    }
  }
}

extension Scenario {
  /// Whether the scenario has one stream downstream, whose demand may be given.
  var takesDemand: Bool { outputs.count == 1 && outputs[0].name == "downstream" }
}

/// Reads the text of a timeline.
enum Timeline {
  /// What fits on a line of the page.
  static let longest = 200

  /// A stream that is begun again for each element of another makes the square of this.
  static let mostEvents = 60

  /// - Throws: Where the text is wrong, and why.
  static func marbles(_ text: String, name: String, limit: Int) throws -> Marbles {
    guard text.count <= longest else {
      throw Refusal(
        .badRequest, "A timeline has at most \(longest) characters.", timeline: name, column: longest + 1)
    }
    let marbles: Marbles
    do throws(MarbleError) {
      marbles = try Marbles(parsing: text)
    } catch {
      throw Refusal(.badRequest, error.reason, timeline: name, column: error.column)
    }
    guard marbles.events.count <= mostEvents else {
      throw Refusal(.badRequest, "A timeline has at most \(mostEvents) marbles.", timeline: name)
    }
    // What an operator is given does not say what downstream does with it.
    if let cancel = marbles.events.first(where: { $0.symbol == .cancel }) {
      throw Refusal(
        .badRequest, "'!' is a cancel by downstream, which a timeline cannot have: '|' ends it, '#' fails.",
        timeline: name, column: column(of: cancel, in: text))
    }
    if let late = marbles.events.first(where: { $0.tick >= limit }) {
      throw Refusal(
        .badRequest, "The run ends at tick \(limit).", timeline: name, column: column(of: late, in: text))
    }
    // A stream that ends as soon as it begins, and is begun again and again, would never let the clock move.
    if let end = marbles.events.first(where: { $0.tick <= 0 && [.finished, .failure].contains($0.symbol) }) {
      throw Refusal(
        .badRequest, "An end needs a tick before it.", timeline: name, column: column(of: end, in: text))
    }
    return marbles
  }

  /// - Throws: Where the text is no demand, and why.
  static func demand(_ text: String, limit: Int) throws -> Marbles {
    if let wrong = text.firstIndex(where: { !"-() 123456789".contains($0) }) {
      throw Refusal(
        .badRequest, "A demand has the digits 1 to 9: each requests so many elements.", timeline: "demand",
        column: text.distance(from: text.startIndex, to: wrong) + 1)
    }
    return try marbles(text, name: "demand", limit: limit)
  }

  /// - Throws: Which letter stands for nothing.
  static func check(_ outcome: Outcome, texts: [String: String]) throws {
    guard let complaint = outcome.complaints.first else { return }
    // A complaint begins with the letter in quotation marks, and names the timeline later.
    let letter = complaint.dropFirst().first ?? " "
    let place = texts.sorted { $0.key < $1.key }.first { $0.value.contains(letter) && complaint.contains($0.key) }
    let column = place.flatMap { _, text in
      text.firstIndex(of: letter).map { text.distance(from: text.startIndex, to: $0) + 1 }
    }
    throw Refusal(.badRequest, complaint, timeline: place?.key, column: column)
  }

  /// The column of the event's letter that is not before its tick.
  private static func column(of event: Marbles.Event, in text: String) -> Int? {
    for (offset, _) in text.enumerated() {
      // The shortest text with the event has it as its last character.
      let beginning = String(text.prefix(offset + 1))
      let closed = [beginning, beginning + ")"].lazy.compactMap { try? Marbles(parsing: $0) }.first
      if let closed, closed.events.contains(event) { return offset + 1 }
    }
    return nil
  }
}
