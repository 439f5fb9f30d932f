#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: interval and timerPublisher")
  struct IntervalScenarios {
    @Test("interval delivers rising numbers within the demand, and stops at a cancel", arguments: [1, 2])
    func interval(width: Int) {
      exploring("interval, a queue of \(width)") { scenario in
        let queue = scenario.queue("queue", width: width)
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        Publishers.interval(.microseconds(2), scheduler: queue).subscribe(recorder)
        scenario.keep(recorder)
        scenario.thread("requester") {
          for _ in 1...3 { recorder.request(.max(1)) }
          for _ in 1...8 { _ = queue.now }
          recorder.cancel()
        }
        scenario.thread("other requester") { recorder.request(.max(1)) }
        scenario.atEnd {
          let values = recorder.values
          scenario.check(values.count <= 4, "\(values) are more than were asked for.")
          scenario.check(values == Set(values).sorted(), "\(values) do not rise.")
        }
      }
    }

    @Test("timerPublisher ticks while it is connected, and no timer is left")
    func timerPublisher() {
      exploring("timerPublisher") { scenario in
        let queue = scenario.queue("queue", width: 1)
        let publisher = queue.timerPublisher(every: .microseconds(2))
        let recorder = scenario.recorder(of: ExploredQueue.SchedulerTimeType.self)
        publisher.subscribe(recorder)
        scenario.keep(recorder)
        for name in ["one", "another"] {
          scenario.thread(name) {
            let connection = publisher.connect()
            for _ in 1...4 { _ = queue.now }
            connection.cancel()
          }
        }
        scenario.atEnd {
          let values = recorder.values
          scenario.check(values == values.sorted(), "\(values) do not rise.")
          recorder.cancel()
        }
      }
    }
  }
#endif
