#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: subjects and shared publishers")
  struct SubjectScenarios {
    @Test("All subscribers of a subject get all values in one order")
    func passthrough() {
      exploring("PassthroughSubject") { scenario in
        let subject = PassthroughSubject<Int, Never>()
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self) }
        for recorder in recorders { subject.subscribe(recorder) }
        let late = scenario.recorder("late recorder", of: Int.self)
        scenario.thread("sender") { for value in 1...2 { subject.send(value) } }
        scenario.thread("other sender") { for value in 101...102 { subject.send(value) } }
        scenario.thread("subscriber") { subject.subscribe(late) }
        scenario.atEnd {
          let order = recorders[0].values
          scenario.expect(order.filter { $0 < 100 }, [1, 2])
          scenario.expect(order.filter { $0 > 100 }, [101, 102])
          scenario.expect(recorders[1].values, order, "values of the second recorder")
          scenario.expect(late.values, Array(order.suffix(late.values.count)), "values of the late recorder")
        }
      }
    }

    @Test("Reports of trySend add up to what subscribers get, with one that leaves meanwhile")
    func reports() {
      exploring("PassthroughSubject, sent to with reports") { scenario in
        let subject = PassthroughSubject<Int, Never>()
        let recorder = scenario.recorder(of: Int.self)
        let leaver = scenario.recorder("leaver", of: Int.self)
        subject.subscribe(recorder)
        subject.subscribe(leaver)
        let counted = Box(0)
        for name in ["sender", "other sender"] {
          scenario.thread(name) {
            for value in 1...2 {
              let report = subject.trySend(value)
              counted.update { $0 += report.delivered + report.buffered }
            }
          }
        }
        scenario.thread("canceller") { leaver.cancel() }
        scenario.atEnd {
          scenario.check(recorder.values.count == 4, "The recorder got \(recorder.values).")
          // One that leaves while a value waits for it has been counted, and does not get it.
          scenario.check(
            (recorder.values.count + leaver.values.count...8).contains(counted.value),
            "\(counted.value) counted; the leaver got \(leaver.values).")
          scenario.check(subject.trySend(5) == SendReport(delivered: 1), "The leaver is counted.")
        }
      }
    }

    @Test("A completion that crosses sends ends all subscribers after the same value")
    func completion() {
      exploring("PassthroughSubject, completed") { scenario in
        let subject = PassthroughSubject<Int, TestError>()
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self, failing: TestError.self) }
        for recorder in recorders {
          subject.watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        }
        let late = scenario.recorder("late recorder", of: Int.self, failing: TestError.self)
        scenario.thread("sender") { for value in 1...3 { subject.send(value) } }
        scenario.thread("failer") { subject.send(completion: .failure(TestError())) }
        scenario.thread("subscriber") { subject.subscribe(late) }
        scenario.atEnd {
          let order = recorders[0].values
          scenario.expect(order, Array([1, 2, 3].prefix(order.count)))
          scenario.expect(recorders[1].values, order, "values of the second recorder")
          for recorder in recorders + [late] {
            scenario.check(recorder.completion == .failure(TestError()), "A recorder has not heard of the failure.")
          }
        }
      }
    }

    @Test("A subscriber of a CurrentValueSubject ends with the newest value")
    func currentValue() {
      exploring("CurrentValueSubject") { scenario in
        let subject = CurrentValueSubject<Int, Never>(0)
        let recorder = scenario.recorder(of: Int.self)
        let slow = scenario.recorder("slow recorder", of: Int.self, demand: .none)
        subject.watched(in: scenario, keeping: slow, recorder, subject).subscribe(slow)
        scenario.thread("sender") { for value in 1...3 { subject.send(value) } }
        scenario.thread("subscriber") { subject.subscribe(recorder) }
        scenario.thread("requester") { for _ in 1...2 { slow.request(.max(1)) } }
        scenario.atEnd {
          scenario.check(subject.value == 3, "The value is \(subject.value).")
          scenario.expectOrder(recorder.values, of: [0, 1, 2, 3])
          scenario.check(recorder.values.last == 3, "\(recorder.values) does not end with the newest.")
          scenario.expectOrder(slow.values, of: [0, 1, 2, 3])
          slow.request(.max(1))
          scenario.check(slow.values.last == 3, "\(slow.values) does not end with the newest.")
          slow.cancel()
          recorder.cancel()
        }
      }
    }

    @Test("A subject is released with its last subscription")
    func lifetime() {
      exploring("a subject, released while it is used") { scenario in
        let token = scenario.token("The closure of map")
        let subject = Held<PassthroughSubject<Int, Never>?>(PassthroughSubject())
        let recorder = scenario.recorder(of: Int.self)
        subject.value?.map { token.pass($0) }.subscribe(recorder)
        scenario.keep(recorder)
        let isAlive: () -> Bool = { [weak subject = subject.value] in subject != nil }
        scenario.thread("sender") { [weak subject = subject.value] in
          for value in 1...2 { subject?.send(value) }
        }
        scenario.thread("owner") { subject.value = nil }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd {
          scenario.check(!isAlive(), "The subject lives on.")
          scenario.expectOrder(recorder.values, of: [1, 2])
        }
      }
    }

    @Test("share subscribes upstream once, and releases it with its last subscriber")
    func share() {
      exploring("share") { scenario in
        let subject = PassthroughSubject<Int, Never>()
        let token = scenario.token("The closure before share")
        let connections = Held(0)
        let shared = subject.handleEvents(
          receiveSubscription: { _ in connections.value += 1 }, receiveCancel: { connections.value -= 1 }
        ).map { token.pass($0) }.share()
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self) }
        for (index, recorder) in recorders.enumerated() {
          scenario.thread("subscriber \(index + 1)") {
            shared.subscribe(recorder)
            recorder.cancel()
          }
        }
        scenario.thread("sender") { for value in 1...3 { subject.send(value) } }
        scenario.atEnd {
          for recorder in recorders { scenario.expectOrder(recorder.values, of: [1, 2, 3]) }
          scenario.check(connections.value == 0, "\(connections.value) connections are left.")
        }
      }
    }

    @Test("autoconnect connects while it has subscribers, once at a time")
    func autoconnect() {
      exploring("autoconnect") { scenario in
        scenario.exploreRuns { $0.makeConnectable().autoconnect().eraseToAnyPublisher() }
      }
    }

    @Test("A future delivers one result to all subscribers, whenever they subscribe")
    func future() {
      exploring("Future") { scenario in
        let promise = Held<(@Sendable (Result<Int, Never>) -> Void)?>(nil)
        let future = Future<Int, Never> { newPromise in
          let newPromise = UncheckedPromise(newPromise)
          promise.value = { newPromise.body($0) }
        }
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self) }
        scenario.thread("promiser") { promise.value?(.success(1)) }
        scenario.thread("other promiser") { promise.value?(.success(2)) }
        for (index, recorder) in recorders.enumerated() {
          let watched = future.watched(in: scenario, keeping: future, recorder)
          scenario.thread("subscriber \(index + 1)") { watched.subscribe(recorder) }
        }
        scenario.atEnd {
          let values = recorders[0].values
          scenario.check(values == [1] || values == [2], "The result is \(values).")
          scenario.expect(recorders[1].values, values)
          for recorder in recorders {
            scenario.check(recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }
  }

  private struct UncheckedPromise: @unchecked Sendable {
    // Sendable: a promise may be kept on any thread.
    let body: (Result<Int, Never>) -> Void

    init(_ body: @escaping (Result<Int, Never>) -> Void) {
      self.body = body
    }
  }
#endif
