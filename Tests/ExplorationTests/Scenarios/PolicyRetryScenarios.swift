#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: retry(_:scheduler:)")
  struct PolicyRetryScenarios {
    private typealias Source = PassthroughSubject<Int, TestError>

    @Test("A failure, the timer, requests and a cancel that cross make one attempt at most, and leave nothing")
    func cancels() {
      exploring("retry(_:scheduler:), cancelled as its timer rings") { scenario in
        let (queue, source, attempts) = (scenario.queue("queue", width: 1), Source(), Held(0))
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self, demand: .max(1))
        let token = scenario.token("The closure of the policy")
        let policy = RetryPolicy<TestError>(
          maxAttempts: 2, backoff: .constant(.microseconds(5)), jitter: .none, resetAfterValue: true
        ) { _ in token.pass(true) }
        let second = [101, 102].publisher.setFailureType(to: TestError.self).eraseToAnyPublisher()
        Deferred { () -> AnyPublisher<Int, TestError> in
          attempts.value += 1
          return attempts.value == 1 ? source.eraseToAnyPublisher() : second
        }.retry(policy, scheduler: queue).subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("sender") {
          source.send(1)
          source.send(completion: .failure(TestError()))
        }
        scenario.thread("requester") { recorder.request(.max(1)) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd {
          scenario.expectOrder(recorder.values, of: [1, 101])
          scenario.check(attempts.value <= 2, "There were \(attempts.value) attempts.")
          scenario.check(recorder.completion == nil, "The end is \(recorder.completion as Any).")
        }
      }
    }

    @Test("A finish, the timer, requests and a cancel that cross make one restart at most, and leave nothing")
    func restarts() {
      exploring("restarted(_:scheduler:), cancelled as its timer rings") { scenario in
        let (queue, source, runs) = (scenario.queue("queue", width: 1), Source(), Held(0))
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self, demand: .max(1))
        let token = scenario.token("The closure of the policy")
        let policy = RestartPolicy<TestError>(
          maxRestarts: 1, backoff: .constant(.microseconds(5)), jitter: .none, resetAfterValue: true
        ) { _ in token.pass(true) }
        let second = [101, 102].publisher.setFailureType(to: TestError.self)
          .append(Empty(completeImmediately: false)).eraseToAnyPublisher()
        Deferred { () -> AnyPublisher<Int, TestError> in
          runs.value += 1
          return runs.value == 1 ? source.eraseToAnyPublisher() : second
        }.restarted(policy, scheduler: queue).subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("sender") {
          source.send(1)
          source.send(completion: .finished)
        }
        scenario.thread("requester") { recorder.request(.max(1)) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd {
          scenario.expectOrder(recorder.values, of: [1, 101])
          scenario.check(runs.value <= 2, "There were \(runs.value) runs.")
          scenario.check(recorder.completion == nil, "The end is \(recorder.completion as Any).")
        }
      }
    }

    @Test("Pipelines on several threads take no more retries than their budget has")
    func budget() {
      exploring("RetryBudget, used by three pipelines") { scenario in
        let (budget, attempts) = (RetryBudget(ratio: 0.5, minimumPerSecond: 0), [Held(0), Held(0), Held(0)])
        let policy = RetryPolicy<TestError>(maxAttempts: 3, backoff: .none, budget: budget)
        let recorders = attempts.indices.map { index in
          scenario.recorder("recorder \(index)", of: Int.self, failing: TestError.self)
        }
        for (recorder, attempts) in zip(recorders, attempts) {
          scenario.thread("caller") {
            Deferred { () -> Fail<Int, TestError> in
              attempts.value += 1
              return Fail(error: TestError())
            }.retry(policy, scheduler: ImmediateScheduler.shared).subscribe(recorder)
          }
        }
        scenario.atEnd {
          let total = attempts.map(\.value).reduce(0, +)
          // The last pipeline to fail finds a budget of one retry, if no other has taken it.
          scenario.check(total == 4, "There were \(total) attempts.")
          for recorder in recorders {
            scenario.check(recorder.completion == .failure(TestError()), "The failure has not come.")
          }
        }
      }
    }
  }
#endif
