#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: subjects and publishers that replay")
  struct ReplayScenarios {
    @Test(
      "A subscriber that joins while threads send gets the rest of the sequence without a gap", arguments: [0, 1, 2])
    func joins(size: Int) {
      exploring("ReplaySubject of \(size)") { scenario in
        let subject = ReplaySubject<Int, Never>(maxBufferSize: size)
        let recorder = scenario.recorder(of: Int.self)
        subject.watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        let late = scenario.recorder("late recorder", of: Int.self)
        scenario.thread("sender") { for value in 1...2 { subject.send(value) } }
        scenario.thread("other sender") { for value in 101...102 { subject.send(value) } }
        scenario.thread("subscriber") { subject.subscribe(late) }
        scenario.atEnd {
          let order = recorder.values
          scenario.expect(order.filter { $0 < 100 }, [1, 2])
          scenario.expect(order.filter { $0 > 100 }, [101, 102])
          scenario.expect(late.values, Array(order.suffix(late.values.count)), "values of the late recorder")
          scenario.check(late.values.count >= size, "The late recorder has only \(late.values).")
          scenario.expect(subject.bufferedValues, Array(order.suffix(size)), "replayed values")
          for recorder in [recorder, late] { recorder.cancel() }
        }
      }
    }

    @Test("Requests of two threads bring what waits, in order, then the completion")
    func requests() {
      exploring("ReplaySubject, asked by two threads") { scenario in
        let subject = ReplaySubject<Int, TestError>(maxBufferSize: 3)
        let slow = scenario.recorder("slow recorder", of: Int.self, failing: TestError.self, demand: .none)
        subject.watched(in: scenario, keeping: slow, subject).subscribe(slow)
        scenario.thread("sender") {
          for value in 1...3 { subject.send(value) }
          subject.send(completion: .failure(TestError()))
        }
        scenario.thread("requester") { slow.request(.max(1)) }
        scenario.thread("other requester") { slow.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(slow.values, [1, 2, 3])
          scenario.check(slow.completion == .failure(TestError()), "The failure has not come.")
        }
      }
    }

    @Test("A subscriber that falls behind on one thread loses only the oldest of what another sends")
    func slow() {
      exploring("ReplaySubject, slower than its sender") { scenario in
        let subject = ReplaySubject<Int, Never>(maxBufferSize: 1)
        let slow = scenario.recorder("slow recorder", of: Int.self, demand: .max(1))
        subject.watched(in: scenario, keeping: slow, subject).subscribe(slow)
        scenario.thread("sender") { for value in 1...4 { subject.send(value) } }
        scenario.thread("requester") { slow.request(.max(1)) }
        scenario.atEnd {
          scenario.check(slow.values.first == 1 && slow.values.count == 2, "\(slow.values) instead of two values.")
          scenario.expectOrder(slow.values, of: [1, 2, 3, 4])
          slow.cancel()
        }
      }
    }

    @Test(
      "Cancels, also of one that joins, and a send leave nothing of a subscriber in the subject", arguments: [0, 1])
    func cancels(size: Int) {
      exploring("ReplaySubject of \(size), cancelled twice") { scenario in
        let subject = ReplaySubject<Int, Never>(maxBufferSize: size)
        let recorder = scenario.recorder(of: Int.self)
        subject.watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        let joining = scenario.recorder("joining recorder", of: Int.self)
        let token = scenario.token("The closure of the one that joins")
        scenario.thread("sender") { for value in 1...2 { subject.send(value) } }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.thread("other canceller") {
          recorder.cancel()
          joining.cancel()
        }
        scenario.thread("subscriber") { subject.map { token.pass($0) }.subscribe(joining) }
        scenario.atEnd {
          scenario.expectOrder(recorder.values, of: [1, 2])
          scenario.expectOrder(joining.values, of: [1, 2])
          joining.cancel()
        }
      }
    }

    @Test("share(replay:) has one run of upstream at a time, and ends it with its last subscriber")
    func share() {
      exploring("share(replay:)") { scenario in
        scenario.exploreRuns { $0.share(replay: 1).eraseToAnyPublisher() }
      }
    }

    @Test("share(replay:expiresAfter:) has one run of upstream at a time, and ends it with its last subscriber")
    func shareExpiring() {
      exploring("share(replay:expiresAfter:)") { scenario in
        let queue = scenario.queue("queue", width: 1)
        scenario.exploreRuns { $0.share(replay: 1, expiresAfter: 0, scheduler: queue).eraseToAnyPublisher() }
      }
    }

    @Test("Subscribers that find a run out of date at the same time share the next one")
    func sharesNextRun() {
      exploring("share(replay:expiresAfter:), out of date for two") { scenario in
        let (scheduler, runs) = (TestScheduler(), Held(0))
        let shared = Deferred { () -> AnyPublisher<Int, Never> in
          runs.value += 1
          guard runs.value > 1 else { return Just(1).eraseToAnyPublisher() }
          return Just(2).append(Empty(completeImmediately: false)).eraseToAnyPublisher()
        }.share(replay: 1, expiresAfter: 4, scheduler: scheduler)
        shared.record().cancel()
        scheduler.advance(by: 4)
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self) }
        for (index, recorder) in recorders.enumerated() {
          scenario.thread("subscriber \(index + 1)") { shared.subscribe(recorder) }
        }
        scenario.atEnd {
          for recorder in recorders { scenario.expect(recorder.values, [2]) }
          scenario.check(runs.value == 2, "There were \(runs.value) runs.")
        }
      }
    }

    @Test("share(replay:) that waits for two subscribers gives both everything")
    func waits() {
      exploring("share(replay:), for two subscribers") { scenario in
        let upstream = [1, 2, 3].publisher
        let shared = upstream.share(replay: 1, connect: .whenSubscribers(2))
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self) }
        for (index, recorder) in recorders.enumerated() {
          scenario.thread("subscriber \(index + 1)") { shared.subscribe(recorder) }
        }
        scenario.atEnd {
          for recorder in recorders {
            scenario.expect(recorder.values, [1, 2, 3])
            scenario.check(recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }

    @Test("No update of a relay is lost, and the release of the relay finishes its subscribers")
    func update() {
      exploring("CurrentValueRelay") { scenario in
        let relay = Held<CurrentValueRelay<Int>?>(CurrentValueRelay(0))
        let recorder = scenario.recorder(of: Int.self)
        relay.value?.watched(in: scenario, keeping: recorder).subscribe(recorder)
        for name in ["updater", "other updater"] {
          scenario.thread(name) { [relay = relay.value] in relay?.update { $0 += 1 } }
        }
        scenario.thread("owner") { relay.value = nil }
        scenario.atEnd {
          scenario.expect(recorder.values, [0, 1, 2])
        }
      }
    }

    @Test("Of two ends of a LastValueSubject, one reaches all subscribers")
    func lastValue() {
      exploring("LastValueSubject") { scenario in
        let subject = LastValueSubject<Int, TestError>()
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self, failing: TestError.self) }
        subject.watched(in: scenario, keeping: recorders[0], subject).subscribe(recorders[0])
        scenario.thread("sender") {
          subject.send(1)
          subject.send(completion: .finished)
        }
        scenario.thread("failer") { subject.send(completion: .failure(TestError())) }
        scenario.thread("subscriber") { subject.subscribe(recorders[1]) }
        scenario.atEnd {
          let hasFinished = recorders[0].completion == .finished
          for recorder in recorders {
            scenario.check(recorder.completion == recorders[0].completion, "The recorders disagree about the end.")
            scenario.expect(recorder.values, hasFinished ? [1] : [])
          }
        }
      }
    }
  }
#endif
