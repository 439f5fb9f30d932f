#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: lazyMap(on:) and cancel(on:)")
  struct LazyMapScenarios {
    @Test("lazyMap(on:) delivers values in order, the last one, and the end", arguments: [1, 2])
    func lazyMap(width: Int) {
      for cancels in [true, false] {
        crossing(
          "lazyMap(on:), a queue of \(width)", cancels: cancels, width: width, isWhole: { $0.last == 3 }
        ) { scenario, source, queue in
          let token = scenario.token("The transform")
          return source.lazyMap(on: queue) { token.pass($0) }
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
