#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: timeout(_:fallback:)")
  struct TimeoutFallbackScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    @Test("timeout(_:fallback:) delivers the values of both in order, and ends once", arguments: [true, false])
    func cross(cancels: Bool) {
      exploring(cancels ? "timeout(_:fallback:), cancelled" : "timeout(_:fallback:)") { scenario in
        let (queue, source) = (scenario.queue("queue", width: 1), Source())
        let recorder = scenario.recorder(of: Int.self, demand: .max(3))
        let token = scenario.token("The fallback")
        source.timeout(
          .microseconds(5), scheduler: queue,
          fallback: Publishers.Map(upstream: [11, 12].publisher) { token.pass($0) }.receive(on: queue)
        ).subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("sender") {
          for value in 1...3 { source.send(value) }
          source.send(completion: .finished)
        }
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        if cancels { scenario.thread("canceller") { recorder.cancel() } }
        scenario.atEnd {
          scenario.expectOrder(recorder.values, of: [1, 2, 3, 11, 12])
          scenario.check(cancels || recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }
  }
#endif
