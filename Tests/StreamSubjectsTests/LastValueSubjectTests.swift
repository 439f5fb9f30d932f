import StreamSubjects
import TestSupport
import Testing

@Suite("LastValueSubject")
struct LastValueSubjectTests {
  private let timeline = VirtualTimeline()

  // Case XA-289
  @Test("Delivers the last value with the finish")
  func delivers() {
    let subject = LastValueSubject<Int, TestError>()
    timeline.send("-1-2-|", to: subject)
    let recording = timeline.subscribe(at: 0, to: subject)
    timeline.run()
    expectEqual(recording.marbles, "-----(2|)")
  }

  // Case XA-290
  @Test("A subscriber that comes after the finish gets the value, too")
  func late() {
    let subject = LastValueSubject<Int, TestError>()
    timeline.send("-1-2-|", to: subject)
    let recording = timeline.subscribe(at: 8, to: subject)
    timeline.run()
    expectEqual(recording.marbles, "--------(2|)")
  }

  // Case XA-291
  @Test("A failure drops the value, for later subscribers, too")
  func failure() {
    let subject = LastValueSubject<Int, TestError>()
    timeline.send("-1-#", to: subject)
    let recordings = [0, 5].map { timeline.subscribe(at: $0, to: subject) }
    timeline.run()
    expectEqual(recordings.map(\.marbles), ["---#", "-----#"])
  }

  @Test("The value waits for demand, and a finish without a value does not")
  func demand() {
    let subject = LastValueSubject<Int, Never>()
    let slow = subject.record(demand: .none)
    subject.send(1)
    subject.send(completion: .finished)
    expect(slow.completions.isEmpty)
    slow.request(.max(1))
    expectEqual(slow.values, [1])
    expect(slow.isFinished)
    let empty = LastValueSubject<Int, Never>()
    let waiting = empty.record(demand: .none)
    empty.send(completion: .finished)
    expect(waiting.isFinished)
  }

  @Test("What is sent after the end is ignored, and one value is retained before it")
  func retains() {
    let subject = LastValueSubject<ReleaseToken, TestError>()
    weak var first: ReleaseToken?
    do {
      let token = ReleaseToken()
      first = token
      subject.send(token)
    }
    expect(first != nil)
    subject.send(ReleaseToken())
    expect(first == nil)
    subject.send(completion: .failure(TestError()))
    subject.send(ReleaseToken())
    subject.send(completion: .finished)
    expect(subject.record().values.isEmpty)
    expectEqual(subject.record().failure, TestError())
  }

  @Test("An upstream is asked for everything")
  func upstream() {
    let subject = LastValueSubject<Int, TestError>()
    let upstream = ScriptedPublisher<Int, TestError>()
    let connection = upstream.subscribe(subject)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .finished)
    expectEqual(subject.record().values, [2])
    withExtendedLifetime(connection) {}
  }

  @Test("A failure that is sent from inside the delivery of the value comes too late")
  func failsInDelivery() {
    let subject = LastValueSubject<Int, TestError>()
    let recorder = subject.record { _ in
      subject.send(completion: .failure(TestError()))
      return .none
    }
    subject.send(1)
    subject.send(completion: .finished)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
    expect(subject.record().isFinished)
  }

  @Test("Of threads that end it, the first decides for all subscribers")
  func races() {
    for _ in 0..<100 {
      let subject = LastValueSubject<Int, TestError>()
      let recorders = (0..<2).map { _ in subject.record() }
      subject.send(1)
      concurrently(4) { thread in
        if thread < 2 { subject.send(completion: .finished) } else { subject.send(completion: .failure(TestError())) }
      }
      let late = subject.record()
      for recorder in recorders + [late] {
        expectEqual(recorder.events.dropFirst(), late.events.dropFirst())
        expectEqual(recorder.isFinished, (recorder.values == [1]))
        expectEqual(recorder.completions.count, 1)
      }
    }
  }

  @Test("The end releases downstream and the subject")
  func releases() {
    weak var subject: LastValueSubject<Int, Never>?
    weak var downstream: RecordingSubscriber<Int, Never>?
    var kept: (any Subscription)?
    do {
      let new = LastValueSubject<Int, Never>()
      subject = new
      let recorder = new.record()
      (downstream, kept) = (recorder, recorder.subscription)
      new.send(1)
      new.send(completion: .finished)
    }
    expect(subject == nil && downstream == nil)
    withExtendedLifetime(kept) {}
  }
}
