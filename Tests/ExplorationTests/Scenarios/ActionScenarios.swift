#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: actions")
  struct ActionScenarios {
    private typealias Failure = StreamActionFailure<TestError>

    @Test("Of three runs that begin on three threads no more get a place than there are, and each frees it once")
    func places() {
      exploring("Action, begun by three threads") { scenario in
        let source = PassthroughSubject<Int, TestError>()
        let token = scenario.token("The closure of the action")
        let action = Action<Int, Int, TestError>(concurrency: .concurrent(2)) { _ in
          source.map { token.pass($0) }.eraseToAnyPublisher()
        }
        let recorders = (0..<3).map { scenario.recorder("recorder \($0)", of: Int.self, failing: Failure.self) }
        for (number, recorder) in recorders.enumerated() {
          scenario.keep(recorder)
          scenario.thread("caller \(number)") {
            action(number).subscribe(recorder)
            if number == 0 { recorder.cancel() }
          }
        }
        scenario.thread("canceller") { recorders[0].cancel() }
        scenario.atEnd {
          let refused = recorders.filter { $0.completion == .failure(.disabled) }.count
          scenario.check(refused <= 1, "\(refused) are refused.")
          source.send(completion: .finished)
          scenario.check(!action.isExecuting.value && action.isEnabled.value, "A place is not free.")
        }
      }
    }

    @Test("Runs that replace each other on two threads, while values come, end once, but for the last")
    func latest() {
      exploring("Action that replaces its run") { scenario in
        let source = PassthroughSubject<Int, TestError>()
        let action = Action<Int, Int, TestError>(concurrency: .latest) { _ in source.eraseToAnyPublisher() }
        let recorders = (0..<3).map { scenario.recorder("recorder \($0)", of: Int.self, failing: Failure.self) }
        action(0).subscribe(recorders[0])
        for recorder in recorders { scenario.keep(recorder) }
        scenario.keep(source)
        for number in 1...2 { scenario.thread("caller \(number)") { action(number).subscribe(recorders[number]) } }
        scenario.thread("sender") { for value in 1...2 { source.send(value) } }
        scenario.atEnd {
          let finished = recorders.filter { $0.completion == .finished }.count
          scenario.check(finished == 2 && recorders[0].completion == .finished, "\(finished) are replaced.")
          for recorder in recorders { scenario.expectOrder(recorder.values, of: [1, 2]) }
          source.send(completion: .finished)
          scenario.check(!action.isExecuting.value, "A place is not free.")
        }
      }
    }
  }
#endif
