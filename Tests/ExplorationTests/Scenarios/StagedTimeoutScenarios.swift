#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: timeout(first:each:total:) and timeout(after:)")
  struct StagedTimeoutScenarios {
    private typealias Source = PassthroughSubject<Int, TestError>

    /// An element, the end, a timeout and a cancel that cross: values come in order, and one end at most.
    private func cross<Pipeline: Publisher<Int, TestError>>(
      _ name: String, of makePipeline: (Source, ExploredQueue, ReleaseToken) -> Pipeline
    ) {
      for cancels in [true, false] {
        exploring(cancels ? "\(name), cancelled" : name) { scenario in
          let (queue, source) = (scenario.queue("queue", width: 1), Source())
          let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
          let token = scenario.token("The closure of a timeout")
          makePipeline(source, queue, token).subscribe(recorder)
          scenario.keep(recorder)
          scenario.keep(source)
          scenario.thread("sender") {
            for value in 1...3 { source.send(value) }
            source.send(completion: .finished)
          }
          if cancels { scenario.thread("canceller") { recorder.cancel() } }
          scenario.atEnd {
            scenario.expectOrder(recorder.values, of: [1, 2, 3])
            scenario.check(cancels || recorder.completion != nil, "The stream has not ended.")
          }
        }
      }
    }

    @Test("timeout(first:each:total:) ends once, and keeps the order")
    func staged() {
      cross("timeout(first:each:total:)") { source, queue, token in
        source.timeout(first: .microseconds(5), each: .microseconds(3), total: .microseconds(9), scheduler: queue) {
          _ in
          token.pass(TestError("late"))
        }
      }
    }

    @Test("timeout(after:) ends once, and keeps the order")
    func after() {
      cross("timeout(after:)") { source, queue, token in
        source.timeout(after: { _ in Just(1).receive(on: queue) }) { token.pass(TestError("late")) }
      }
    }
  }
#endif
