import StreamSubjects
import TestSupport
import Testing

@Suite("ReplaySubject")
struct ReplaySubjectTests {
  // Case XA-283
  @Test("A new subscriber gets the newest values, then what follows")
  func replays() {
    let timeline = VirtualTimeline()
    let subject = ReplaySubject<Int, TestError>(maxBufferSize: 2)
    timeline.send("-1-2-3-4-|", to: subject)
    let early = timeline.subscribe(at: 0, to: subject)
    let late = timeline.subscribe(at: 5, to: subject)
    timeline.run()
    expectEqual(early.marbles, "-1-2-3-4-|")
    expectEqual(late.marbles, "-----(23)-4-|")
  }

  // Case XA-284
  @Test("A subscriber that comes after the end gets the log, then the completion", arguments: [true, false])
  func replaysAfterEnd(isFinish: Bool) {
    let timeline = VirtualTimeline()
    let subject = ReplaySubject<Int, TestError>(maxBufferSize: 2)
    timeline.send(isFinish ? "-1-2-3-4-|" : "-1-2-3-4-#", to: subject)
    let late = timeline.subscribe(at: 10, to: subject)
    timeline.run()
    expectEqual(late.marbles, (isFinish ? "----------(34|)" : "----------(34#)"))
    expectEqual(subject.bufferedValues, [3, 4])
  }

  // Case XA-285
  @Test("What a subscriber has not asked for waits for it in the log")
  func demand() {
    let timeline = VirtualTimeline()
    let subject = ReplaySubject<Int, TestError>(maxBufferSize: 2)
    timeline.send("-1-2-3-4--", to: subject)
    let slow = timeline.subscribe(at: 5, to: subject, demand: [5: .max(1), 8: .max(1)])
    timeline.run()
    expectEqual(slow.marbles, "-----2--3")
  }

  @Test("The completion comes after what waits, without demand of its own")
  func completionWaits() {
    let subject = ReplaySubject<Int, TestError>(maxBufferSize: 2)
    let slow = subject.record(demand: .none)
    subject.send(1)
    subject.send(2)
    subject.send(completion: .failure(TestError()))
    expect(slow.completions.isEmpty)
    slow.request(.max(1))
    expectEqual(slow.values, [1])
    expect(slow.completions.isEmpty)
    slow.request(.max(1))
    expectEqual(slow.values, [1, 2])
    expectEqual(slow.failure, TestError())
  }

  @Test("A subscriber that falls behind by more than the buffer loses the oldest, which is reported; no other does")
  func losesOldest() {
    let drops = DropRecorder()
    let subject = ReplaySubject<Int, Never>(maxBufferSize: 2, line: 1001)
    let slow = subject.record(demand: .max(1))
    let fast = subject.record()
    for value in 1...5 { subject.send(value) }
    expectEqual(slow.values, [1])
    slow.request(.max(1))
    subject.send(6)
    slow.request(.unlimited)
    expectEqual(slow.values, [1, 4, 5, 6])
    expectEqual(fast.values, [1, 2, 3, 4, 5, 6])
    let reports = drops.reports.filter { $0.site?.line == 1001 }
    expectEqual(reports.map(\.count), [1, 1])
    expect(reports.allSatisfy { $0.operatorName == "ReplaySubject" && $0.reason == .overflow })
  }

  @Test("A request reports what has grown too old; the handler may cancel")
  func cancelsInReport() {
    let scheduler = TestScheduler()
    let subject = ReplaySubject<Int, Never>(
      maxBufferSize: .max, maxAge: .seconds(1), scheduler: scheduler, line: 1003)
    let slow = subject.record(demand: .none)
    subject.send(1)
    scheduler.advance(by: 2)
    let counts = Box<[Int]>([])
    let observation = DropHook.observe { report in
      guard report.site?.line == 1003 else { return }
      counts.update { $0.append(report.count) }
      slow.cancel()
    }
    expectEqual(subject.bufferedValues, [])
    slow.request(.max(2))
    subject.send(2)
    observation.cancel()
    expectEqual(counts.value, [1])
    expectEqual(slow.values, [])
  }

  @Test("Without a buffer it is a PassthroughSubject; without a limit it replays everything")
  func sizes() {
    let none = ReplaySubject<Int, Never>(bufferSize: 0)
    let all = ReplaySubject<Int, Never>(maxBufferSize: .max)
    let early = none.record()
    for value in 1...100 {
      none.send(value)
      all.send(value)
    }
    let late = none.record()
    none.send(101)
    expectEqual(early.values, Array(1...101))
    expectEqual(late.values, [101])
    expectEqual(none.bufferedValues, [])
    expectEqual(all.record().values, Array(1...100))
    expectEqual(all.bufferedValues, Array(1...100))
  }

  @Test("A negative size traps")
  func negativeSize() async {
    await #expect(processExitsWith: .failure) { _ = ReplaySubject<Int, Never>(maxBufferSize: -1) }
  }

  // Case XA-288
  @Test("A value sent from inside a replay comes after it, for all subscribers")
  func sendInReplay() {
    let subject = ReplaySubject<Int, Never>(maxBufferSize: 3)
    let first = subject.record()
    for value in 1...3 { subject.send(value) }
    let second = subject.record { value in
      if value == 1 { subject.send(4) }
      return .none
    }
    expectEqual(first.values, [1, 2, 3, 4])
    expectEqual(second.values, [1, 2, 3, 4])
    expectEqual(subject.bufferedValues, [2, 3, 4])
  }

