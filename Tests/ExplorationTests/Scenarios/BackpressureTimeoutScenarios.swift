#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: backpressureTimeout")
  struct BackpressureTimeoutScenarios {
    @Test("backpressureTimeout delivers a beginning of the values, and ends once", arguments: [true, false])
    func cross(cancels: Bool) {
      crossing("backpressureTimeout", cancels: cancels) { _, source, queue in
        source.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest)
          .backpressureTimeout(.microseconds(5), scheduler: queue)
      }
    }

    @Test("A request that crosses the timer is served, or comes too late")
    func request() {
      exploring("backpressureTimeout, asked as its timer rings") { scenario in
        let (queue, source) = (scenario.queue("queue", width: 2), PassthroughSubject<Int, TestError>())
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self, demand: .none)
        let token = scenario.token("The closure of the timeout")
        source.backpressureTimeout(.microseconds(5), scheduler: queue) { token.pass(TestError("slow")) }
          .subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("requester") {
          recorder.request(.max(1))
          source.send(1)
        }
        scenario.atEnd {
          scenario.expectOrder(recorder.values, of: [1])
          scenario.check(recorder.completion == .failure(TestError("slow")), "The stream has not ended.")
        }
      }
    }
  }
#endif
