#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Tasks that wait in line for room in a subject's queues.
  @Suite("Explored: BroadcastSubject.emit")
  struct EmitScenarios {
    private typealias Subject = BroadcastSubject<Int, Never>

    /// Lets two tasks emit two values each. Those that `emit` has sent are noted.
    ///
    /// - Returns: The tasks, and the values that each has sent.
    private func emitters(
      _ scenario: Exploration, _ subject: Subject,
      emit: @escaping @Sendable (Subject, Int) async throws -> Void = { try await $0.emit($1) }
    ) -> (tasks: [ExploredTask], sent: [Held<[Int]>]) {
      let queue = scenario.queue("emitters", width: 2)
      let sent = (0..<2).map { _ in Held<[Int]>([]) }
      let tasks = (0..<2).map { index in
        scenario.task("emitter \(index)", on: queue) {
          for value in (100 * index + 1)...(100 * index + 2) {
            do { try await emit(subject, value) } catch { continue }
            sent[index].value.append(value)
          }
        }
      }
      return (tasks, sent)
    }

    @Test("Two tasks that wait for room get it, whoever requests, and no value is lost")
    func room() {
      exploring("BroadcastSubject.emit") { scenario in
        let subject = Subject(bufferSize: 1, whenFull: .suspend)
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        subject.watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        _ = emitters(scenario, subject)
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        scenario.thread("other requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(recorder.values.filter { $0 < 100 }, [1, 2])
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102])
          recorder.cancel()
        }
      }
    }

    @Test("Tasks that wait for the low water mark go on, and no value is lost")
    func marks() {
      exploring("BroadcastSubject.emit, with marks") { scenario in
        let subject = Subject(bufferSize: .max, whenFull: .suspend)
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        subject.watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        _ = emitters(scenario, subject) { try await $0.emit($1, lowWatermark: 0, highWatermark: 2) }
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        scenario.thread("other requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(recorder.values.filter { $0 < 100 }, [1, 2])
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102])
          recorder.cancel()
        }
      }
    }

    @Test("A task that is cancelled in the line leaves it: the next gets the room, and what has been sent is delivered")
    func cancelledTask() {
      exploring("BroadcastSubject.emit, a task cancelled") { scenario in
        let subject = Subject(bufferSize: 1, whenFull: .suspend)
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        subject.watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        let (tasks, sent) = emitters(scenario, subject)
        scenario.thread("requester") { for _ in 1...4 { recorder.request(.max(1)) } }
        scenario.thread("canceller") { tasks[0].cancel() }
        scenario.atEnd {
          scenario.expect(recorder.values.filter { $0 < 100 }, sent[0].value)
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102])
          recorder.cancel()
        }
      }
    }

    @Test("A task that waits for its mark and is cancelled lets those go on that wait behind it, and have room")
    func cancelledFirst() {
      exploring("BroadcastSubject.emit, the first in the line cancelled") { scenario in
        let subject = Subject(bufferSize: 8, whenFull: .suspend)
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        subject.watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        let (tasks, sent) = emitters(scenario, subject) { subject, value in
          if value < 100 {
            try await subject.emit(value, lowWatermark: 0, highWatermark: 1)
          } else {
            try await subject.emit(value)
          }
        }
        // Nobody requests: without the cancel, the first task would wait for ever, and the other one behind it.
        scenario.thread("canceller") { tasks[0].cancel() }
        scenario.atEnd {
          recorder.request(.unlimited)
          scenario.expect(recorder.values.filter { $0 < 100 }, sent[0].value)
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102])
          recorder.cancel()
        }
      }
    }

    @Test("What a task sends, and whom it subscribes, before an emit comes before it, and so does the end")
    func order() {
      exploring("BroadcastSubject.emit, beside a sender") { scenario in
        let subject = Subject(bufferSize: 2, whenFull: .suspend)
        let recorder = scenario.recorder(of: Int.self)
        let late = scenario.recorder("late recorder", of: Int.self)
        subject.watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        scenario.thread("sender") { for value in 101...102 { subject.send(value) } }
        _ = scenario.task("emitter", on: scenario.queue("emitter")) {
          subject.send(1)
          try? await subject.emit(2)
          subject.subscribe(late)
          try? await subject.emit(3)
          subject.send(completion: .finished)
          try? await subject.emit(4)
        }
        scenario.atEnd {
          scenario.expect(recorder.values.filter { $0 < 100 }, [1, 2, 3])
          scenario.expect(late.values.filter { $0 < 100 }, [3], "values of the late recorder")
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("Nobody waits for a subscriber that has cancelled, nor after the end")
    func over() {
      for cancels in [true, false] {
        let name = cancels ? "BroadcastSubject.emit, a subscriber cancelled" : "BroadcastSubject.emit, ended"
        exploring(name) { scenario in
          let subject = Subject(bufferSize: 1, whenFull: .suspend)
          let recorder = scenario.recorder(of: Int.self, demand: .max(1))
          subject.watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
          let sent = emitters(scenario, subject).sent
          scenario.thread("other") {
            if cancels { recorder.cancel() } else { subject.send(completion: .finished) }
          }
          scenario.atEnd {
            scenario.expect(sent.map(\.value), [[1, 2], [101, 102]], "values sent")
            recorder.request(.unlimited)
            scenario.expectOrder(recorder.values.filter { $0 < 100 }, of: [1, 2])
            scenario.expectOrder(recorder.values.filter { $0 > 100 }, of: [101, 102])
            scenario.check(cancels || recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }
  }
#endif
