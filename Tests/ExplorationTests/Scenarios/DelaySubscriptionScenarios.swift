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
        crossing(name, cancels: cancels, sends: false, requests: 3, isWhole: { $0.count == 3 }) { _, _, queue in
          makePipeline([1, 2, 3].publisher, queue)
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
