#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Operators that take an element of one source when another sends.
  @Suite("Explored: operators that sample a source")
  struct SamplingScenarios {
    private typealias Source = PassthroughSubject<Int, TestError>

    @Test("withLatestFrom pairs values with the other's, which never go back, and ends once")
    func withLatestFrom() {
      exploring("withLatestFrom") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: [Int].self, failing: TestError.self)
        one.withLatestFrom(other.prepend(100)) { [$0, $1] }
          .watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...3 { one.send(value) }
        }
        scenario.thread("other sender") {
          for value in 101...102 { other.send(value) }
          other.send(completion: .failure(TestError()))
        }
        scenario.atEnd {
          let values = recorder.values
          scenario.expect(values.map { $0[0] }, Array([1, 2, 3].prefix(values.count)))
          let list = values.map { $0[1] }
          scenario.check(list == list.sorted() && list.allSatisfy { 100...102 ~= $0 }, "\(list) goes back.")
          scenario.check(recorder.completion == .failure(TestError()), "The stream has not failed.")
        }
      }
    }

    @Test("sample(on:) delivers each value at most once, in order, and ends")
    func sample() {
      exploring("sample(on:)") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self, demand: .max(1))
        one.sample(on: other).watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...3 { one.send(value) }
          one.send(completion: .finished)
        }
        scenario.thread("trigger") {
          for value in 101...103 { other.send(value) }
          other.send(completion: .finished)
        }
        scenario.thread("requester") { recorder.request(.max(1)) }
        scenario.atEnd {
          scenario.expectOrder(recorder.values, of: [1, 2, 3])
          scenario.check(recorder.values.count <= 2, "\(recorder.values) are more than were asked for.")
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("sample(every:) delivers each value at most once, in order, within the demand, and ends")
    func sampleEvery() {
      exploring("sample(every:)") { scenario in
        let queue = FewTimers(queue: scenario.queue("queue", width: 2))
        let source = Source()
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self, demand: .max(1))
        source.sample(every: .microseconds(2), scheduler: queue)
          .watched(in: scenario, keeping: recorder, source).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...3 { source.send(value) }
          source.send(completion: .finished)
        }
        scenario.thread("requester") { recorder.request(.max(1)) }
        scenario.atEnd {
          scenario.expectOrder(recorder.values, of: [1, 2, 3])
          scenario.check(recorder.values.count <= 2, "\(recorder.values) are more than were asked for.")
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("A repeating sample(on:) never goes back to an older value")
    func repeatingSample() {
      exploring("sample(on:), repeating") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
        one.prepend(0).sample(on: other, repeating: true)
          .watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        scenario.thread("sender") { for value in 1...3 { one.send(value) } }
        scenario.thread("trigger") {
          for value in 101...103 { other.send(value) }
          other.send(completion: .failure(TestError()))
        }
        scenario.atEnd {
          let values = recorder.values
          scenario.check(values == values.sorted() && values.count <= 3, "\(values) go back, or are too many.")
          scenario.check(recorder.completion == .failure(TestError()), "The stream has not failed.")
        }
      }
    }
  }
#endif
