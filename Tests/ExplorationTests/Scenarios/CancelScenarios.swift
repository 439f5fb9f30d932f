#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Two threads cancel at once, one of them from inside a delivery, while values go on.
  @Suite("Explored: cancels of several threads")
  struct CancelScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    /// Explores a pipeline whose subscriber cancels at the second value, while another thread cancels, too.
    private func cancelsTwice<Pipeline: Publisher<Int, Never>>(
      _ name: String,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column,
      of makePipeline: (Source, Source) -> Pipeline
    ) {
      exploring(name, fileID: fileID, filePath: filePath, line: line, column: column) { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self) { value, recorder in
          if recorder.values.count == 2 { recorder.cancel() }
          return .none
        }
        makePipeline(one, other).watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        scenario.thread("sender") { for value in 1...4 { one.send(value) } }
        scenario.thread("other sender") { for value in 101...103 { other.send(value) } }
        scenario.thread("canceller") { recorder.cancel() }
      }
    }

    @Test("merge, cancelled by two threads")
    func merge() {
      cancelsTwice("merge, cancelled twice") { $0.merge(with: $1) }
    }

    @Test("zip, cancelled by two threads")
    func zip() {
      cancelsTwice("zip, cancelled twice") { $0.zip($1) { $0 + $1 } }
    }

    @Test("combineLatest, cancelled by two threads")
    func combineLatest() {
      cancelsTwice("combineLatest, cancelled twice") { $0.combineLatest($1) { $0 + $1 } }
    }

    @Test("prefix(untilReplacement:), cancelled by two threads")
    func replacement() {
      cancelsTwice("prefix(untilReplacement:), cancelled twice") { $0.prefix(untilReplacement: $1) }
    }

    @Test("zip of five, cancelled by two threads")
    func zipOfFive() {
      cancelsTwice("zip of five, cancelled twice") { one, other in
        one.zip(other, one, other, one).map { $0.0 + $0.1 }
      }
    }

    @Test("combineLatest of five, cancelled by two threads")
    func combineLatestOfFive() {
      cancelsTwice("combineLatest of five, cancelled twice") { one, other in
        one.combineLatest(other, one, other, one).map { $0.0 + $0.1 }
      }
    }

    @Test("switchToLatest, cancelled by two threads")
    func switchToLatest() {
      cancelsTwice("switchToLatest, cancelled twice") { one, other in
        other.prepend(100).map { _ in one }.switchToLatest()
      }
    }

    @Test("flatMap, cancelled by two threads")
    func flatMap() {
      cancelsTwice("flatMap, cancelled twice") { one, other in
        other.prepend(100).flatMap(maxPublishers: .max(2)) { _ in one }
      }
    }

    @Test("buffer, cancelled by two threads")
    func buffer() {
      cancelsTwice("buffer, cancelled twice") { one, other in
        one.merge(with: other).buffer(size: 10, prefetch: .keepFull, whenFull: .dropOldest)
      }
    }

    @Test("append, cancelled by two threads")
    func append() {
      cancelsTwice("append, cancelled twice") { one, other in one.prefix(2).append(other) }
    }

    @Test("prefix(untilOutputFrom:), cancelled by two threads")
    func prefixUntil() {
      cancelsTwice("prefix(untilOutputFrom:), cancelled twice") { one, other in
        one.prefix(untilOutputFrom: other.dropFirst(2))
      }
    }

    @Test("share, cancelled by two threads")
    func share() {
      cancelsTwice("share, cancelled twice") { one, other in one.merge(with: other).share() }
    }

    @Test("A subject, cancelled by two threads")
    func subject() {
      cancelsTwice("a subject, cancelled twice") { one, _ in one }
    }

    @Test("handleEvents, cancelled by two threads")
    func handleEvents() {
      cancelsTwice("handleEvents, cancelled twice") { one, _ in one.handleEvents(receiveOutput: { _ in }) }
    }

    @Test("AnyCancellable, cancelled by two threads")
    func anyCancellable() {
      exploring("AnyCancellable, cancelled twice", preemptions: 2) { scenario in
        let subject = Source()
        let cancellable = Held<AnyCancellable?>(nil)
        let recorder = scenario.recorder(of: Int.self) { value, recorder in
          guard value == 2 else { return .none }
          cancellable.value?.cancel()
          recorder.cancelled()
          return .none
        }
        subject.watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        cancellable.value = recorder.subscription.map { AnyCancellable($0) }
        scenario.thread("sender") { for value in 1...4 { subject.send(value) } }
        scenario.thread("canceller") { cancellable.value?.cancel() }
        scenario.atEnd {
          scenario.expectOrder(recorder.values, of: [1, 2])
          cancellable.value = nil
        }
      }
    }

    @Test("sink, cancelled by two threads")
    func sink() {
      exploring("sink, cancelled twice", preemptions: 2) { scenario in
        let subject = Source()
        let token = scenario.token("The closure of the sink")
        let values = Held<[Int]>([])
        let cancellable = Held<AnyCancellable?>(nil)
        cancellable.value = subject.sink { value in
          values.value.append(token.pass(value))
          if value == 2 { cancellable.value?.cancel() }
        }
        scenario.thread("sender") { for value in 1...4 { subject.send(value) } }
        scenario.thread("canceller") { cancellable.value?.cancel() }
        scenario.atEnd {
          scenario.expectOrder(values.value, of: [1, 2])
          cancellable.value = nil
        }
      }
    }

    @Test("Releasing the last reference to an AnyCancellable crosses a value")
    func lastReference() {
      exploring("sink, released while a value comes", preemptions: 2) { scenario in
        let subject = Source()
        let token = scenario.token("The closure of the sink")
        let values = Held<[Int]>([])
        let isReleased = Held(false)
        let late = Held(0)
        let cancellable = Held<AnyCancellable?>(
          subject.sink { value in
            if isReleased.value { late.value += 1 }
            values.value.append(token.pass(value))
          })
        scenario.thread("sender") { for value in 1...3 { subject.send(value) } }
        scenario.thread("owner") {
          cancellable.value = nil
          isReleased.value = true
        }
        scenario.atEnd {
          scenario.expectOrder(values.value, of: [1, 2, 3])
          scenario.check(late.value <= 1, "\(late.value) values came after the release.")
        }
      }
    }

    @Test("A cancel inside receive(subscription:) crosses a cancel of another thread")
    func handover() {
      exploring("a subject's handover, cancelled twice") { scenario in
        let subject = CurrentValueSubject<Int, Never>(0)
        let recorder = scenario.recorder(of: Int.self) { value, recorder in
          recorder.cancel()
          return .none
        }
        let watched = subject.watched(in: scenario, keeping: recorder, subject)
        scenario.thread("subscriber") { watched.subscribe(recorder) }
        scenario.thread("sender") { for value in 1...3 { subject.send(value) } }
        scenario.thread("canceller") { recorder.cancel() }
      }
    }
  }
#endif
