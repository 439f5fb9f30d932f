#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Operators that join elements of publishers which threads of their own send.
  @Suite("Explored: publishers that are joined")
  struct JoiningScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    @Test("combineLatest of a collection ends with the newest of each, and never returns to an older one")
    func collection() {
      exploring("combineLatest()") { scenario in
        let sources = [Source(), Source()]
        let recorder = scenario.recorder(of: [Int].self)
        sources.combineLatest().watched(in: scenario, keeping: recorder, sources[0], sources[1]).subscribe(recorder)
        for source in sources { source.send(0) }
        for thread in 0...1 {
          scenario.thread("sender \(thread)") {
            for value in 1...2 { sources[thread].send(value) }
            sources[thread].send(completion: .finished)
          }
        }
        scenario.atEnd {
          let values = recorder.values
          scenario.check(values.count == 5 && values.last == [2, 2], "\(values) lack the newest of each.")
          scenario.check(
            zip(values, values.dropFirst()).allSatisfy { $0[0] <= $1[0] && $0[1] <= $1[1] }, "\(values) go back.")
        }
      }
    }

    @Test("gate delivers all that it queues, in order, though it opens and closes amid the elements, and finishes")
    func gate() {
      exploring("gate") { scenario in
        let (source, isOpen) = (Source(), PassthroughSubject<Bool, Never>())
        let recorder = scenario.recorder(of: Int.self, demand: .max(2))
        source.gate(isOpen, whileClosed: .queue(9, .dropNewest))
          .watched(in: scenario, keeping: recorder, source).subscribe(recorder)
        scenario.keep(isOpen)
        scenario.thread("sender") {
          for value in 1...3 { source.send(value) }
          source.send(completion: .finished)
        }
        scenario.thread("gatekeeper") { for opens in [false, true] { isOpen.send(opens) } }
        scenario.thread("requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(recorder.values, [1, 2, 3])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("forkJoin delivers one result, of the last elements of two threads, and finishes")
    func forkJoin() {
      for requests in [true, false] {
        exploring(requests ? "forkJoin, requested meanwhile" : "forkJoin") { scenario in
          let sources = [Source(), Source()]
          let recorder = scenario.recorder(of: [Int].self, demand: requests ? .none : .unlimited)
          sources.forkJoin().watched(in: scenario, keeping: recorder, sources[0], sources[1]).subscribe(recorder)
          for thread in 0...1 {
            scenario.thread("sender \(thread)") {
              for value in 1...2 { sources[thread].send(10 * thread + value) }
              sources[thread].send(completion: .finished)
            }
          }
          if requests { scenario.thread("requester") { recorder.request(.max(1)) } }
          scenario.atEnd {
            scenario.expect(recorder.values, [[2, 12]])
            scenario.check(recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }
  }
#endif
