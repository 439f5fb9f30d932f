#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Operators that cut one stream into several parts.
  @Suite("Explored: operators that group")
  struct GroupingScenarios {
    private typealias Source = PassthroughSubject<Int, TestError>

    @Test("collect(until:) delivers each value once, in order, and ends")
    func collectUntil() {
      exploring("collect(until:)") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: [Int].self, failing: TestError.self)
        one.collect(until: other).watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...3 { one.send(value) }
          one.send(completion: .finished)
        }
        scenario.thread("boundary") { for value in 101...103 { other.send(value) } }
        scenario.atEnd {
          scenario.expect(recorder.values.flatMap { $0 }, [1, 2, 3])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("Of collect(until:) a chunk waits for the demand of another thread")
    func slowCollectUntil() {
      exploring("collect(until:), asked by two threads") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: [Int].self, failing: TestError.self, demand: .none)
        one.collect(until: other).watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...2 { one.send(value) }
          other.send(0)
          one.send(completion: .finished)
        }
        scenario.thread("requester") { recorder.request(.max(1)) }
        scenario.thread("other requester") { recorder.request(.max(1)) }
        scenario.atEnd {
          scenario.expect(recorder.values, [[1, 2]])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test(
      "collect(weight:maxWeight:orAfter:) delivers each value once, in order, as its timer rings and downstream requests"
    )
    func collectByWeight() {
      exploring("collect(weight:maxWeight:orAfter:)") { scenario in
        let (queue, source) = (scenario.queue("queue", width: 2), Source())
        let recorder = scenario.recorder(of: [Int].self, failing: TestError.self, demand: .max(1))
        source.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest)
          .collect(weight: { _ in 1 }, maxWeight: 2, orAfter: .microseconds(5), scheduler: queue)
          .watched(in: scenario, keeping: recorder, source).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...3 { source.send(value) }
          source.send(completion: .finished)
        }
        scenario.thread("requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(recorder.values.flatMap { $0 }, [1, 2, 3])
          scenario.check(recorder.values.allSatisfy { $0.count <= 2 }, "A batch is too large.")
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("A cancel that crosses the timer of collect(weight:maxWeight:orAfter:) ends it", arguments: [true, false])
    func cancelCollectByWeight(cancels: Bool) {
      crossing("collect(weight:maxWeight:orAfter:), crossed", cancels: cancels) { _, source, queue in
        source.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest)
          .collect(weight: { _ in 1 }, maxWeight: 2, orAfter: .microseconds(5), scheduler: queue)
          .flatMap(maxPublishers: .max(1)) { $0.publisher }
      }
    }

    @Test("window(boundary:) delivers each value once, in order, in whatever windows, and ends")
    func windows() {
      exploring("window(boundary:)") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
        one.window(boundary: other).flatMap { $0 }
          .watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...3 { one.send(value) }
          one.send(completion: .finished)
        }
        scenario.thread("boundary") { for value in 101...102 { other.send(value) } }
        scenario.atEnd {
          scenario.expect(recorder.values, [1, 2, 3])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("A window that is cancelled while upstream sends leaves its values out, and the stream goes on")
    func cancelledWindow() {
      exploring("window(size:), whose window is cancelled") { scenario in
        let one = Source()
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self, demand: .max(1))
        one.window(size: 2, bufferSize: 4).prefix(1).flatMap { $0 }
          .watched(in: scenario, keeping: recorder, one).subscribe(recorder)
        scenario.thread("sender") { for value in 1...3 { one.send(value) } }
        scenario.thread("requester") { recorder.request(.max(1)) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd { scenario.expectOrder(recorder.values, of: [1, 2]) }
      }
    }

    @Test("groupBy delivers each value once, in order by key, to readers that ask on threads of their own")
    func groups() {
      exploring("groupBy") { scenario in
        let one = Source()
        let odd = scenario.recorder("odd", of: Int.self, failing: TestError.self, demand: .none)
        let even = scenario.recorder("even", of: Int.self, failing: TestError.self, demand: .none)
        let subscription = one.groupBy(bufferSize: 4) { $0 % 2 }
          .sink { _ in
          } receiveValue: {
            $0.subscribe($0.key == 1 ? odd : even)
          }
        scenario.thread("sender") {
          for value in 1...4 { one.send(value) }
          one.send(completion: .finished)
        }
        scenario.thread("odd reader") { odd.request(.max(2)) }
        scenario.thread("even reader") { even.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(odd.values, [1, 3], "odd values")
          scenario.expect(even.values, [2, 4], "even values")
          scenario.check(odd.completion == .finished && even.completion == .finished, "A group has not ended.")
          subscription.cancel()
        }
      }
    }

    @Test("The halves of a partition get each value once, though they ask on threads of their own, and one may cancel")
    func partition() {
      for cancels in [false, true] {
        exploring(cancels ? "partition, a half cancelled" : "partition") { scenario in
          let (even, odd) = (1...4).publisher.partition { $0 % 2 == 0 }
          let matches = scenario.recorder("matches", of: Int.self, demand: .none)
          let others = scenario.recorder("others", of: Int.self, demand: .none)
          even.subscribe(matches)
          odd.subscribe(others)
          scenario.thread("reader") { matches.request(.max(2)) }
          scenario.thread("other reader") { others.request(.max(3)) }
          if cancels { scenario.thread("canceller") { matches.cancel() } }
          scenario.atEnd {
            scenario.expect(others.values, [1, 3], "other values")
            scenario.check(others.completion == .finished, "A half has not ended.")
            if !cancels { scenario.expect(matches.values, [2, 4], "matches") }
          }
        }
      }
    }

    @Test("window(every:) delivers each value once, in order, on serial and concurrent queues")
    func timedWindows() {
      for width in [1, 2] {
        exploring("window(every:), \(width) at a time") { scenario in
          let queue = scenario.queue("queue", width: width)
          let one = Source()
          let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
          one.window(every: .microseconds(5), size: 2, scheduler: queue).concatMap { $0 }
            .watched(in: scenario, keeping: recorder, one).subscribe(recorder)
          scenario.thread("sender") {
            for value in 1...3 { one.send(value) }
            one.send(completion: .finished)
          }
          scenario.atEnd {
            scenario.expect(recorder.values, [1, 2, 3])
            scenario.check(recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }
  }
#endif
