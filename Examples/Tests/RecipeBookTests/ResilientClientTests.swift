import RecipeBook
import StreamCore
import StreamMapping
import StreamTesting
import StreamTiming
import Testing

@Suite("Recipe: a resilient client")
struct ResilientClientTests {
  private let scheduler = TestScheduler()
  private let calls = Log<Int>()

  /// A client of a service that answers after a tenth of a second, unless the closure says that the call fails.
  private func client(failing: @escaping @Sendable (_ call: Int) -> Bool) -> ResilientClient<TestScheduler> {
    ResilientClient(scheduler: scheduler, seed: 1) { [scheduler, calls] question in
      let number = calls.entries.count
      calls.append(number)
      let fails = failing(number)
      return Just(question).delay(for: .milliseconds(100), scheduler: scheduler)
        .tryMap { question in
          if fails { throw FailurePlan.Outage() }
          return "\(question)!"
        }
        .eraseToAnyPublisher()
    }
  }

  private func ask(_ client: ResilientClient<TestScheduler>, _ question: String) -> Log<String> {
    let log = Log<String>()
    let subscription = client.ask(question).sink { completion in
      if case .failure = completion { log.append("failed") }
    } receiveValue: {
      log.append($0.isStale ? "\($0.text) (old)" : $0.text)
    }
    scheduler.advance(by: 10)
    subscription.cancel()
    return log
  }

  @Test("A call that fails is made again until it succeeds, four times at most")
  func retries() {
    let client = client { $0 % 4 < 2 }
    #expect(ask(client, "a").entries == ["a!"])
    #expect(calls.entries.count == 3)
  }

  @Test("A service that is down is answered for by the old answer, if there is one")
  func oldAnswers() {
    let client = client { $0 > 0 }
    #expect(ask(client, "a").entries == ["a!"])
    #expect(ask(client, "a").entries == ["a! (old)"])
    #expect(ask(client, "b").entries == ["failed"])
  }

  @Test("While the breaker is open, the service is left alone")
  func breaker() {
    let client = client { _ in true }
    for _ in 0..<3 {
      let subscription = client.ask("a").sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      scheduler.advance(by: .milliseconds(1_500))
      subscription.cancel()
    }
    #expect(calls.entries.count == 5)
  }

  @Test("Of questions that come at once twenty are asked, and then one every twentieth of a second")
  func limit() {
    let client = client { _ in false }
    let subscriptions = (0..<50).map { client.ask("\($0)").sink(receiveCompletion: { _ in }, receiveValue: { _ in }) }
    scheduler.advance(by: 0)
    #expect(calls.entries.count == 20)
    scheduler.advance(by: .milliseconds(500))
    #expect(calls.entries.count == 30)
    scheduler.advance(by: .milliseconds(999))
    #expect(calls.entries.count == 49)
    scheduler.advance(by: .milliseconds(1))
    #expect(calls.entries.count == 50)
    withExtendedLifetime(subscriptions) {}
  }

  @Test("A plan fails the same calls for one seed, and about the part that is asked for")
  func plan() {
    let plans = [FailurePlan(seed: 5, rate: 0.25), FailurePlan(seed: 5, rate: 0.25)]
    let failures = plans.map { plan in (0..<10_000).filter { plan.isFailing(request: $0) } }
    #expect(failures[0] == failures[1])
    #expect((2_300...2_700).contains(failures[0].count))
    #expect((3..<5).allSatisfy(FailurePlan(seed: 1, rate: 0, outage: 3..<5).isFailing(request:)))
  }
}
