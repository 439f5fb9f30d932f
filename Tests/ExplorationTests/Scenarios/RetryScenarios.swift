#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Attempts that another publisher starts and ends.
  @Suite("Explored: retry(when:)")
  struct RetryScenarios {
    private typealias Source = PassthroughSubject<Int, TestError>

    @Test("retry(when:) loses no value and no demand while one attempt follows the other")
    func retries() {
      exploring("retry(when:)") { scenario in
        let (source, trigger) = (Source(), PassthroughSubject<Int, TestError>())
        let attempts = Held(0)
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self, demand: .none)
        let token = scenario.token("The closure of retry(when:)")
        let first = source.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
        let second = [101, 102].publisher.setFailureType(to: TestError.self).eraseToAnyPublisher()
        Deferred { () -> AnyPublisher<Int, TestError> in
          attempts.value += 1
          return attempts.value == 1 ? first : second
        }.retry { _ in token.pass(trigger) }.subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.keep(trigger)
        scenario.thread("sender") {
          for value in 1...2 { source.send(value) }
          source.send(completion: .failure(TestError()))
        }
        scenario.thread("trigger") { trigger.send(0) }
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        scenario.thread("other requester") { recorder.request(.max(3)) }
        scenario.atEnd {
          // What was sent while the first attempt ran, was ignored.
          trigger.send(0)
          scenario.expect(recorder.values, [1, 2, 101, 102])
          scenario.check(recorder.completion == .finished, "The end is \(recorder.completion as Any).")
          scenario.check(attempts.value == 2, "There were \(attempts.value) attempts.")
        }
      }
    }

    @Test("A failure, the end of the trigger and a cancel that cross end retry(when:) once, and release its closure")
    func ends() {
      exploring("retry(when:), ended and cancelled") { scenario in
        let (source, trigger) = (Source(), PassthroughSubject<Int, TestError>())
        let token = scenario.token("The closure of retry(when:)")
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
        let attempts = Held(0)
        Deferred { () -> AnyPublisher<Int, TestError> in
          attempts.value += 1
          return attempts.value == 1 ? source.eraseToAnyPublisher() : Empty.never.eraseToAnyPublisher()
        }.retry { failures in
          token.pass(failures.map { _ in 0 }.setFailureType(to: TestError.self).merge(with: trigger))
        }.subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.keep(trigger)
        scenario.thread("sender") {
          for value in 1...2 { source.send(value) }
          source.send(completion: .failure(TestError()))
        }
        scenario.thread("trigger") { trigger.send(completion: .failure(TestError("trigger"))) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd { scenario.expectOrder(recorder.values, of: [1, 2]) }
      }
    }
  }
#endif
