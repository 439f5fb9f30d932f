#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: idleHeartbeat")
  struct IdleHeartbeatScenarios {
    /// Heartbeats may use all of the first demand. The values wait then, and none is lost.
    @Test("idleHeartbeat delivers all values in order, and ends once", arguments: [true, false])
    func cross(cancels: Bool) {
      exploring(cancels ? "idleHeartbeat, cancelled" : "idleHeartbeat") { scenario in
        let queue = FewTimers(queue: scenario.queue("queue", width: 2))
        let source = PassthroughSubject<Int, Never>()
        let recorder = scenario.recorder(of: Int.self, demand: .max(2))
        let token = scenario.token("The closure of the heartbeats")
        source.idleHeartbeat(every: .microseconds(3), scheduler: queue) { token.pass(0) }
          .watched(in: scenario, keeping: recorder, source).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...2 { source.send(value) }
          source.send(completion: .finished)
        }
        scenario.thread("requester") {
          recorder.request(.max(1))
          recorder.request(.unlimited)
        }
        if cancels { scenario.thread("canceller") { recorder.cancel() } }
        scenario.atEnd {
          let values = recorder.values.filter { $0 > 0 }
          scenario.expectOrder(values, of: [1, 2])
          let isWhole = recorder.completion == .finished && values.count == 2
          scenario.check(cancels || isWhole, "\(recorder.values) lacks values, or the end.")
        }
      }
    }
  }
#endif
