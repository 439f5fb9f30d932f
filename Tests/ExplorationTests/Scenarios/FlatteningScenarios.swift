#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Operators that run one publisher at a time, of those into which they transform the elements of upstream.
  @Suite("Explored: one publisher of an element at a time")
  struct FlatteningScenarios {
    private typealias Source = PassthroughSubject<Int, TestError>

    @Test("flatMapLatest ends with the latest publisher, and delivers nothing of an older one afterwards")
    func flatMapLatest() {
      exploring("flatMapLatest") { scenario in
        let outer = PassthroughSubject<Int, TestError>()
        let children = [Source(), Source()]
        let token = scenario.token("The closure of flatMapLatest")
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
        outer.flatMapLatest { token.pass(children[$0]) }
          .watched(in: scenario, keeping: recorder, outer, children[0], children[1]).subscribe(recorder)
        scenario.thread("switcher") {
          outer.send(0)
          outer.send(1)
          outer.send(completion: .finished)
          for value in 104...105 { children[1].send(value) }
          children[1].send(completion: .finished)
        }
        scenario.thread("sender") { for value in 1...3 { children[0].send(value) } }
        scenario.thread("other sender") { for value in 101...102 { children[1].send(value) } }
        scenario.atEnd {
          let firsts = recorder.values.prefix { $0 < 100 }
          scenario.check(
            recorder.values.dropFirst(firsts.count).allSatisfy { $0 > 100 }, "\(recorder.values) mixes the two.")
          scenario.expectOrder(Array(firsts), of: [1, 2, 3])
          scenario.expect(recorder.values.filter { $0 > 103 }, [104, 105])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("flatMapFirst delivers the whole of each publisher that it begins, and ends with the last")
    func flatMapFirst() {
      exploring("flatMapFirst") { scenario in
        let outer = PassthroughSubject<Int, TestError>()
        let child = Source()
        let token = scenario.token("The closure of flatMapFirst")
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
        outer.flatMapFirst { number in
          token.pass(number == 0 ? child.eraseToAnyPublisher() : Self.two(100 * number))
        }
        .watched(in: scenario, keeping: recorder, outer, child).subscribe(recorder)
        outer.send(0)
        scenario.thread("sender") {
          for value in 1...2 { child.send(value) }
          child.send(completion: .finished)
        }
        scenario.thread("upstream") {
          for number in 1...2 { outer.send(number) }
          outer.send(completion: .finished)
        }
        scenario.atEnd {
          // Each later element finds the first publisher running, or ended.
          let wholes = [[1, 2], [1, 2, 200, 201], [1, 2, 100, 101, 200, 201]]
          scenario.check(wholes.contains(recorder.values), "The values are \(recorder.values).")
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("flatMapFirst carries the demand over from one publisher to the next, as other threads ask for more")
    func flatMapFirstDemand() {
      exploring("flatMapFirst, demand") { scenario in
        let outer = PassthroughSubject<Int, TestError>()
        let child = Source()
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self, demand: .none)
        let buffered = child.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
        outer.flatMapFirst { $0 == 0 ? buffered : Self.two(100 * $0) }
          .watched(in: scenario, keeping: recorder, outer, child).subscribe(recorder)
        outer.send(0)
        scenario.thread("sender") {
          for value in 1...2 { child.send(value) }
          child.send(completion: .finished)
        }
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        scenario.thread("other requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          // By now the first publisher has ended: the demand that it left is the next one's.
          outer.send(1)
          outer.send(completion: .finished)
          scenario.expect(recorder.values, [1, 2, 100, 101])
          scenario.check(recorder.completion == .finished, "The end is \(recorder.completion as Any).")
        }
      }
    }

    @Test("concatMap delivers the whole of each publisher in order, as other threads send elements and ask for values")
    func concatMap() {
      exploring("concatMap") { scenario in
        let outer = PassthroughSubject<Int, TestError>()
        let child = Source()
        let token = scenario.token("The closure of concatMap")
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self, demand: .none)
        let buffered = child.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
        outer.concatMap { token.pass($0 == 0 ? buffered : Self.two(100 * $0)) }
          .watched(in: scenario, keeping: recorder, outer, child).subscribe(recorder)
        outer.send(0)
        scenario.thread("sender") {
          for value in 1...2 { child.send(value) }
          child.send(completion: .finished)
        }
        scenario.thread("upstream") {
          for number in 1...2 { outer.send(number) }
          outer.send(completion: .finished)
        }
        scenario.thread("requester") { for _ in 1...6 { recorder.request(.max(1)) } }
        scenario.atEnd {
          scenario.expect(recorder.values, [1, 2, 100, 101, 200, 201])
          scenario.check(recorder.completion == .finished, "The end is \(recorder.completion as Any).")
        }
      }
    }

    @Test("concatMap fails once its queue has been full, after the elements that wait")
    func concatMapOverflow() {
      exploring("concatMap, overflow") { scenario in
        let outer = PassthroughSubject<Int, TestError>()
        let child = Source()
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
        outer.concatMap(bufferSize: 0, whenFull: .error { TestError("full") }) { _ in child }
          .watched(in: scenario, keeping: recorder, outer, child).subscribe(recorder)
        outer.send(0)
        scenario.thread("sender") {
          child.send(1)
          child.send(completion: .finished)
        }
        scenario.thread("upstream") { outer.send(1) }
        scenario.atEnd {
          // The element finds the publisher running, or is the next: a subject that has ended.
          outer.send(completion: .finished)
          scenario.expect(recorder.values, [1])
          scenario.check(
            [.finished, .failure(TestError("full"))].contains(recorder.completion),
            "The end is \(recorder.completion as Any).")
        }
      }
    }

    @Test("flatMapDelayingFailures and concatMapDelayingFailures fail after all, or the hook is told after a cancel")
    func delayingFailures() {
      for (name, cancels) in ["flatMapDelayingFailures", "concatMapDelayingFailures"].flatMap({
        [($0, false), ($0, true)]
      }) {
        exploring(cancels ? "\(name), cancelled" : name) { scenario in
          let names = ["child", "upstream"].map { "\(name) \($0) \(cancels)" }
          let (outer, child) = (PassthroughSubject<Int, TestError>(), Source())
          let hook = FailureRecorder(of: nil)
          let recorder = scenario.recorder(of: Int.self, failing: MergedFailures<TestError>.self)
          let token = scenario.token("The closure of \(name)")
          let transform: @Sendable (Int) -> AnyPublisher<Int, TestError> = { number in
            token.pass(number == 0 ? child.eraseToAnyPublisher() : Self.two(100 * number))
          }
          let joined =
            name == "flatMapDelayingFailures"
            ? outer.flatMapDelayingFailures(transform).eraseToAnyPublisher()
            : outer.concatMapDelayingFailures(transform).eraseToAnyPublisher()
          joined.watched(in: scenario, keeping: recorder, outer, child).subscribe(recorder)
          outer.send(0)
          scenario.thread("sender") {
            child.send(1)
            child.send(completion: .failure(TestError(names[0])))
          }
          scenario.thread("upstream") {
            outer.send(1)
            outer.send(completion: .failure(TestError(names[1])))
          }
          if cancels { scenario.thread("canceller") { recorder.cancel() } }
          scenario.atEnd {
            scenario.expectDelayed(names, by: recorder, hook, isCancelled: cancels)
            if cancels { return }
            let values = name == "concatMapDelayingFailures" ? recorder.values : recorder.values.sorted()
            scenario.expect(values, [1, 100, 101])
          }
        }
      }
    }

    @Test("flatMapLatest, flatMapFirst and concatMap end once with a failure that crosses a cancel")
    func failureMeetsCancel() {
      for name in ["flatMapLatest", "flatMapFirst", "concatMap"] {
        exploring("\(name), failed and cancelled") { scenario in
          let (outer, inner) = (PassthroughSubject<Int, TestError>(), Source())
          let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
          let token = scenario.token("The closure of \(name)")
          let joined: AnyPublisher<Int, TestError> =
            switch name {
            case "flatMapLatest": outer.flatMapLatest { _ in token.pass(inner) }.eraseToAnyPublisher()
            case "flatMapFirst": outer.flatMapFirst { _ in token.pass(inner) }.eraseToAnyPublisher()
            default: outer.concatMap { _ in token.pass(inner) }.eraseToAnyPublisher()
            }
          joined.watched(in: scenario, keeping: recorder, outer, inner).subscribe(recorder)
          outer.send(0)
          scenario.thread("sender") {
            inner.send(1)
            inner.send(completion: .failure(TestError()))
          }
          scenario.thread("failer") { outer.send(completion: .failure(TestError())) }
          scenario.thread("canceller") { recorder.cancel() }
          scenario.atEnd { scenario.expectOrder(recorder.values, of: [1]) }
        }
      }
    }

    @Test("materialize loses no value and no end to requests on other threads")
    func materialize() {
      exploring("materialize") { scenario in
        let source = Source()
        let recorder = scenario.recorder(of: StreamSignal<Int, TestError>.self, demand: .none)
        let buffered = source.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest)
        buffered.materialize(includingSubscription: true).watched(in: scenario, keeping: recorder, source)
          .subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...2 { source.send(value) }
          source.send(completion: .failure(TestError()))
        }
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        scenario.thread("other requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(
            recorder.values.map(\.description), ["subscription", "input(1)", "input(2)", "failure(failure)"])
          scenario.check(recorder.completion == .finished, "The end is \(recorder.completion as Any).")
        }
      }
    }

    private static func two(_ first: Int) -> AnyPublisher<Int, TestError> {
      [first, first + 1].publisher.setFailureType(to: TestError.self).eraseToAnyPublisher()
    }
  }
#endif
