#if !PEER
  import DifferentialModel
  import Streams

  extension Run {
    /// A source that the peer lacks, and what drives it.
    func makeStream(_ source: ExtraSource, _ index: Int) -> (Stream, (any Input)?) {
      switch source {
      case .unfolded(let values, let end): (unfolded(values, end: end), nil)
      case .generated(let range):
        (Publishers.generate(range.lowerBound, while: range.contains) { $0 + 1 }.unfailing(), nil)
      case .created(let script): created(script, index)
      case .handled(let values): handled(values, index)
      case .replaySubject(let count): driven(ReplaySubject(maxBufferSize: count))
      case .lastValueSubject: driven(LastValueSubject())
      case .passthroughRelay: driven(relay: PassthroughRelay())
      case .currentValueRelay(let value): driven(relay: CurrentValueRelay(value))
      case .replayRelay(let count): driven(relay: ReplayRelay(maxBufferSize: count))
      case .using(let source, let fault): (using(source, fault, index), nil)
      }
    }

    private func driven<S: Subject>(_ subject: S) -> (Stream, any Input) where S.Output == Int, S.Failure == Fault {
      (subject.eraseToAnyPublisher(), SubjectInput(subject: subject))
    }

    private func driven<R: Relay>(relay: R) -> (Stream, any Input) where R.Output == Int {
      (relay.unfailing(), RelayInput(relay: relay))
    }

    private func unfolded(_ values: [Int], end: Signal) -> Stream {
      Publishers.unfold(0) { next throws(Fault) -> Int? in
        defer { next += 1 }
        if next < values.count { return values[next] }
        if case .failure(let fault) = end { throw fault }
        return nil
      }.eraseToAnyPublisher()
    }

    private func created(_ script: [Signal], _ index: Int) -> (Stream, any Input) {
      let input = CallbackInput()
      let stream = Stream.create { emitter in
        let use = self.use(at: .source(index))
        input.start(with: script) { signal in
          if case .value(let value) = signal {
            emitter.send(value)
          } else {
            emitter.send(completion: completion(signal))
          }
        }
        return AnyCancellable { self.release(use) }
      }
      return (stream, input)
    }

    private func handled(_ values: [Int], _ index: Int) -> (Stream, any Input) {
      let input = CallbackInput()
      let stream = Publishers.handlers { (callback: @escaping @Sendable (Int) -> Void) in
        input.start(with: values.map(Signal.value)) { if case .value(let value) = $0 { callback(value) } }
        return self.use(at: .source(index))
      } remove: {
        self.release($0)
      }
      return (stream.unfailing(), input)
    }

    private func using(_ source: Int, _ fault: Fault?, _ index: Int) -> Stream {
      Publishers.using { () throws(Fault) -> Use in
        if let fault { throw fault }
        return self.use(at: .source(index))
      } release: { use in
        // After the end, and so not while the source could still use it.
        if self.isOver(use.place) == false { self.record(.broke(.wrongRelease, use.place)) }
        self.release(use)
      } _: { _ in
        self.stream(source)
      }.eraseToAnyPublisher()
    }
  }

  /// A subject without an end.
  private final class RelayInput<R: Relay>: Input where R.Output == Int {
    private let relay: R

    init(relay: R) {
      self.relay = relay
    }

    func emit(_ signal: Signal) {
      if case .value(let value) = signal { relay.accept(value) }
    }

    func close() {}
  }

  /// A source that calls back.
  // Sendable: a scenario runs on one thread.
  private final class CallbackInput: Input, @unchecked Sendable {
    private var callbacks: [(Signal) -> Void] = []

    /// Sends the signals of a script, and then those of the timeline.
    func start(with script: [Signal], _ callback: @escaping (Signal) -> Void) {
      callbacks.append(callback)
      for signal in script { callback(signal) }
    }

    func emit(_ signal: Signal) {
      for callback in callbacks { callback(signal) }
    }

    func close() {
      callbacks = []
    }
  }
#endif
