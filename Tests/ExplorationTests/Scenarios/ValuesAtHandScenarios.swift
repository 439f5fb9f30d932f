#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Publishers whose values are at hand, beside others that send on threads of their own.
  @Suite("Explored: values at hand")
  struct ValuesAtHandScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    private enum Child: Publisher, ReleasingPublisher {
      typealias Output = Int
      typealias Failure = Never

      case values(ClosedRange<Int>)
      case source(Source)

      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        switch self {
        case .values(let values): values.publisher.receive(subscriber: subscriber)
        case .source(let source): source.receive(subscriber: subscriber)
        }
      }
    }

    @Test("flatMap delivers values at hand and those that another thread sends, each in their order")
    func beside() {
      exploring("flatMap, values at hand") { scenario in
        let (outer, other) = (PassthroughSubject<Child, Never>(), Source())
        let recorder = scenario.recorder(of: Int.self)
        outer.flatMap { $0 }.watched(in: scenario, keeping: recorder, outer, other).subscribe(recorder)
        outer.send(.values(1...1))
        outer.send(.source(other))
        scenario.thread("outer") {
          outer.send(.values(2...4))
          outer.send(.values(5...5))
          outer.send(completion: .finished)
        }
        scenario.thread("sender") {
          for value in 101...103 { other.send(value) }
          other.send(completion: .finished)
        }
        scenario.atEnd {
          scenario.expect(recorder.values.filter { $0 < 100 }, [1, 2, 3, 4, 5])
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102, 103])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("Values at hand stop at a cancel on another thread")
    func cancelled() {
      exploring("flatMap, values at hand, cancelled") { scenario in
        let (outer, other) = (PassthroughSubject<Child, Never>(), Source())
        let recorder = scenario.recorder(of: Int.self)
        outer.flatMap { $0 }.watched(in: scenario, keeping: recorder, outer, other).subscribe(recorder)
        outer.send(.source(other))
        scenario.thread("outer") {
          outer.send(.values(1...3))
          outer.send(.values(4...4))
        }
        scenario.thread("sender") { other.send(101) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd {
          let values = recorder.values.filter { $0 < 100 }
          scenario.expect(values, Array((1...4).prefix(values.count)))
          scenario.check(recorder.completion == nil, "A cancelled stream has ended.")
        }
      }
    }

    @Test("concatMap begins the next publisher after the values at hand, though upstream ends meanwhile")
    func concatenated() {
      exploring("concatMap, values at hand") { scenario in
        let (outer, other) = (PassthroughSubject<Child, Never>(), Source())
        let recorder = scenario.recorder(of: Int.self)
        outer.concatMap(bufferSize: 4, whenFull: .dropNewest) { $0 }
          .watched(in: scenario, keeping: recorder, outer, other).subscribe(recorder)
        outer.send(.source(other))
        scenario.thread("outer") {
          outer.send(.values(1...2))
          outer.send(.values(3...3))
          outer.send(completion: .finished)
        }
        scenario.thread("sender") {
          other.send(101)
          other.send(completion: .finished)
        }
        scenario.atEnd {
          scenario.expect(recorder.values, [101, 1, 2, 3])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }
  }
#endif
