#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: time and queues")
  struct TimingScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    /// Explores an operator on a serial queue, and on a concurrent one.
    private func timed<Pipeline: Publisher<Int, Never>>(
      _ name: String, widths: [Int] = [1, 2],
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column,
      of makePipeline: (Source, ExploredQueue) -> Pipeline,
      expecting check: @escaping (Exploration, [Int]) -> Void
    ) {
      for width in widths {
        let kind = width == 1 ? "serial" : "concurrent"
        exploring(
          "\(name), \(kind) queue", fileID: fileID, filePath: filePath, line: line, column: column
        ) { scenario in
          let queue = scenario.queue("queue", width: width)
          let subject = Source()
          let recorder = scenario.recorder(of: Int.self)
          makePipeline(subject, queue).watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
          scenario.thread("sender") {
            for value in 1...4 { subject.send(value) }
            subject.send(completion: .finished)
          }
          scenario.atEnd {
            check(scenario, recorder.values)
            scenario.check(recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }

    @Test("delay delivers all values in order")
    func delay() {
      timed("delay") {
        $0.delay(for: .microseconds(5), scheduler: $1)
      } expecting: { scenario, values in
        scenario.expect(values, [1, 2, 3, 4])
      }
    }

    @Test("receive(on:) delivers all values in order")
    func receiveOn() {
      timed("receive(on:)") {
        $0.receive(on: $1)
      } expecting: { scenario, values in
        scenario.expect(values, [1, 2, 3, 4])
      }
    }

    @Test("debounceKeepingLast delivers values in order, and the last one")
    func debounceKeepingLast() {
      timed("debounceKeepingLast") {
        $0.debounceKeepingLast(for: .microseconds(5), scheduler: $1)
      } expecting: { scenario, values in
        scenario.expectOrder(values, of: [1, 2, 3, 4])
        scenario.check(values.last == 4, "\(values) does not end with the last.")
      }
    }

    @Test("debounce delivers values in order")
    func debounce() {
      timed("debounce") {
        $0.debounce(for: .microseconds(5), scheduler: $1)
      } expecting: { scenario, values in
        scenario.expectOrder(values, of: [1, 2, 3, 4])
      }
    }

    @Test("throttle delivers values in order, and the newest or the first of each interval", arguments: [true, false])
    func throttle(latest: Bool) {
      timed("throttle(latest: \(latest))") {
        $0.throttle(for: .microseconds(5), scheduler: $1, latest: latest)
      } expecting: { scenario, values in
        scenario.expectOrder(values, of: [1, 2, 3, 4])
        scenario.check(
          latest ? values.last == 4 : values.first == 1, "\(values) lacks the \(latest ? "newest" : "first").")
      }
    }

    @Test("throttleFirst delivers values in order, and the first of each interval")
    func throttleFirst() {
      timed("throttleFirst") {
        $0.throttleFirst(for: .microseconds(5), scheduler: $1)
      } expecting: { scenario, values in
        scenario.expectOrder(values, of: [1, 2, 3, 4])
        scenario.check(values.first == 1, "\(values) does not begin with the first.")
      }
    }

    @Test("collect by time or count delivers all values in order")
    func collectByTimeOrCount() {
      timed("collect(.byTimeOrCount)") { source, queue in
        source.collect(.byTimeOrCount(queue, .microseconds(5), 2)).flatMap { $0.publisher }
      } expecting: { scenario, values in
        scenario.expect(values, [1, 2, 3, 4])
      }
    }

    @Test("collect by time delivers all values in order")
    func collectByTime() {
      timed("collect(.byTime)") { source, queue in
        source.collect(.byTime(queue, .microseconds(5))).flatMap { $0.publisher }
      } expecting: { scenario, values in
        scenario.expect(values, [1, 2, 3, 4])
      }
    }

    @Test("timeout delivers a prefix of the values")
    func timeout() {
      timed("timeout") {
        $0.timeout(.microseconds(5), scheduler: $1)
      } expecting: { scenario, values in
        scenario.expect(values, Array([1, 2, 3, 4].prefix(values.count)))
      }
    }

    @Test("subscribe(on:) passes all demand on")
    func subscribeOn() {
      for width in 1...2 {
        exploring("subscribe(on:), \(width) threads") { scenario in
          let queue = scenario.queue("queue", width: width)
          let recorder = scenario.recorder(of: Int.self, demand: .none)
          (1...4).publisher.subscribe(on: queue).watched(in: scenario, keeping: recorder).subscribe(recorder)
          scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
          scenario.thread("other requester") { recorder.request(.max(2)) }
          scenario.atEnd {
            scenario.expect(recorder.values, [1, 2, 3, 4])
            scenario.check(recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }

    @Test("A delayed retry loses no value of its attempts")
    func delayedRetry() {
      for width in 1...2 {
        exploring("retry(on:intervals:), \(width) threads") { scenario in
          let queue = scenario.queue("queue", width: width)
          let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
          let attempts = Held(0)
          Deferred { () -> AnyPublisher<Int, TestError> in
            attempts.value += 1
            let values = [attempts.value].publisher.setFailureType(to: TestError.self)
            return values.append(Fail(error: TestError())).eraseToAnyPublisher()
          }.retry(on: queue, intervals: [0.1, 0.1]).watched(in: scenario, keeping: recorder).subscribe(recorder)
          scenario.thread("requester") { recorder.request(.max(1)) }
          scenario.atEnd {
            scenario.expect(recorder.values, [1, 2, 3])
            scenario.check(recorder.completion == .failure(TestError()), "The end is \(recorder.completion as Any).")
          }
        }
      }
    }

    /// Explores a cancel from inside a delivery and one from elsewhere, while values and timers are under way.
    private func cancelled<Pipeline: Publisher<Int, Never>>(
      _ name: String,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column,
      of makePipeline: (Source, ExploredQueue) -> Pipeline
    ) {
      for width in 1...2 {
        exploring(
          "\(name), cancelled twice, \(width) threads", fileID: fileID, filePath: filePath, line: line, column: column
        ) { scenario in
          let queue = scenario.queue("queue", width: width)
          let subject = Source()
          let recorder = scenario.recorder(of: Int.self) { _, recorder in
            if recorder.values.count == 2 { recorder.cancel() }
            return .none
          }
          makePipeline(subject, queue).watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
          scenario.thread("sender") { for value in 1...4 { subject.send(value) } }
          scenario.thread("canceller") { recorder.cancel() }
        }
      }
    }

    @Test("delay, cancelled by two threads")
    func delayCancelled() {
      cancelled("delay") { $0.delay(for: .microseconds(5), scheduler: $1) }
    }

    @Test("receive(on:), cancelled by two threads")
    func receiveOnCancelled() {
      cancelled("receive(on:)") { $0.receive(on: $1) }
    }

    @Test("throttle, cancelled by two threads")
    func throttleCancelled() {
      cancelled("throttle") { $0.throttle(for: .microseconds(5), scheduler: $1, latest: false) }
    }

    @Test("collect by time, cancelled by two threads")
    func collectCancelled() {
      cancelled("collect(.byTime)") { source, queue in
        source.collect(.byTime(queue, .microseconds(5))).flatMap { $0.publisher }
      }
    }

    @Test("debounce, cancelled by two threads")
    func debounceCancelled() {
      cancelled("debounce") { $0.debounce(for: .microseconds(5), scheduler: $1) }
    }

    @Test("debounceKeepingLast, cancelled by two threads")
    func debounceKeepingLastCancelled() {
      cancelled("debounceKeepingLast") { $0.debounceKeepingLast(for: .microseconds(5), scheduler: $1) }
    }

    @Test("timeout, cancelled by two threads")
    func timeoutCancelled() {
      cancelled("timeout") { $0.timeout(.microseconds(5), scheduler: $1) }
    }

    @Test("measureInterval, cancelled by two threads")
    func measureIntervalCancelled() {
      cancelled("measureInterval") { source, queue in source.measureInterval(using: queue).map { _ in 1 } }
    }

    @Test("subscribe(on:), cancelled by two threads")
    func subscribeOnCancelled() {
      cancelled("subscribe(on:)") { $0.subscribe(on: $1) }
    }

    @Test("A delayed retry, cancelled by two threads")
    func delayedRetryCancelled() {
      cancelled("retry(on:intervals:)") { source, queue in
        source.setFailureType(to: TestError.self).tryMap { value in
          if value == 2 { throw TestError() }
          return value
        }.retry(on: queue, intervals: [0.1, 0.1]).replaceError(with: 0)
      }
    }

    @Test("A test scheduler runs the work that several threads schedule once each, and no cancelled work")
    func testScheduler() {
      exploring("TestScheduler") { scenario in
        let scheduler = TestScheduler()
        let token = scenario.token("The work")
        let done = Held<[Int]>([])
        let (isCancelled, late) = (Held(false), Held(0))
        let repeated = Held<(any Cancellable)?>(nil)
        repeated.value = scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1)), interval: .seconds(1)) {
          if isCancelled.value { late.value += 1 }
          done.value.append(token.pass(0))
        }
        scenario.thread("scheduler") { for number in 1...2 { scheduler.schedule { done.value.append(number) } } }
        scenario.thread("other scheduler") {
          scheduler.schedule(after: scheduler.now.advanced(by: .seconds(2))) { done.value.append(101) }
        }
        scenario.thread("clock") { for _ in 1...3 { scheduler.advance(by: .seconds(1)) } }
        scenario.thread("canceller") {
          repeated.value?.cancel()
          isCancelled.value = true
        }
        scenario.atEnd {
          scheduler.advance(by: .seconds(10))
          scenario.expect(done.value.filter { (1...99).contains($0) }, [1, 2], "work for now")
          scenario.expect(done.value.filter { $0 > 100 }, [101], "work for later")
          scenario.check(late.value <= 1, "\(late.value) turns came after the cancel.")
          repeated.value = nil
        }
      }
    }
  }
#endif
