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
    @Test("What several threads send comes as the model says", arguments: [false, true])
    func cross(cancels: Bool) {
      for (symbol, model) in joins {
        for argument in model.arguments {
          exploring("\(symbol), argument \(argument)\(cancels ? ", cancelled" : "")") {
            cross(model, argument, cancels: cancels, in: $0)
          }
        }
      }
    }

    private func cross(_ model: OperatorModel, _ argument: Int, cancels: Bool, in exploration: Exploration) {
      let sources = (0..<model.inputs).map { _ in PassthroughSubject<Int, TestError>() }
      // Each has values of its own, between those of the others.
      let values = sources.indices.map { input in (0..<3).map { $0 * model.inputs + input } }
      let recorder = exploration.recorder(of: Int.self, failing: TestError.self)
      let inputs = sources.map { source in
        source.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
      }
      model.apply(to: inputs, argument: argument).subscribe(recorder)
      exploration.keep(recorder)
      exploration.keep(sources)
      for (input, source) in sources.enumerated() {
        exploration.thread("sender \(input)") {
          for value in values[input] { source.send(value) }
          source.send(completion: .finished)
        }
      }
      if cancels { exploration.thread("canceller") { recorder.cancel() } }
      exploration.atEnd {
        let signals = values.enumerated().flatMap { input, values in
          (values.map(OperatorModel.Signal.value) + [.finished]).map { (signal: $0, input: input) }
        }
        let whole = model.output(of: signals, argument: argument).compactMap { output in
          if case .value(let value) = output.signal { value } else { nil }
        }
        let received = model.isOrdered ? recorder.values : recorder.values.sorted()
        let expected = model.isOrdered ? whole : whole.sorted()
        exploration.check(
          cancels
            ? Set(received).isSubset(of: expected) && (!model.isOrdered || expected.starts(with: received))
            : received == expected, "\(received) came, not \(expected).")
        exploration.check(cancels || recorder.completion == .finished, "The stream has not ended.")
      }
    }
  }
#endif
