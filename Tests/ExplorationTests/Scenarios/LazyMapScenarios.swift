#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: lazyMap(on:) and cancel(on:)")
  struct LazyMapScenarios {
    @Test("lazyMap(on:) delivers values in order, the last one, and the end", arguments: [1, 2])
    func lazyMap(width: Int) {
      for cancels in [true, false] {
        exploring("lazyMap(on:), a queue of \(width)\(cancels ? ", cancelled" : "")") { scenario in
          let (queue, source) = (scenario.queue("queue", width: width), PassthroughSubject<Int, Never>())
          let recorder = scenario.recorder(of: Int.self, demand: .max(1))
          let token = scenario.token("The transform")
          source.lazyMap(on: queue) { token.pass($0) }.subscribe(recorder)
          scenario.keep(recorder)
          scenario.keep(source)
          scenario.thread("sender") {
            for value in 1...3 { source.send(value) }
            source.send(completion: .finished)
          }
          scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
          if cancels { scenario.thread("canceller") { recorder.cancel() } }
          scenario.atEnd {
            scenario.expectOrder(recorder.values, of: [1, 2, 3])
            scenario.check(cancels || recorder.values.last == 3, "\(recorder.values) does not end with the last.")
            scenario.check(cancels || recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }

    @Test("cancel(on:), cancelled twice while values come, delivers nothing after it, and cancels upstream")
    func cancelOn() {
      exploring("cancel(on:), cancelled twice") { scenario in
        let (queue, source) = (scenario.queue("queue", width: 1), PassthroughSubject<Int, Never>())
        let recorder = scenario.recorder(of: Int.self)
        source.cancel(on: queue).watched(in: scenario, keeping: recorder, source).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...3 { source.send(value) }
          source.send(completion: .finished)
        }
        for name in ["one", "another"] { scenario.thread(name) { recorder.cancel() } }
        scenario.atEnd { scenario.expectOrder(recorder.values, of: [1, 2, 3]) }
      }
    }
  }
#endif
