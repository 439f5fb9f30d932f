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

    /// Elements of two threads that are paired by position, and requested by a third.
    private func pairs<Pairs: Publisher<[Int?], Never>>(
      _ name: String, _ expected: [[Int?]], _ makePairs: (Source, Source) -> Pairs
    ) {
      exploring(name) { scenario in
        let sources = [Source(), Source()]
        let recorder = scenario.recorder(of: [Int?].self, demand: .max(1))
        makePairs(sources[0], sources[1]).watched(in: scenario, keeping: recorder, sources[0], sources[1])
          .subscribe(recorder)
        for thread in 0...1 {
          scenario.thread("sender \(thread)") {
            for value in 1...(2 + thread) { sources[thread].send(10 * thread + value) }
            sources[thread].send(completion: .finished)
          }
        }
        scenario.thread("requester") { recorder.request(.max(3)) }
        scenario.atEnd {
          scenario.expect(recorder.values, expected)
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("zip with a bound pairs by position what two threads send, and ends with the shorter")
    func boundedZip() {
      pairs("zip(bufferSize:)", [[1, 11], [2, 12]]) { one, other in
        one.zip(other, bufferSize: 9, whenFull: .dropNewest).map { [$0.0, $0.1] }
      }
    }

    @Test("zipLongest pairs by position what two threads send, and ends with the longer")
    func zipLongest() {
      pairs("zipLongest", [[1, 11], [2, 12], [nil, 13]]) { one, other in
        one.zipLongest(other, bufferSize: 9, whenFull: .dropNewest).map { [$0.0, $0.1] }
      }
    }

    @Test("sequenceEqual answers once, though two threads send, and a third cancels or not")
    func sequenceEqual() {
      for cancels in [true, false] {
        exploring(cancels ? "sequenceEqual, cancelled" : "sequenceEqual") { scenario in
          let sources = [Source(), Source()]
          let recorder = scenario.recorder(of: Bool.self)
          sources[0].sequenceEqual(sources[1], bufferSize: .max)
            .watched(in: scenario, keeping: recorder, sources[0], sources[1]).subscribe(recorder)
          for thread in 0...1 {
            scenario.thread("sender \(thread)") {
              for value in 1...2 { sources[thread].send(value) }
              sources[thread].send(completion: .finished)
            }
          }
          if cancels { scenario.thread("canceller") { recorder.cancel() } }
          scenario.atEnd {
            scenario.check(recorder.values == [true] || cancels && recorder.values.isEmpty, "\(recorder.values)")
            scenario.check(cancels || recorder.completion == .finished, "The stream has not ended.")
          }
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

    @Test("flatMapBatches pairs what two threads send, goes on with the next batch, and carries the demand over")
    func batches() {
      for cancels in [false, true] {
        exploring(cancels ? "flatMapBatches, cancelled" : "flatMapBatches") { scenario in
          let sources = [Source(), Source()]
          let recorder = scenario.recorder(of: [Int].self, demand: .max(1))
          let buffered = sources.map {
            $0.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
          }
          (buffered + [[21, 22].publisher.eraseToAnyPublisher()]).flatMapBatches(of: 2)
            .watched(in: scenario, keeping: recorder, sources[0], sources[1]).subscribe(recorder)
          for thread in 0...1 {
            scenario.thread("sender \(thread)") {
              for value in 1...2 { sources[thread].send(10 * thread + value) }
              sources[thread].send(completion: .finished)
            }
          }
          scenario.thread("requester") { recorder.request(.max(3)) }
          if cancels { scenario.thread("canceller") { recorder.cancel() } }
          scenario.atEnd {
            let (values, whole) = (recorder.values, [[1, 11], [2, 12], [21], [22]])
            scenario.expect(values, cancels ? Array(whole.prefix(values.count)) : whole)
            scenario.check(cancels || recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }
  }
#endif
