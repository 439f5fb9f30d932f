import StreamCore
import StreamErrorHandling
import StreamFiltering
import StreamTesting
import StreamTiming

extension Family {
  static let errorHandling = Family(
    "StreamErrorHandling",
    unplayed: [
      Unplayed(
        "assertNoFailure(_:file:line:)",
        because: "what it does is to stop the program at a failure, and with that the run",
        example: """
          let cancellable = ["1", "2"].publisher
            .tryMap { text in try JSONDecoder().decode(Int.self, from: Data(text.utf8)) }
            .assertNoFailure("the numbers are in the program")
            .sink { print($0) }
          """, prints: "1\n2",
        pitfall: """
          It stops release builds too. Use it only for a failure that cannot happen; for one that should not matter \
          use `replaceError(with:)` or `ignoreFailure()`.
          """),
      Unplayed(
        "sinkReportingFailure(fileID:line:receiveValue:)",
        because: "it ends a pipeline, so there is no stream downstream",
        example: """
          enum FeedError: Error { case offline }
          FailureHook.install { print("told to the hook:", $0.error) }
          let feed = PassthroughSubject<String, FeedError>()
          let cancellable = feed.sinkReportingFailure { print($0) }
          feed.send("headline")
          feed.send(completion: .failure(.offline))
          FailureHook.install(nil)
          """, prints: "headline\ntold to the hook: offline",
        pitfall: """
          A release build has no handler until the program installs one with `FailureHook.install(_:)`: without it \
          failures vanish.
          """),
    ]
  ) {
    Scenarios.goingOn
    Scenarios.tryingAgain
    Scenarios.leavingOut
    Scenarios.changingFailure
  }
}

extension Scenarios {
  @ScenarioList static var goingOn: [Scenario] {
    Scenario(
      "catch(_:)", ["upstream": "--1--2--#", "other": "--8--9--|"], gives: "--1--2----8--9--|",
      example: #"""
        enum FeedError: Error { case offline }
        let cancellable = Fail<String, FeedError>(error: .offline)
          .catch { error in Just("cached page, because we are \(error)") }
          .sink { print($0) }
        """#, prints: "cached page, because we are offline",
      use: "Use it to go on with another publisher after a failure: a cache, a second server.",
      pitfall: """
        Nothing switches back: after the first failure upstream is over. Behind `flatMap` that ends the whole \
        stream; to go on with the next element put `catch` into the closure, on the publisher of each element.
        """
    ) { on in
      on.upstream.catch(
        on.choice(
          "handler", as: Transform<MarbleFailure, MarblePublisher<Int, MarbleFailure>>.self, { _ in on.other },
          { _ in on.upstream }))
    }

    Scenario(
      "tryCatch(_:)", ["upstream": "--1--2--#", "other": "--8--#"], gives: "--1--2----8--#",
      example: """
        enum FeedError: Error { case offline, denied }
        let cancellable = Fail<String, FeedError>(error: .denied)
          .tryCatch { error in
            guard error == .offline else { throw error }
            return Just("cached page")
          }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "denied",
      pitfall: """
        The failure of the replacement is not caught again. To try several replacements use `fallback(to:if:)`.
        """
    ) { on in
      on.upstream.tryCatch(
        on.choice(
          "handler", as: Attempt<MarbleFailure, MarblePublisher<Int, MarbleFailure>>.self, { _ in on.other },
          { _ in on.upstream }))
    }

    Scenario(
      "replaceError(with:)", ["upstream": "--1--2--#"], gives: "--1--2--(9|)",
      example: """
        let cancellable = ["20", "x", "40"].publisher
          .tryMap { text in try JSONDecoder().decode(Int.self, from: Data(text.utf8)) }
          .replaceError(with: -1)
          .sink { print($0) }
        """, prints: "20\n-1",
      use: """
        Use it where a fixed value can replace a failure, such as an empty list. To go on with another \
        publisher, use `catch`.
        """,
      pitfall: """
        The stream ends after the replacement. To replace each failed element and go on, put this operator into the \
        closure of a `flatMap`.
        """
    ) { on in on.upstream.replaceError(with: 9) }

    Scenario(
      "fallback(to:if:)", ["upstream": "--1--#", "second": "--2-#", "third": "-3--|"], gives: "--1----2--3--|",
      example: """
        enum FeedError: Error { case offline }
        let mirrors: [AnyPublisher<String, FeedError>] = [
          Fail(error: .offline).eraseToAnyPublisher(),
          Just("from mirror 2").setFailureType(to: FeedError.self).eraseToAnyPublisher(),
        ]
        let cancellable = Fail<String, FeedError>(error: .offline)
          .fallback(to: mirrors[0], mirrors[1])
          .sink { print($0) } receiveValue: { print($0) }
        """, prints: "from mirror 2\nfinished",
      pitfall: """
        What came before a failure stays delivered, and the next publisher begins at its own beginning: downstream \
        may see the same elements twice.
        """
    ) { on in on.upstream.fallback(to: on.second, on.third) }

    Scenario(
      "eraseFailure()", ["upstream": "--1--2--#"], gives: "--1--2--#",
      example: """
        struct Offline: Error, CustomStringConvertible { let description = "offline" }
        let feed = Fail<String, Offline>(error: Offline()).eraseFailure()
        let cache = [1, 2].publisher.tryMap { "page \\($0)" }
        let cancellable = cache.merge(with: feed).sink { print($0) } receiveValue: { print($0) }
        """, prints: "page 1\npage 2\nfailure(offline)"
    ) { on in on.upstream.eraseFailure() }

    Scenario(
      "ignoreFailure(completeImmediately:fileID:line:)", ["upstream": "--1--2--#"],
      shows: ["finishing": "--1--2--|", "silent": "--1--2---"],
      example: """
        enum FeedError: Error { case offline }
        FailureHook.install { print("told to the hook:", $0.error) }
        let headlines = PassthroughSubject<String, FeedError>()
        let cancellable = headlines.ignoreFailure().sink { print($0) } receiveValue: { print($0) }
        headlines.send("headline")
        headlines.send(completion: .failure(.offline))
        FailureHook.install(nil)
        """, prints: "headline\ntold to the hook: offline\nfinished",
      pitfall: """
        Downstream cannot tell a failure from a finish. The `FailureHook` is told of it; a release build has no \
        handler until the program installs one.
        """
    ) { on in
      on.record("finishing", on.upstream.ignoreFailure())
      on.record("silent", on.upstream.ignoreFailure(completeImmediately: false))
    }
  }

