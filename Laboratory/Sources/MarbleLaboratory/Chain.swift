internal import NIOHTTP1
internal import OperatorScenarios
internal import StreamCore
internal import StreamTesting
internal import Streams

/// An operator of a chain that is put together on the page: numbers in, numbers out.
struct ChainLink: Sendable {
  typealias Numbers = AnyPublisher<Int, MarbleFailure>

  let name: String

  /// The code, with `#` for the number.
  let code: String
  let standard: Int
  let range: ClosedRange<Int>
  let apply: @Sendable (Numbers, Int, TestScheduler) -> Numbers

  var hasNumber: Bool { code.contains("#") }

  init(
    _ code: String, _ standard: Int = 0, in range: ClosedRange<Int> = 0...20,
    apply: @escaping @Sendable (Numbers, Int, TestScheduler) -> Numbers
  ) {
    name = String(code.prefix { $0 != "(" && $0 != " " })
    self.code = code
    self.standard = standard
    self.range = range
    self.apply = apply
  }

  static let all: [ChainLink] = [
    ChainLink("map { $0 + # }", 1) { up, n, _ in up.map { $0 + n }.eraseToAnyPublisher() },
    ChainLink("filter { $0 > # }", 2) { up, n, _ in up.filter { $0 > n }.eraseToAnyPublisher() },
    ChainLink("scan(#, +)", 0) { up, n, _ in up.scan(n, +).eraseToAnyPublisher() },
    ChainLink("prefix(#)", 3) { up, n, _ in up.prefix(n).eraseToAnyPublisher() },
    ChainLink("dropFirst(#)", 1) { up, n, _ in up.dropFirst(n).eraseToAnyPublisher() },
    ChainLink("removeDuplicates()") { up, _, _ in up.removeDuplicates().eraseToAnyPublisher() },
    ChainLink("prepend(#)", 0) { up, n, _ in up.prepend(n).eraseToAnyPublisher() },
    ChainLink("append(#)", 9) { up, n, _ in up.append(n).eraseToAnyPublisher() },
    ChainLink("replaceError(with: #)", 0) { up, n, _ in
      up.replaceError(with: n).setFailureType(to: MarbleFailure.self).eraseToAnyPublisher()
    },
    ChainLink("retry(#)", 1, in: 0...5) { up, n, _ in up.retry(n).eraseToAnyPublisher() },
    ChainLink("count()") { up, _, _ in up.count().eraseToAnyPublisher() },
    ChainLink("reduce(#, +)", 0) { up, n, _ in up.reduce(n, +).eraseToAnyPublisher() },
    ChainLink("last()") { up, _, _ in up.last().eraseToAnyPublisher() },
    ChainLink("delay(for: #, scheduler: scheduler)", 2) { up, n, clock in
      up.delay(for: .seconds(n), scheduler: clock).eraseToAnyPublisher()
    },
    ChainLink("debounce(for: #, scheduler: scheduler)", 2) { up, n, clock in
      up.debounce(for: .seconds(n), scheduler: clock).eraseToAnyPublisher()
    },
    ChainLink("throttle(for: #, scheduler: scheduler, latest: true)", 3) { up, n, clock in
      up.throttle(for: .seconds(n), scheduler: clock, latest: true).eraseToAnyPublisher()
    },
  ]
}

/// A chain to be run.
struct ChainRequest: Decodable {
  struct Link: Decodable {
    var name: String
    var number: Int?
  }

  /// More would not fit on the page.
  static let longest = 6

  /// The tick at which a run stops.
  static let limit = 40

  var timeline: String
  var demand: String?
  var links: [Link]

  func run() async throws -> RunAnswer {
    guard links.count <= Self.longest else {
      throw Refusal(.badRequest, "A chain has at most \(Self.longest) operators.")
    }
    let timeline = try Timeline.marbles(timeline, name: "upstream", limit: Self.limit)
    let demand = try demand.map { try Timeline.demand($0, limit: Self.limit) }
    let chain = try links.enumerated().map { place, link in
      guard let known = ChainLink.all.first(where: { $0.name == link.name }) else {
        throw Refusal(.badRequest, "There is no operator '\(link.name.prefix(40))' for a chain.")
      }
      let number = link.number ?? known.standard
      guard known.range.contains(number) else {
        throw Refusal(
          .badRequest, "\(known.name) takes a number of \(known.range.lowerBound) to \(known.range.upperBound).",
          parameter: "\(place)")
      }
      return (link: known, number: number)
    }
    let steps = chain.map { $0.link.code.replacing("#", with: "\($0.number)") }
    let scenario = Scenario(
      steps.joined(separator: "."), ["upstream": timeline], gives: "", limit: Self.limit, example: "", prints: ""
    ) { on in
      chain.reduce(on.upstream.eraseToAnyPublisher()) { $1.link.apply($0, $1.number, on.scheduler) }
    }
    let outcome = await scenario.run(timelines: demand.map { ["demand": $0] } ?? [:])
    try Timeline.check(outcome, texts: ["upstream": self.timeline])
    let code = (["upstream"] + steps.map { "  .\($0)" }).joined(separator: "\n")
    return RunAnswer(
      outcome.showing(steps.joined(separator: ".")), unlimited: demand == nil ? nil : await scenario.run(), code: code,
      test: outcome.test(upstream: timeline, code: code, limit: Self.limit))
  }
}
