#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Publishers of which the first to signal is followed.
  @Suite("Explored: race")
  struct RaceScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    @Test("race follows one of two publishers, from its first value that has been asked for to its end")
    func race() {
      exploring("race") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self)
        one.race(with: other).watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...3 { one.send(value) }
          one.send(completion: .finished)
        }
        scenario.thread("other sender") {
          for value in 101...103 { other.send(value) }
          other.send(completion: .finished)
        }
        scenario.atEnd {
          let values = recorder.values
          scenario.check(values == [1, 2, 3] || values == [101, 102, 103], "\(values) are of no one winner.")
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("Requests that cross the first signal reach the winner, each once")
    func demand() {
      exploring("race, asked while it is decided") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self, demand: .max(1))
        one.buffer(size: 10, prefetch: .byRequest, whenFull: .dropNewest).race(with: other)
          .watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...3 { one.send(value) }
          one.send(completion: .finished)
        }
        scenario.thread("requester") {
          recorder.request(.max(1))
          recorder.request(.max(1))
        }
        scenario.atEnd {
          scenario.expect(recorder.values, [1, 2, 3])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("A cancel that crosses the first signal lets at most one value pass")
    func cancel() {
      exploring("race, cancelled") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self)
        one.race(with: other).watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        scenario.thread("sender") { for value in 1...2 { one.send(value) } }
        scenario.thread("other sender") { other.send(101) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd {
          let values = recorder.values
          scenario.check(values == [101] || [1, 2].starts(with: values), "\(values) are of no one winner.")
          scenario.check(recorder.completion == nil, "A cancelled stream has ended.")
        }
      }
    }

    @Test("race of a collection follows one of three publishers, though a thread asks or cancels while it is decided")
    func collection() {
      for cancels in [false, true] {
        exploring(cancels ? "race(), cancelled" : "race()") { scenario in
          let sources = (0..<3).map { _ in Source() }
          let recorder = scenario.recorder(of: Int.self, demand: .max(1))
          sources.map { $0.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest) }.race()
            .watched(in: scenario, keeping: recorder, sources[0], sources[1], sources[2]).subscribe(recorder)
          for thread in 0..<3 {
            scenario.thread("sender \(thread)") {
              for value in 1...2 { sources[thread].send(100 * thread + value) }
              sources[thread].send(completion: .finished)
            }
          }
          scenario.thread("requester") { recorder.request(.max(1)) }
          if cancels { scenario.thread("canceller") { recorder.cancel() } }
          scenario.atEnd {
            let values = recorder.values
            let wholes = (0..<3).map { [100 * $0 + 1, 100 * $0 + 2] }
            scenario.check(
              wholes.contains { cancels ? $0.starts(with: values) : $0 == values }, "\(values) are of no one winner.")
            scenario.check(cancels || recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }
  }
#endif
