#if Explore
  import StreamTesting
  import Streams

  /// Explores a pipeline over a queue in which values, requests and a cancel cross: values come in order, and the end
  /// after them.
  ///
  /// - Parameters:
  ///   - name: The name of the scenario; it gets "cancelled" added to it.
  ///   - cancels: Whether a thread cancels. Then values may be missing, and the end.
  ///   - width: The number of threads of the queue.
  ///   - sends: Whether a thread sends 1, 2, 3 and the finish to the source; the pipeline may do without it.
  ///   - demand: What is requested by the subscription.
  ///   - requests: The number of values that a thread requests one by one.
  ///   - whole: The values that may come, in their order.
  ///   - isWhole: Whether the values of a stream are enough that has not been cancelled.
  ///   - fileID: The caller's file, for a failure, as are the rest.
  ///   - filePath: The path of it.
  ///   - line: The line.
  ///   - column: The column.
  ///   - makePipeline: Makes the pipeline.
  func crossing<Pipeline: Publisher<Int, Never>>(
    _ name: String, cancels: Bool, width: Int = 1, sends: Bool = true, demand: Subscribers.Demand = .max(1),
    requests: Int = 2, of whole: [Int] = [1, 2, 3], isWhole: @escaping @Sendable ([Int]) -> Bool = { _ in true },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ makePipeline: (Exploration, PassthroughSubject<Int, Never>, ExploredQueue) -> Pipeline
  ) {
    exploring(
      cancels ? "\(name), cancelled" : name, fileID: fileID, filePath: filePath, line: line, column: column
    ) { scenario in
      let (queue, source) = (scenario.queue("queue", width: width), PassthroughSubject<Int, Never>())
      let recorder = scenario.recorder(of: Int.self, demand: demand)
      makePipeline(scenario, source, queue).subscribe(recorder)
      scenario.keep(recorder)
      scenario.keep(source)
      if sends {
        scenario.thread("sender") {
          for value in 1...3 { source.send(value) }
          source.send(completion: .finished)
        }
      }
      scenario.thread("requester") { for _ in 0..<requests { recorder.request(.max(1)) } }
      if cancels { scenario.thread("canceller") { recorder.cancel() } }
      scenario.atEnd {
        scenario.expectOrder(recorder.values, of: whole)
        scenario.check(cancels || isWhole(recorder.values), "\(recorder.values) lacks values.")
        scenario.check(cancels || recorder.completion == .finished, "The stream has not ended.")
      }
    }
  }
#endif
