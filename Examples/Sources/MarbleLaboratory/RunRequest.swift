internal import FlyingFox
internal import OperatorScenarios
internal import StreamTesting

/// A scenario to be run, with timelines and numbers in place of its own.
struct RunRequest: Decodable {
  var id: String
  var timelines: [String: String]?
  var numbers: [String: Int]?

  func run() async throws -> RunAnswer {
    for family in Family.all {
      for scenario in family.scenarios where scenario.id(in: family) == id {
        var played: [String: Marbles] = [:]
        for (name, text) in timelines ?? [:] {
          guard name == "demand" || scenario.inputs.contains(where: { $0.name == name }) else {
            throw Refusal(.badRequest, "\(scenario.symbol) has no timeline of this name.", timeline: name)
          }
          played[name] = try Timeline.marbles(text, name: name, limit: scenario.limit)
        }
        let outcome = await scenario.run(timelines: played, numbers: numbers ?? [:])
        if let complaint = outcome.complaints.first { throw Refusal(.badRequest, complaint) }
        return RunAnswer(outcome, code: scenario.code(numbers: outcome.parameters))
      }
    }
    throw Refusal(.notFound, "There is no operator '\(id.prefix(100))'.")
  }
}

/// Reads the text of a timeline.
enum Timeline {
  /// - Throws: Where the text is wrong, and why.
  static func marbles(_ text: String, name: String, limit: Int) throws -> Marbles {
    guard text.count <= 200 else {
      throw Refusal(.badRequest, "A timeline has at most 200 characters.", timeline: name, column: 201)
    }
    let marbles: Marbles
    do throws(MarbleError) {
      marbles = try Marbles(parsing: text)
    } catch {
      throw Refusal(.badRequest, error.reason, timeline: name, column: error.column)
    }
    if let late = marbles.events.first(where: { $0.tick >= limit }) {
      throw Refusal(.badRequest, "The run ends at tick \(limit).", timeline: name, column: late.tick + 1)
    }
    // A stream that ends as soon as it begins, and is begun again and again, would never let the clock move.
    if let end = marbles.events.first(where: { $0.tick <= 0 && [.finished, .failure].contains($0.symbol) }) {
      throw Refusal(.badRequest, "An end needs a tick before it.", timeline: name, column: end.tick + 1)
    }
    return marbles
  }
}
