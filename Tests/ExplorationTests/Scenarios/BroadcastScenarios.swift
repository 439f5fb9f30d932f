#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: subjects and publishers with a queue for each subscriber")
  struct BroadcastScenarios {
    @Test("All subscribers get the values of several threads in one order, and one that joins without a gap")
    func order() {
      exploring("BroadcastSubject") { scenario in
        let subject = BroadcastSubject<Int, Never>(bufferSize: 8)
        let recorder = scenario.recorder(of: Int.self)
        subject.watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        let late = scenario.recorder("late recorder", of: Int.self, demand: .none)
        scenario.thread("sender") { for value in 1...2 { subject.send(value) } }
        scenario.thread("other sender") { for value in 101...102 { subject.send(value) } }
        scenario.thread("subscriber") { subject.subscribe(late) }
        scenario.atEnd {
          late.request(.unlimited)
          scenario.expect(recorder.values.filter { $0 < 100 }, [1, 2])
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102])
          scenario.expect(late.values, Array(recorder.values.suffix(late.values.count)), "values of the late recorder")
          for recorder in [recorder, late] { recorder.cancel() }
        }
      }
    }

    @Test("A queue that suspends loses only what it has no room for, whoever requests")
    func suspends() {
      exploring("BroadcastSubject, slower than its sender") { scenario in
        let subject = BroadcastSubject<Int, TestError>(bufferSize: 1, whenFull: .suspend)
        let slow = scenario.recorder("slow recorder", of: Int.self, failing: TestError.self, demand: .none)
        subject.watched(in: scenario, keeping: slow, subject).subscribe(slow)
        scenario.thread("sender") {
          for value in 1...3 { subject.send(value) }
          subject.send(completion: .failure(TestError()))
        }
        scenario.thread("requester") { slow.request(.max(1)) }
        scenario.thread("other requester") { slow.request(.max(3)) }
        scenario.atEnd {
          scenario.expectOrder(slow.values, of: [1, 2, 3])
          scenario.check(slow.values.first == 1, "The first value is lost.")
          scenario.check(slow.completion == .failure(TestError()), "The failure has not come.")
        }
      }
    }

    @Test("Two cancels, a send and the end leave nothing of a subscriber in the subject")
    func cancels() {
      exploring("BroadcastSubject, cancelled twice") { scenario in
        let subject = BroadcastSubject<Int, Never>(bufferSize: 1, whenFull: .suspend)
        let recorder = scenario.recorder(of: Int.self)
        subject.watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...2 { subject.send(value) }
          subject.send(completion: .finished)
        }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.thread("other canceller") { recorder.cancel() }
        scenario.atEnd { scenario.expectOrder(recorder.values, of: [1, 2]) }
      }
    }

    @Test("share(pacing:) has one run of upstream at a time, and ends it with its last subscriber")
    func runs() {
      exploring("share(pacing:)") { scenario in
        scenario.exploreRuns { $0.share(pacing: .slowest(prefetch: 2)).eraseToAnyPublisher() }
      }
    }

    @Test("Subscribers that request on different threads lose nothing, though one of them cancels")
    func pacing() {
      exploring("share(pacing:), asked by two threads") { scenario in
        let shared = [1, 2, 3, 4].publisher.share(pacing: .slowest(prefetch: 1))
        let recorders = (1...3).map { scenario.recorder("recorder \($0)", of: Int.self, demand: .none) }
        for recorder in recorders { shared.watched(in: scenario, keeping: recorder).subscribe(recorder) }
        for index in 0...1 {
          scenario.thread("requester \(index + 1)") { for _ in 1...4 { recorders[index].request(.max(1)) } }
        }
        scenario.thread("canceller") { recorders[2].cancel() }
        scenario.atEnd {
          for recorder in recorders { recorder.request(.unlimited) }
          // The first value has been requested before the second recorder came.
          for (recorder, values) in zip(recorders, [[1, 2, 3, 4], [2, 3, 4]]) {
            scenario.expect(recorder.values, values)
            scenario.check(recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }
  }
#endif
