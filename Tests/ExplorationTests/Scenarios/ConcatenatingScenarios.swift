#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Operators that go on with another publisher: what is sent and asked for while they change over.
  @Suite("Explored: one publisher after another")
  struct ConcatenatingScenarios {
    private typealias Source = PassthroughSubject<Int, TestError>

    /// Explores a pipeline of a source that sends 1 and 2 and ends, asked for 5 values by two threads.
    private func inTurn<Pipeline: Publisher<Int, TestError>>(
      _ name: String, sourceEnds sourceEnd: Subscribers.Completion<TestError> = .finished, expecting values: [Int],
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
      of makePipeline: (AnyPublisher<Int, TestError>, ReleaseToken) -> Pipeline
    ) {
      exploring(name, fileID: fileID, filePath: filePath, line: line, column: column) { scenario in
        let source = Source()
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self, demand: .none)
        let token = scenario.token("A closure of the pipeline")
        let buffered = source.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
        makePipeline(buffered, token).subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("sender") {
          for value in 1...2 { source.send(value) }
          source.send(completion: sourceEnd)
        }
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        scenario.thread("other requester") { recorder.request(.max(3)) }
        scenario.atEnd {
          // The parts after one that has not been sent anything yet.
          source.send(completion: .finished)
          scenario.expect(recorder.values, values)
          scenario.check(recorder.completion == .finished, "The end is \(recorder.completion as Any).")
        }
      }
    }

    private static let later = [101, 102].publisher.setFailureType(to: TestError.self)

    @Test("append continues with the second publisher, and carries the demand over")
    func append() {
      inTurn("append", expecting: [1, 2, 101, 102]) { source, token in
        source.append(Self.later.map { token.pass($0) })
      }
    }

    @Test("append to what has been appended to joins the parts to one concatenation")
    func appendJoined() {
      inTurn("append, joined", expecting: [1, 2, 101, 102, 103]) { source, token in
        source.append(Empty()).append(Self.later.map { token.pass($0) }.append(103))
      }
    }

    @Test("prepend begins with the given publisher, and carries the demand over")
    func prepend() {
      inTurn("prepend", expecting: [101, 102]) { source, token in
        // The source is not listened to before its turn, when it may have ended.
        source.dropFirst(2).prepend(Self.later.map { token.pass($0) })
      }
    }

    @Test("prepend of a publisher that another thread feeds loses none of its values")
    func prependSource() {
      inTurn("prepend, a source", expecting: [1, 2, 101, 102]) { source, token in
        Self.later.map { token.pass($0) }.prepend(source)
      }
    }

    @Test("then waits for the finish, and delivers all values of the second publisher")
    func then() {
      inTurn("then", expecting: [101, 102]) { source, token in
        source.then { token.pass(Self.later) }
      }
    }

    @Test("tryCatch carries the demand over to the replacement")
    func tryCatch() {
      inTurn("tryCatch", sourceEnds: .failure(TestError()), expecting: [1, 2, 101, 102]) { source, token in
        source.tryCatch { _ in token.pass(Self.later) }.mapError { _ in TestError() }
      }
    }

    @Test("replaceError delivers its value last, on demand")
    func replaceError() {
      inTurn("replaceError", sourceEnds: .failure(TestError()), expecting: [1, 2, 100]) { source, _ in
        source.replaceError(with: 100).setFailureType(to: TestError.self)
      }
    }

    @Test("concatenate() goes on with the next of a collection, and carries the demand over")
    func concatenate() {
      inTurn("concatenate()", expecting: [1, 2, 101, 102, 101]) { source, token in
        let later = Self.later.map { token.pass($0) }.eraseToAnyPublisher()
        return [source, later, later.prefix(1).eraseToAnyPublisher()].concatenate()
      }
    }

    @Test("joined delivers the separator between two publishers, and carries the demand over")
    func joined() {
      inTurn("joined", expecting: [1, 2, 50, 101, 102]) { source, token in
        [source, Self.later.map { token.pass($0) }.eraseToAnyPublisher()]
          .joined(separator: Just(50).setFailureType(to: TestError.self))
      }
    }

    @Test("joined goes on after a separator that another thread ends, whether it has ended before its turn or not")
    func joinedBySource() {
      inTurn("joined, by a source", expecting: [101, 102, 101]) { source, token in
        // The source is not listened to before its turn, when it may have ended.
        [Self.later.eraseToAnyPublisher(), Self.later.prefix(1).eraseToAnyPublisher()]
          .joined(separator: source.dropFirst(2).map { token.pass($0) })
      }
    }

    @Test("ifEmpty goes on with the other after no value, and carries the demand over")
    func ifEmpty() {
      inTurn("ifEmpty", expecting: [101, 102]) { source, token in
        source.dropFirst(2).ifEmpty(switchTo: Self.later.map { token.pass($0) })
      }
    }

    @Test("ifEmpty does not go on after a value, and loses none")
    func ifNotEmpty() {
      inTurn("ifEmpty, of values", expecting: [1, 2]) { source, token in
        source.ifEmpty(switchTo: Self.later.map { token.pass($0) })
      }
    }

    @Test("fallback goes on with the next publisher until one does not fail, and carries the demand over")
    func fallback() {
      inTurn("fallback", sourceEnds: .failure(TestError()), expecting: [1, 2, 101, 102]) { source, token in
        source.fallback(to: Fail(error: TestError()).eraseToAnyPublisher(), Self.later.eraseToAnyPublisher()) { _ in
          token.pass(true)
        }
      }
    }

    @Test("concatenate(), joined, ifEmpty and fallback that two threads cancel deliver nothing out of order")
    func successionCancelled() {
      for name in ["concatenate()", "joined", "ifEmpty", "fallback"] {
        exploring("\(name), cancelled twice") { scenario in
          let source = Source()
          let token = scenario.token("The closure of the next")
          let recorder = scenario.recorder(of: Int.self, failing: TestError.self, demand: .max(1))
          let buffered = source.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
          let later = Self.later.map { token.pass($0) }.eraseToAnyPublisher()
          let separator = Just(50).setFailureType(to: TestError.self)
          let pipeline: AnyPublisher<Int, TestError> =
            switch name {
            case "concatenate()": [buffered, later].concatenate().eraseToAnyPublisher()
            case "joined": [buffered, later].joined(separator: separator).eraseToAnyPublisher()
            case "ifEmpty": buffered.dropFirst(2).ifEmpty(switchTo: later).eraseToAnyPublisher()
            default: buffered.fallback(to: later).eraseToAnyPublisher()
            }
          pipeline.subscribe(recorder)
          scenario.keep(recorder)
          scenario.keep(source)
          scenario.thread("sender") {
            for value in 1...2 { source.send(value) }
            source.send(completion: name == "fallback" ? .failure(TestError()) : .finished)
          }
          scenario.thread("requester") { for _ in 1...3 { recorder.request(.max(1)) } }
          for number in 1...2 { scenario.thread("canceller \(number)") { recorder.cancel() } }
          scenario.atEnd {
            let whole =
              switch name {
              case "joined": [1, 2, 50, 101]
              case "ifEmpty": [101, 102]
              default: [1, 2, 101, 102]
              }
            scenario.expect(recorder.values, Array(whole.prefix(recorder.values.count)))
          }
        }
      }
    }

    @Test("flatMap and switchToLatest end once with a failure that crosses a cancel")
    func failureMeetsCancel() {
      for name in ["switchToLatest", "flatMap"] {
        exploring("\(name), failed and cancelled") { scenario in
          let (outer, inner) = (PassthroughSubject<Source, TestError>(), Source())
          let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
          let joined =
            name == "flatMap"
            ? outer.flatMap { $0 }.eraseToAnyPublisher() : outer.switchToLatest().eraseToAnyPublisher()
          joined.watched(in: scenario, keeping: recorder, outer, inner).subscribe(recorder)
          outer.send(inner)
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

    @Test("then, cancelled by two threads, makes no further subscription and releases its closure")
    func thenCancelled() {
      exploring("then, cancelled twice") { scenario in
        let (one, other) = (Source(), Source())
        let token = scenario.token("The closure of then")
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self) { _, recorder in
          if recorder.values.count == 2 { recorder.cancel() }
          return .none
        }
        one.then { token.pass(other) }.subscribe(recorder)
        scenario.keep(recorder)
        scenario.thread("sender") {
          one.send(1)
          one.send(completion: .finished)
        }
        scenario.thread("other sender") { for value in 101...104 { other.send(value) } }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd { scenario.expectOrder(recorder.values, of: [101, 102, 103, 104]) }
      }
    }
  }
#endif
