#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Sources whose result, demand and cancel cross.
  @Suite("Explored: sources")
  struct CreatingScenarios {
    @Test("DeferredPassthrough begins once, and loses nothing that is sent from then on")
    func deferredPassthrough() {
      exploring("DeferredPassthrough") { scenario in
        let subject = Held<PassthroughSubject<Int, Never>?>(nil)
        let starts = Held(0)
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        DeferredPassthrough<Int, Never> { newSubject in
          starts.value += 1
          newSubject.send(1)
          subject.value = newSubject
        }.watched(in: scenario, keeping: recorder).subscribe(recorder)
        scenario.thread("requester") { recorder.request(.max(2)) }
        scenario.thread("other requester") { recorder.request(.max(2)) }
        scenario.thread("sender") { subject.value?.send(completion: .finished) }
        scenario.atEnd {
          scenario.check(starts.value == 1, "It has begun \(starts.value) times.")
          scenario.expect(recorder.values, [1])
          subject.value?.send(completion: .finished)
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
          subject.value = nil
        }
      }
    }

    @Test("DeferredPassthrough, cancelled by two threads")
    func deferredPassthroughCancelled() {
      exploring("DeferredPassthrough, cancelled twice") { scenario in
        let subject = Held<PassthroughSubject<Int, Never>?>(nil)
        let token = scenario.token("The closure of DeferredPassthrough")
        let recorder = scenario.recorder(of: Int.self) { _, recorder in
          if recorder.values.count == 2 { recorder.cancel() }
          return .none
        }
        DeferredPassthrough<Int, Never> { subject.value = token.pass($0) }.subscribe(recorder)
        scenario.keep(recorder)
        scenario.thread("sender") { for value in 1...4 { subject.value?.send(value) } }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd {
          scenario.expectOrder(recorder.values, of: [1, 2, 3, 4])
          subject.value = nil
        }
      }
    }

    @Test("DeferredPassthrough whose closure sends delivers nothing after a cancel that crosses another")
    func deferredPassthroughCancelledInClosure() {
      exploring("DeferredPassthrough, cancelled while its closure sends", preemptions: 3) { scenario in
        let token = scenario.token("The closure of DeferredPassthrough")
        let recorder = scenario.recorder(of: Int.self, demand: .none) { _, recorder in
          recorder.cancel()
          return .none
        }
        DeferredPassthrough<Int, Never> { subject in
          for value in 1...2 { token.pass(subject).send(value) }
        }.subscribe(recorder)
        scenario.keep(recorder)
        scenario.thread("requester") { recorder.request(.unlimited) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd { scenario.expectOrder(recorder.values, of: [1]) }
      }
    }

    @Test("DeferredFuture delivers the first of two results, unless a cancel comes first")
    func deferredFuture() {
      exploring("DeferredFuture") { scenario in
        let promise = Held<(@Sendable (Result<Int, TestError>) -> Void)?>(nil)
        let token = scenario.token("The closure of DeferredFuture")
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
        DeferredFuture<Int, TestError> { newPromise in
          let newPromise = token.pass(SentPromise(newPromise))
          promise.value = { newPromise.body($0) }
        }.subscribe(recorder)
        scenario.thread("promiser") { promise.value?(.success(1)) }
        scenario.thread("other promiser") { promise.value?(.failure(TestError())) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd {
          scenario.check(recorder.values == [1] || recorder.values.isEmpty, "The values are \(recorder.values).")
          if recorder.completion == .finished { scenario.expect(recorder.values, [1]) }
          if recorder.completion == .failure(TestError()) { scenario.expect(recorder.values, []) }
          promise.value = nil
        }
      }
    }

    @Test("One value is delivered once, whichever thread requests it, and not after a cancel")
    func just() {
      exploring("Just, asked and cancelled", preemptions: 2) { scenario in
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        Just(1).eraseToAnyPublisher().watched(in: scenario, keeping: recorder).subscribe(recorder)
        scenario.thread("requester") { recorder.request(.max(1)) }
        scenario.thread("other requester") { recorder.request(.unlimited) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd { scenario.expectOrder(recorder.values, of: [1]) }
      }
    }

    @Test("A sequence that is requested from and cancelled delivers a prefix")
    func sequenceCancelled() {
      exploring("a sequence, asked and cancelled") { scenario in
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        [1, 2, 3].publisher.watched(in: scenario, keeping: recorder).subscribe(recorder)
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        scenario.thread("other requester") { recorder.request(.unlimited) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd { scenario.expect(recorder.values, Array([1, 2, 3].prefix(recorder.values.count))) }
      }
    }

    @Test("A future that is requested from and cancelled while it is fulfilled delivers one result or none")
    func futureCancelled() {
      exploring("Future, asked and cancelled") { scenario in
        let promise = Held<(@Sendable (Result<Int, Never>) -> Void)?>(nil)
        let future = Held<Future<Int, Never>?>(
          Future { newPromise in
            let newPromise = SentPromise(newPromise)
            promise.value = { newPromise.body($0) }
          })
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        future.value?.watched(in: scenario, keeping: recorder).subscribe(recorder)
        scenario.thread("promiser") { promise.value?(.success(1)) }
        scenario.thread("requester") { recorder.request(.max(1)) }
        scenario.thread("owner") { future.value = nil }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd {
          scenario.expectOrder(recorder.values, of: [1])
          promise.value = nil
        }
      }
    }
  }

  private struct SentPromise<Output, Failure: Error>: @unchecked Sendable {
    // Sendable: a promise may be kept on any thread.
    let body: (Result<Output, Failure>) -> Void

    init(_ body: @escaping (Result<Output, Failure>) -> Void) {
      self.body = body
    }
  }
#endif
