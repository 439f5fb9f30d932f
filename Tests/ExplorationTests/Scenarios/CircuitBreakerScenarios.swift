#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: circuitBreaker(_:counts:)")
  struct CircuitBreakerScenarios {
    private typealias Breaker = CircuitBreaker<ImmediateScheduler>

    private func call(
      _ breaker: Breaker, fails: Bool, _ recorder: some Subscriber<Int, StreamBreakerFailure<TestError>>
    ) {
      Record<Int, TestError>(output: [], completion: fails ? .failure(TestError()) : .finished)
        .circuitBreaker(breaker).subscribe(recorder)
    }

    @Test(
      "Of calls on several threads, those that succeed in the half-open state close the breaker, one that fails opens it"
    )
    func trials() {
      exploring("circuitBreaker, tried by three threads") { scenario in
        let breaker = Breaker(.init(minimumCalls: 1, openFor: .zero), scheduler: ImmediateScheduler.shared)
        let states = Held<[Breaker.State]>([])
        let watch = breaker.states.sink { states.value.append($0) }
        breaker.trip()
        let recorders = (0..<3).map {
          scenario.recorder("recorder \($0)", of: Int.self, failing: StreamBreakerFailure<TestError>.self)
        }
        for (index, recorder) in recorders.enumerated() {
          scenario.thread("caller") { call(breaker, fails: index == 0, recorder) }
        }
        scenario.atEnd {
          let ends = recorders.map(\.completion)
          scenario.check(ends.allSatisfy { $0 != nil }, "Not all calls have ended: \(ends).")
          scenario.check(ends[0] != .finished, "A call that fails has finished.")
          scenario.check(ends.dropFirst().allSatisfy { $0 == .finished || $0 == .failure(.open) }, "\(ends)")
          // Each state is told, after one that leads to it.
          for (former, state) in zip(states.value, states.value.dropFirst()) {
            scenario.check(former != state, "\(state) is told twice.")
            scenario.check(former != .closed || state != .halfOpen, "A closed breaker is tried.")
          }
          scenario.check(states.value.last == breaker.state, "\(states.value) does not end with \(breaker.state).")
          watch.cancel()
        }
      }
    }

    @Test("A cancel and the end of a trial that cross free its place once")
    func cancels() {
      exploring("circuitBreaker, a trial cancelled as it ends") { scenario in
        let breaker = Breaker(.init(minimumCalls: 1, openFor: .zero), scheduler: ImmediateScheduler.shared)
        breaker.trip()
        let source = PassthroughSubject<Int, TestError>()
        let recorder = scenario.recorder(of: Int.self, failing: StreamBreakerFailure<TestError>.self)
        let token = scenario.token("The closure of circuitBreaker")
        source.circuitBreaker(breaker) { _ in token.pass(true) }.subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("sender") {
          source.send(1)
          source.send(completion: .finished)
        }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.thread("other canceller") { recorder.cancel() }
        scenario.atEnd {
          let isTrialOver = recorder.completion != nil
          scenario.check(breaker.state == .halfOpen || breaker.state == .closed, "The breaker is \(breaker.state).")
          scenario.check(!isTrialOver || breaker.state == .closed, "A trial has finished.")
          let next = scenario.recorder("next", of: Int.self, failing: StreamBreakerFailure<TestError>.self)
          call(breaker, fails: false, next)
          scenario.check(next.completion == .finished, "The place of the trial is not free: \(breaker.state).")
          scenario.check(breaker.state == .closed, "The breaker is \(breaker.state).")
        }
      }
    }
  }
#endif