  @ScenarioList static var tryingAgain: [Scenario] {
    Scenario(
      "retry(_:)", ["upstream": "-1-2-#"], gives: "-1-2--1-2--1-2-#",
      example: """
        enum FeedError: Error { case offline }
        let attempts = CurrentValueSubject<Int, Never>(0)
        let request = Deferred {
          attempts.value += 1
          let result: Result<String, FeedError> = attempts.value < 3 ? .failure(.offline) : .success("page")
          return result.publisher
        }
        let cancellable = request
          .retry(2)
          .sink { print($0) } receiveValue: { print($0, "at attempt", attempts.value) }
        """, prints: "page at attempt 3\nfinished",
      use: "Use it for work that may succeed the next time, such as a request.",
      pitfall: """
        It resubscribes, which repeats the work only if the publisher begins it at each subscription. A `Future` has \
        begun before and keeps its failure: wrap it in `Deferred`. Attempts follow without a pause; `retry(when:)` \
        waits between them.
        """
    ) { on in on.upstream.retry(on.number("retries", 2, in: 0...4)) }

    Scenario(
      "retry(_:if:)", ["upstream": "-1-#"], gives: "-1--1--1-#",
      fixed: "this one only counts the failures, to a number that can be changed",
      example: """
        enum FeedError: Error { case offline, denied }
        let failures = [FeedError.offline, .offline, .denied]
        let attempts = CurrentValueSubject<Int, Never>(0)
        let request = Deferred {
          attempts.value += 1
          return Fail<String, FeedError>(error: failures[attempts.value - 1])
        }
        let cancellable = request.retry { error, _ in error == .offline }
          .sink { if case .failure(let error) = $0 { print(error, attempts.value) } } receiveValue: { print($0) }
        """, prints: "denied 3",
      pitfall: """
        Without a limit a failure that lasts is retried without end and without a pause. Give a number of retries, \
        or look at the count of failures that the closure receives.
        """
    ) { on in on.upstream.retry { _, failures in failures < on.number("attempts", 3, in: 1...5) } }

    Scenario(
      "retry(when:)", ["upstream": "-1-#"], gives: "-1-----1----|",
      fixed: "this one only delays the retries, by a time that can be changed",
      example: #"""
        enum FeedError: Error { case offline }
        let scheduler = TestScheduler()
        let cancellable = Fail<String, FeedError>(error: .offline)
          .handleEvents(receiveSubscription: { _ in print("attempt at \(scheduler.now)") })
          .retry { $0.delay(for: 10, scheduler: scheduler).prefix(2) }
          .sink { print($0) } receiveValue: { print($0) }
        scheduler.advance(by: 60)
        """#, prints: "attempt at 0\nattempt at 10\nattempt at 20\nfinished",
      pitfall: """
        The end of the trigger ends the stream, and the failure is lost: here at the second value of `prefix(2)`. To \
        pass the failure on, let the trigger fail with it.
        """
    ) { on in
      on.upstream.retry {
        $0.delay(for: on.ticks("delay", 3, in: 1...6), scheduler: on.scheduler)
          .prefix(2)
      }
    }
  }
}
