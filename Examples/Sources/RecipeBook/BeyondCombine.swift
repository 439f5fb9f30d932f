import Foundation
import MovieServer
import StreamConcurrency
import StreamCore
import StreamErrorHandling
import StreamMapping
import StreamResilience
import StreamSchedulers
import StreamSubjects
import StreamTesting
import StreamTiming
import StreamURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Recipes with operators that Combine lacks.
extension Recipe {
  static let typeahead = Recipe(
    "typeahead", "Suggestions for what is typed: the latest request counts, and is shared.",
    source: "RecipeBook/Typeahead.swift"
  ) { report in
    guard let server = try? await MovieServer.start() else { return report("The server does not start.") }
    let (scheduler, texts) = (TestScheduler(), PassthroughSubject<String, Never>())
    let typeahead = Typeahead(
      texts: texts, scheduler: scheduler, search: Typeahead.search(at: server.baseURL, session: .shared))
    let view = typeahead.titles.sink { report("Suggested: \($0.joined(separator: ", ")).") }
    for text in ["l", "li", "lig", "light"] {
      texts.send(text)
      await scheduler.advance(by: .milliseconds(100))
    }
    await scheduler.advance(by: 1)
    // The first value comes over HTTP; for a view that appears later it is there.
    for view in ["A view", "A later view"] {
      if let titles = await typeahead.titles.firstValue { report("\(view) shows \(titles.count) film.") }
    }
    report("The number of requests is \(server.requestCount).")
    view.cancel()
    await server.stop()
  }

  static let dashboard = Recipe(
    "dashboard", "Values to read at any time, and a line each second, if there is news.",
    source: "RecipeBook/Dashboard.swift"
  ) { report in
    let scheduler = TestScheduler()
    let dashboard = Dashboard(machines: ["web", "mail", "search"])
    let subscriptions = [
      dashboard.summaries(every: 1, scheduler: scheduler).sink { report("At \(scheduler.now) s: \($0).") },
      dashboard.isOverloaded(1).sink { report("The machine mail is \($0 ? "overloaded" : "fine").") },
    ]
    for load in [0.2, 0.5, 0.9] {
      dashboard.measure(load, of: 1)
      scheduler.advance(by: .milliseconds(250))
    }
    scheduler.advance(by: 2)
    dashboard.measure(0.6, of: 2)
    report("Read between two lines: \(dashboard.caption(of: 2).value).")
    scheduler.advance(by: 1)
    dashboard.setLimit(0.95)
    for subscription in subscriptions { subscription.cancel() }
  }

  static let logProcessor = Recipe(
    "log-processor", "A log of 200 MB, service by service, in little memory.",
    source: "RecipeBook/LogProcessor.swift", isOrdered: false
  ) { report in
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try LogProcessor.write(megabytes: 200, to: file, services: ["cart", "search", "payment"])
    } catch {
      return report("The log cannot be written: \(error).")
    }
    let memory = MemoryWatch()
    var processing: AnyCancellable?
    await withCheckedContinuation { continuation in
      processing = LogProcessor.summaries(of: file, windowsOf: 20_000)
        .sink { completion in
          if case .failure(let error) = completion { report("The log cannot be read: \(error).") }
          continuation.resume()
        } receiveValue: {
          memory.look()
          report("Of \($0.lines) lines of \($0.service), \($0.errors) are errors; the slowest took \($0.slowest) ms.")
        }
    }
    processing?.cancel()
    report(memory.growth < 64 ? "Memory stayed flat." : "Memory grew by \(memory.growth) MB.")
  }

  static let resilientClient = Recipe(
    "resilient-client", "Retries, a circuit breaker, a rate limit and a cache, and a server that fails by plan.",
    source: "RecipeBook/ResilientClient.swift"
  ) { report in
    inVirtualTime(report: report)
    await overHTTP(report: report)
  }

  /// A question every two seconds, of a server that fails now and then, and is down for some calls.
  private static func inVirtualTime(report: @escaping Report) {
    let scheduler = TestScheduler()
    let plan = FailurePlan(seed: 7, rate: 0.3, outage: 12..<19)
    let client = ResilientClient(scheduler: scheduler, seed: 7) { question in
      let fails = plan.isFailing(next: ())
      return Publishers.after(0.1, "the answer to \(question)", scheduler: scheduler)
        .tryMap { answer in
          if fails { throw FailurePlan.Outage() }
          return answer
        }
        .eraseToAnyPublisher()
    }
    let states = client.states.sink { state in
      let name =
        switch state {
        case .closed: "closed: calls are made."
        case .open: "open: no call is made."
        case .halfOpen: "half open: a call is tried."
        }
      report("The breaker is \(name)")
    }
    var subscriptions: [AnyCancellable] = []
    let tally = CurrentValueRelay((fresh: 0, stale: 0, failed: 0))
    for second in stride(from: 0, to: 60, by: 2) {
      subscriptions.append(
        client.ask(second % 4 == 0 ? "who" : "what").sink { completion in
          if case .failure = completion { tally.update { $0.failed += 1 } }
        } receiveValue: { answer in
          tally.update { if answer.isStale { $0.stale += 1 } else { $0.fresh += 1 } }
        })
      scheduler.advance(by: 2)
    }
    scheduler.advance(by: 60)
    let (fresh, stale, failed) = tally.value
    report(
      "In virtual time: \(fresh) fresh answers, \(stale) of the cache, \(failed) failures, \(plan.count) calls.")
    for subscription in subscriptions + [states] { subscription.cancel() }
  }

  private static func overHTTP(report: @escaping Report) async {
    let plan = FailurePlan(seed: 3, rate: 0.4)
    guard let server = try? await MovieServer.start(.init(isFailing: { plan.isFailing(request: $0) })) else {
      return report("The server does not start.")
    }
    let base = server.baseURL
    let client = ResilientClient(scheduler: ClockScheduler(ContinuousClock()), seed: 3) { list in
      guard let url = URL(string: "\(base)/movies/\(list)") else {
        return Fail(error: URLError(.badURL) as any Error).eraseToAnyPublisher()
      }
      return URLSession.shared.dataTaskPublisher(for: url)
        .tryMap { answer in
          let text = String(decoding: answer.data, as: UTF8.self)
          guard (answer.response as? HTTPURLResponse)?.statusCode == 200, text.hasSuffix("}") else {
            throw FailurePlan.Outage()
          }
          return text
        }
        .eraseToAnyPublisher()
    }
    var answers = 0
    for _ in 0..<12 {
      if let answer = try? await client.ask("popular").firstValue, !answer.text.isEmpty { answers += 1 }
    }
    report("Over HTTP: \(answers) of 12 questions have been answered.")
    await server.stop()
  }
}
