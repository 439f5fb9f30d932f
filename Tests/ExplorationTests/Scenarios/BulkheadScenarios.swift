#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: bulkhead(_:)")
  struct BulkheadScenarios {
    private typealias Failure = StreamBulkheadFailure<TestError>

    @Test("Calls on several threads run one at a time, and each in the line gets its turn")
    func turns() {
      exploring("bulkhead, called by three threads") { scenario in
        let bulkhead = Bulkhead(maxConcurrent: 1, maxWaiting: 3)
        let recorders = (0..<3).map { scenario.recorder("recorder \($0)", of: Int.self, failing: Failure.self) }
        for (number, recorder) in recorders.enumerated() {
          scenario.thread("caller") {
            Record<Int, TestError>(output: [number], completion: .finished).bulkhead(bulkhead).subscribe(recorder)
          }
        }
        scenario.atEnd {
          for (number, recorder) in recorders.enumerated() {
            scenario.expect(recorder.values, [number])
            scenario.check(recorder.completion == .finished, "Call \(number) has not ended.")
          }
          scenario.check(bulkhead.running == 0 && bulkhead.waiting == 0, "A place is not free.")
        }
      }
    }

    @Test("The end of a call, its cancel, and that of a call which waits free each place once")
    func cancels() {
      exploring("bulkhead, cancelled as a place is freed") { scenario in
        let (bulkhead, source) = (Bulkhead(maxConcurrent: 1, maxWaiting: 2), PassthroughSubject<Int, TestError>())
        let token = scenario.token("The closure of a call")
        let recorders = (0..<3).map { scenario.recorder("recorder \($0)", of: Int.self, failing: Failure.self) }
        source.bulkhead(bulkhead).subscribe(recorders[0])
        for recorder in recorders.dropFirst() {
          [1].publisher.setFailureType(to: TestError.self).map { token.pass($0) }.bulkhead(bulkhead).subscribe(recorder)
        }
        for recorder in recorders { scenario.keep(recorder) }
        scenario.keep(source)
        scenario.thread("sender") { source.send(completion: .finished) }
        scenario.thread("canceller") { recorders[0].cancel() }
        scenario.thread("canceller of a call that waits") { recorders[1].cancel() }
        scenario.atEnd {
          scenario.expect(recorders[2].values, [1])
          scenario.check(recorders[2].completion == .finished, "The last call has not ended.")
          scenario.check(bulkhead.running == 0 && bulkhead.waiting == 0, "A place is not free.")
        }
      }
    }
  }
#endif
