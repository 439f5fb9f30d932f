import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport

/// What a publisher is fed, and what comes out of it, with the times, in virtual seconds.
struct Timeline<Input: Sendable> {
  let scheduler = TestScheduler()
  let source = PassthroughSubject<Input, TestError>()

  /// Feeds values at their times, then ends.
  ///
  /// - Parameters:
  ///   - input: The values, with their times.
  ///   - end: When the source ends.
  ///   - completion: How it ends.
  init(
    _ input: KeyValuePairs<VirtualTime, Input>, end: VirtualTime? = nil,
    with completion: Subscribers.Completion<TestError> = .finished
  ) {
    for (time, value) in input { scheduler.schedule(after: time) { [source] in source.send(value) } }
    if let end { scheduler.schedule(after: end) { [source] in source.send(completion: completion) } }
  }

  /// Runs to the end, and notes what comes out.
  ///
  /// - Parameters:
  ///   - limit: When to stop.
  ///   - demand: What is asked for.
  ///   - makePipeline: Applies the operators.
  /// - Returns: Lines like `1.4 Hello`, `3 finished`.
  func run<P: Publisher>(
    until limit: VirtualTime = 1_000, demand: Subscribers.Demand = .unlimited,
    _ makePipeline: (PassthroughSubject<Input, TestError>, TestScheduler) -> P
  ) -> [String] {
    let log = Box<[String]>([])
    let recorder = RecordingSubscriber<P.Output, P.Failure>(demand: demand)
    recorder.onValue = { [scheduler] value in
      log.update { $0.append("\(scheduler.now) \(value)") }
      return .none
    }
    recorder.onCompletion = { [scheduler] completion in
      log.update { $0.append("\(scheduler.now) \(completion)") }
    }
    makePipeline(source, scheduler).subscribe(recorder)
    scheduler.resume(until: limit)
    return log.value
  }
}

let typing: KeyValuePairs<VirtualTime, String> = [
  0: "H", 0.1: "He", 0.2: "Hel", 0.3: "Hell", 0.4: "Hello", 1.6: "HelloC", 1.7: "HelloCo", 2.8: "HelloCom",
  2.9: "HelloComb", 3.0: "HelloCombi", 3.1: "HelloCombin", 3.2: "HelloCombine",
]