  @Test("What is sent from inside a delivery reaches all in one order, and is in the log at once")
  func reentrantSend() {
    let subject = ReplaySubject<Int, Never>(maxBufferSize: 2)
    let log = Box<[String]>([])
    let joined = Box<RecordingSubscriber<Int, Never>?>(nil)
    let first = subject.record { value in
      log.update { $0.append("A\(value)") }
      if value == 1 {
        subject.send(2)
        subject.send(3)
        subject.send(completion: .finished)
        subject.send(4)
        expectEqual(subject.bufferedValues, [2, 3])
        joined.value = subject.record()
      }
      return .none
    }
    let second = subject.record { value in
      log.update { $0.append("B\(value)") }
      return .none
    }
    subject.send(1)
    expectEqual(log.value, ["A1", "B1", "A2", "B2", "A3", "B3"])
    expectEqual(joined.value?.values, [2, 3])
    expect(first.isFinished && second.isFinished)
    expectEqual(joined.value?.isFinished, true)
  }

  @Test("A request brings what waits at once, also while another subscriber receives a value")
  func requestsInDelivery() {
    let subject = ReplaySubject<Int, Never>(maxBufferSize: 2)
    let slow = Box<RecordingSubscriber<Int, Never>?>(nil)
    let fast = subject.record { value in
      if value == 2 {
        slow.value?.request(.max(2))
        expectEqual(slow.value?.values, [1])
      }
      return .none
    }
    slow.value = subject.record(demand: .none)
    for value in 1...3 { subject.send(value) }
    expectEqual(slow.value?.values, [1, 2])
    expectEqual(fast.values, [1, 2, 3])
  }

  @Test("Very many values, each sent from inside the delivery of the one before, do not grow the stack")
  func reentrantSendsDoNotGrowStack() {
    let subject = ReplaySubject<Int, Never>(maxBufferSize: 1)
    let last = Box(0)
    let cancellable = subject.sink { value in
      last.value = value
      if value < manyTimes { subject.send(value + 1) }
    }
    subject.send(1)
    expectEqual(last.value, manyTimes)
    cancellable.cancel()
  }

  @Test("A replay of very many values, each requested in the delivery of the one before, does not grow the stack")
  func reentrantRequests() {
    let subject = ReplaySubject<Int, Never>(maxBufferSize: .max)
    for value in 1...manyTimes { subject.send(value) }
    let counter = CountingSubscriber<Int, Never> { _, subscription in
      subscription.request(.max(1))
      return .none
    }
    subject.subscribe(counter)
    counter.request(.max(1))
    expectEqual(counter.valueCount, manyTimes)
    counter.cancel()
  }

  @Test("What is sent while a subscription is handed over is not lost, however much it is")
  func sendsInHandover() {
    let subject = ReplaySubject<Int, Never>(maxBufferSize: 1)
    subject.send(1)
    let recorder = RecordingSubscriber<Int, Never>(demand: .none)
    recorder.onSubscription = { subscription in
      subscription.request(.unlimited)
      for value in 2...5 { subject.send(value) }
    }
    subject.subscribe(recorder)
    subject.send(6)
    expectEqual(recorder.values, [1, 2, 3, 4, 5, 6])
    expectEqual(recorder.overlaps, 0)
    expectEqual(subject.bufferedValues, [6])
  }

  @Test("A cancel in the handover, or in a delivery, ends the stream")
  func cancels() {
    let subject = ReplaySubject<Int, Never>(maxBufferSize: 3)
    for value in 1...3 { subject.send(value) }
    let refusing = RecordingSubscriber<Int, Never>()
    refusing.onSubscription = { $0.cancel() }
    subject.subscribe(refusing)
    let subscription = Box<(any Subscription)?>(nil)
    let leaving = RecordingSubscriber<Int, Never> { value in
      if value == 2 { subscription.value?.cancel() }
      return .none
    }
    leaving.onSubscription = { subscription.value = $0 }
    subject.subscribe(leaving)
    subject.send(4)
    expectEqual(refusing.values, [])
    expectEqual(leaving.values, [1, 2])
  }

  @Test("An upstream is asked for everything, and cancelled at the end")
  func upstreams() {
    let subject = ReplaySubject<Int, TestError>(maxBufferSize: 1)
    let upstream = ScriptedPublisher<Int, TestError>()
    let connection = upstream.subscribe(subject)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(1)
    expectEqual(subject.bufferedValues, [1])
    subject.send(completion: .finished)
    expectEqual(upstream.cancelCount, 1)
    let late = ScriptedPublisher<Int, TestError>()
    let lateConnection = late.subscribe(subject)
    expectEqual(late.cancelCount, 1)
    withExtendedLifetime((connection, lateConnection)) {}
  }

  @Test("Many upstreams, one after the other, leave nothing in the subject")
  func manyUpstreams() {
    let subject = ReplaySubject<Int, TestError>(maxBufferSize: 1)
    let upstream = ScriptedPublisher<Int, TestError>()
    for _ in 0..<100 { upstream.subscribe(subject).cancel() }
    expectEqual(upstream.livingSubscriptionCount, 0)
  }
}
