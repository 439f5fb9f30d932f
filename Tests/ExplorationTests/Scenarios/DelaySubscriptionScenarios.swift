#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: delaySubscription(for:) and delaySubscription(until:)")
  struct DelaySubscriptionScenarios {
    /// A request, the subscription to upstream and a cancel that cross: no demand is lost, and nothing is left.
    private func cross<Pipeline: Publisher<Int, Never>>(
      _ name: String, of makePipeline: (Publishers.Sequence<[Int], Never>, ExploredQueue) -> Pipeline
    ) {
      for cancels in [true, false] {
        exploring(cancels ? "\(name), cancelled" : name) { scenario in
          let queue = scenario.queue("queue", width: 1)
          let recorder = scenario.recorder(of: Int.self, demand: .max(1))
          makePipeline([1, 2, 3].publisher, queue).subscribe(recorder)
          scenario.keep(recorder)
          scenario.thread("requester") { for _ in 1...3 { recorder.request(.max(1)) } }
          if cancels { scenario.thread("canceller") { recorder.cancel() } }
          scenario.atEnd {
            scenario.expectOrder(recorder.values, of: [1, 2, 3])
            scenario.check(cancels || recorder.values.count == 3, "\(recorder.values) lacks values.")
            scenario.check(cancels || recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }

    @Test("delaySubscription(for:) loses no demand")
    func delay() {
      cross("delaySubscription(for:)") { $0.delaySubscription(for: .microseconds(1), scheduler: $1) }
    }

    @Test("delaySubscription(until:) loses no demand")
    func until() {
      cross("delaySubscription(until:)") { $0.delaySubscription(until: Just(1).receive(on: $1)) }
    }
  }
#endif
