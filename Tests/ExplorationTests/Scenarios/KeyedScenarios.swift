#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: subjects with topics")
  struct KeyedScenarios {
    @Test("Of what two threads send, each topic has the order of all, and a subscriber that joins the end of it")
    func sends() {
      exploring("KeyedSubject, sent to by two threads") { scenario in
        let subject = KeyedSubject<Int, Int, Never>()
        let (topic, late) = (scenario.recorder(of: Int.self), scenario.recorder("late recorder", of: Int.self))
        let all = scenario.recorder("recorder of all", of: Int.self)
        subject[0].watched(in: scenario, keeping: topic, subject).subscribe(topic)
        subject.all.map { $0.value }.subscribe(all)
        scenario.thread("sender") { for value in 1...2 { subject.send(value, to: 0) } }
        scenario.thread("other sender") { for value in 101...102 { subject.send(value, to: value % 2) } }
        scenario.thread("subscriber") { subject[0].subscribe(late) }
        scenario.atEnd {
          scenario.check(all.values.count == 4, "\(all.values) are not all values.")
          scenario.expect(topic.values, all.values.filter { $0 != 101 })
          scenario.expect(late.values, Array(topic.values.suffix(late.values.count)), "values of the late recorder")
          for recorder in [topic, late, all] { recorder.cancel() }
          scenario.check(subject.activeKeys.isEmpty, "A topic is left.")
        }
      }
    }

    @Test("A topic that is left, joined, sent to and completed at once is gone in the end")
    func leaves() {
      exploring("KeyedSubject, left and completed") { scenario in
        let subject = KeyedSubject<Int, Int, TestError>(replay: 1)
        let token = scenario.token("The closure of the one that joins")
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self, failing: TestError.self) }
        subject[0].subscribe(recorders[0])
        scenario.thread("canceller") { recorders[0].cancel() }
        scenario.thread("sender") { for value in 1...2 { subject.send(value, to: 0) } }
        scenario.thread("subscriber") {
          subject[0].map { token.pass($0) }.subscribe(recorders[1])
          recorders[1].cancel()
        }
        scenario.thread("finisher") { subject.send(completion: .finished, to: 0) }
        scenario.atEnd {
          for recorder in recorders { scenario.expectOrder(recorder.values, of: [1, 2]) }
          scenario.check(subject.activeKeys.isEmpty, "A topic is left.")
          subject.send(completion: .failure(TestError()))
        }
      }
    }
  }
#endif
