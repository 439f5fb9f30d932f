#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: parts of pipelines")
  struct PartScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    @Test("A client's publisher that keeps its subscriber keeps no closure after a cancel")
    func guardReleases() {
      let kept = Held<KeepingSource?>(nil)
      exploring("the guard of a publisher that keeps its subscriber", preemptions: 2) { scenario in
        let source = KeepingSource()
        kept.value = source
        let token = scenario.token("The closure of prefix(while:)")
        let recorder = scenario.recorder(of: Int.self)
        source.prefix { token.pass($0) < 3 }.subscribe(recorder)
        scenario.thread("sender") { for value in 1...4 { source.send(value) } }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.thread("other canceller") { recorder.cancel() }
        scenario.atEnd { scenario.expectOrder(recorder.values, of: [1, 2]) }
      }
    }

    @Test("retry carries the demand over to each attempt")
    func retry() {
      exploring("retry") { scenario in
        let attempts = Held(0)
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self, demand: .none)
        Deferred { () -> AnyPublisher<Int, TestError> in
          attempts.value += 1
          return [attempts.value, attempts.value].publisher.setFailureType(to: TestError.self)
            .append(Fail<Int, TestError>(error: TestError())).eraseToAnyPublisher()
        }.retry(1).watched(in: scenario, keeping: recorder).subscribe(recorder)
        for name in ["one", "other", "third"] {
          scenario.thread(name) {
            recorder.request(.max(1))
            recorder.request(.max(1))
          }
        }
        scenario.atEnd {
          scenario.expect(recorder.values, [1, 1, 2, 2])
          scenario.check(recorder.completion == .failure(TestError()), "The end is \(recorder.completion as Any).")
        }
      }
    }

    @Test("A sink of limited demand gets no more values than that, and ends once")
    func fixedSink() {
      exploring("FixedSink", preemptions: 2) { scenario in
        let subject = Source()
        let token = scenario.token("The closure of the sink")
        let (values, ends) = (Held<[Int]>([]), Held(0))
        let sink = FixedSinkSubscriber<Int, Never>(
          demand: 2,
          receiveCompletion: { _ in ends.value += 1 },
          receiveValue: { values.value.append(token.pass($0)) })
        subject.subscribe(sink)
        scenario.thread("sender") { for value in 1...3 { subject.send(value) } }
        scenario.thread("finisher") { subject.send(completion: .finished) }
        scenario.thread("canceller") { sink.cancel() }
        scenario.atEnd {
          scenario.expect(values.value, Array([1, 2].prefix(values.value.count)))
          scenario.check(ends.value <= 1, "\(ends.value) ends came.")
        }
      }
    }

    @Test("A connection cancelled while others subscribe leaves nothing behind")
    func multicast() {
      exploring("multicast") { scenario in
        let subject = Source()
        let token = scenario.token("The closure before multicast")
        let connectable = subject.map { token.pass($0) }.multicast { Source() }
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self) }
        connectable.subscribe(recorders[0])
        scenario.thread("connector") {
          let connection = connectable.connect()
          scenario.point("is connected")
          connection.cancel()
        }
        scenario.thread("subscriber") {
          connectable.subscribe(recorders[1])
          recorders[1].cancel()
        }
        scenario.thread("sender") { for value in 1...3 { subject.send(value) } }
        scenario.atEnd {
          for recorder in recorders { scenario.expectOrder(recorder.values, of: [1, 2, 3]) }
          recorders[0].cancel()
        }
      }
    }

    @Test("A subject that subscribes to a publisher delivers its values, and ends with it")
    func subjectSubscribes() {
      exploring("a subject that subscribes to two publishers") { scenario in
        let (one, other, joined) = (Source(), Source(), Source())
        let recorder = scenario.recorder(of: Int.self)
        joined.watched(in: scenario, keeping: recorder, joined, one, other).subscribe(recorder)
        scenario.thread("sender") {
          let connection = one.subscribe(joined)
          for value in 1...2 { one.send(value) }
          connection.cancel()
          one.send(3)
        }
        scenario.thread("other sender") {
          let connection = other.subscribe(joined)
          for value in 101...102 { other.send(value) }
          other.send(completion: .finished)
          connection.cancel()
        }
        scenario.atEnd {
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102])
          scenario.expectOrder(recorder.values.filter { $0 < 100 }, of: [1, 2])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("A subscriber of a property ends with its newest value, and never gets an older one after a newer one")
    func published() {
      exploring("@Published") { scenario in
        let model = Model()
        let recorder = scenario.recorder(of: Int.self)
        scenario.thread("subscriber") { model.$count.subscribe(recorder) }
        scenario.thread("sender") { for value in 1...3 { model.count = value } }
        scenario.atEnd {
          scenario.expectOrder(recorder.values, of: [0, 1, 2, 3])
          scenario.check(recorder.values.last == 3, "\(recorder.values) does not end with the newest.")
          recorder.cancel()
        }
      }
    }

    @Test(
      "The values of publishers that two threads assign to a property all arrive, and both are released at their end")
    func assigned() {
      exploring("assign(to:), by two threads") { scenario in
        let model = Model()
        let recorder = scenario.recorder(of: Int.self)
        model.$count.subscribe(recorder)
        for (name, values) in [("feeder", 1...2), ("other feeder", 101...102)] {
          let source = Source()
          let token = scenario.token("The closure of the \(name)")
          scenario.keep(source)
          scenario.thread(name) {
            source.map { token.pass($0) }.assign(to: &model.$count)
            for value in values { source.send(value) }
            source.send(completion: .finished)
          }
        }
        scenario.keep(model)
        scenario.atEnd {
          scenario.expect(recorder.values.filter { (1...99).contains($0) }, [1, 2])
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102])
          scenario.check(recorder.values.last == model.count, "\(recorder.values) ends otherwise than \(model.count).")
          recorder.cancel()
        }
      }
    }

    @Test("A released object releases the publishers assigned to its property while one of them completes")
    func assignedObjectGoes() {
      exploring("assign(to:), to an object that goes") { scenario in
        let model = Held<Model?>(Model())
        let (one, other) = (Source(), Source())
        let token = scenario.token("The closures of the pipelines")
        let recorder = scenario.recorder(of: Int.self)
        model.value?.$count.subscribe(recorder)
        if let model = model.value { one.map { token.pass($0) }.assign(to: &model.$count) }
        scenario.thread("sender") {
          for value in 1...2 { one.send(value) }
          one.send(completion: .finished)
        }
        scenario.thread("feeder") { [weak model = model.value] in
          guard let model else { return }
          other.map { token.pass($0) }.assign(to: &model.$count)
        }
        scenario.thread("other sender") { for value in 101...102 { other.send(value) } }
        scenario.thread("owner") {
          model.value = nil
          recorder.cancel()
        }
        scenario.keep(one)
        scenario.keep(other)
        scenario.atEnd {
          scenario.expectOrder(recorder.values.filter { $0 < 100 }, of: [0, 1, 2])
          scenario.expectOrder(recorder.values.filter { $0 > 100 }, of: [101, 102])
        }
      }
    }
  }

  // Sendable: its property is reached by the thread whose turn it is.
  private final class Model: @unchecked Sendable {
    @Published var count = 0
  }

  /// A publisher as a client writes one, which never releases its subscriber.
  // Sendable: the subscriber is set before the threads go on.
  private final class KeepingSource: Publisher, @unchecked Sendable {
    typealias Output = Int
    typealias Failure = Never

    private var subscriber: AnySubscriber<Int, Never>?

    func receive<S: Subscriber<Int, Never>>(subscriber: S) {
      self.subscriber = AnySubscriber(subscriber)
      subscriber.receive(subscription: Subscriptions.empty)
    }

    func send(_ value: Int) { _ = subscriber?.receive(value) }
  }
#endif
