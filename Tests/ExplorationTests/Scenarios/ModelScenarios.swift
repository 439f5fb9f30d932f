#if Explore
  import OperatorScenarios
  import StreamTesting
  import Streams
  import Testing

  /// The operators of several inputs that a model describes.
  private let joins = Family.all.flatMap(\.scenarios).compactMap { scenario in
    scenario.model.flatMap { $0.inputs > 1 ? (symbol: scenario.symbol, model: $0) : nil }
  }

  @Suite("Explored: operators that a model describes")
  struct ModelScenarios {
    /// How the streams end.
    enum Ending: String, CaseIterable {
      case finished
      case cancelled
      case failed
    }

    @Test("What several threads send comes as the model says", arguments: Ending.allCases)
    func cross(ending: Ending) {
      #expect(!joins.isEmpty)
      for (symbol, model) in joins {
        for argument in model.arguments {
          exploring("\(symbol), argument \(argument), \(ending)") { cross(model, argument, ending, in: $0) }
        }
      }
    }

    private func cross(_ model: OperatorModel, _ argument: Int, _ ending: Ending, in exploration: Exploration) {
      let sources = (0..<model.inputs).map { _ in PassthroughSubject<Int, TestError>() }
      // Each has values of its own, between those of the others. The first may fail.
      let values = sources.indices.map { input in (0..<3).map { $0 * model.inputs + input } }
      let failure = TestError("first")
      let recorder = exploration.recorder(of: Int.self, failing: TestError.self)
      let inputs = sources.map { source in
        source.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
      }
      model.apply(to: inputs, argument: argument).subscribe(recorder)
      exploration.keep(recorder)
      for source in sources { exploration.keep(source) }
      for (input, source) in sources.enumerated() {
        exploration.thread("sender \(input)") {
          for value in values[input] { source.send(value) }
          source.send(completion: ending == .failed && input == 0 ? .failure(failure) : .finished)
        }
      }
      if ending == .cancelled { exploration.thread("canceller") { recorder.cancel() } }
      exploration.atEnd {
        let signals = values.enumerated().flatMap { input, values in
          (values.map(OperatorModel.Signal.value) + [.finished]).map { (signal: $0, input: input) }
        }
        let whole = model.output(of: signals, argument: argument).compactMap { output in
          if case .value(let value) = output.signal { value } else { nil }
        }
        let received = recorder.values
        let isPart = model.isOrdered ? whole.starts(with: received) : Set(received).isSubset(of: whole)
        let isWhole = model.isOrdered ? received == whole : received.sorted() == whole.sorted()
        exploration.check(ending == .finished ? isWhole : isPart, "\(received) came of \(whole).")
        switch ending {
        case .finished: exploration.check(recorder.completion == .finished, "The stream has not finished.")
        case .failed: exploration.check(recorder.completion == .failure(failure), "The stream has not failed.")
        case .cancelled: break
        }
      }
    }
  }
#endif
