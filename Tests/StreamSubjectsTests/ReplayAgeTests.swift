import StreamSubjects
import TestSupport
import Testing

@Suite("ReplaySubject by age")
struct ReplayAgeTests {
  // Case XA-286
  @Test("What is older than the limit is not replayed, and both limits hold")
  func replaysYoung() {
    let timeline = VirtualTimeline()
    let subject = ReplaySubject<Int, TestError>(maxBufferSize: 2, maxAge: .seconds(3), scheduler: timeline.scheduler)
    timeline.send("-1-2-3-4--", to: subject)
    let recordings = [5, 8, 11].map { timeline.subscribe(at: $0, to: subject) }
    timeline.run()
    expectEqual(recordings[0].marbles, "-----(23)-4")
    expectEqual(recordings[1].marbles, "--------(34)")
    expectEqual(recordings[2].marbles, "-----------")
  }

  @Test("What has waited too long is removed at the next send, for slow subscribers, too")
  func removesAtSend() {
    let timeline = VirtualTimeline()
    let drops = DropRecorder()
    let subject = ReplaySubject<Int, TestError>(
      maxBufferSize: .max, maxAge: .seconds(3), scheduler: timeline.scheduler, line: 1002)
    timeline.send("12----3-4-|", to: subject)
    let slow = timeline.subscribe(at: 0, to: subject, demand: [5: .max(1), 8: .unlimited])
    timeline.at(7) { expectEqual(drops.reports.filter { $0.site?.line == 1002 }.map(\.count), [1]) }
    timeline.run()
    // The 2 was there at 5, and was removed when the 3 came; the completion is not held up.
    expectEqual(slow.marbles, "-----1--(34)-|")
    expectEqual(drops.reports.filter { $0.site?.line == 1002 }.map(\.count), [1])
  }

  @Test("A subscriber that keeps up gets what has grown old in the queue")
  func oldInQueue() {
    let scheduler = TestScheduler()
    let subject = ReplaySubject<Int, Never>(maxBufferSize: 2, maxAge: .seconds(1), scheduler: scheduler)
    let slow = subject.record { value in
      if value == 1 {
        for next in 2...4 { subject.send(next) }
        scheduler.advance(by: 10)
        expectEqual(subject.bufferedValues, [])
      }
      return .none
    }
    let other = subject.record()
    subject.send(1)
    expectEqual(slow.values, [1, 2, 3, 4])
    expectEqual(other.values, [1, 2, 3, 4])
    expectEqual(subject.record().values, [])
  }

  @Test("A buffer that is full of old values lets them go when it is read", arguments: [false, true])
  func releasesWhenRead(isSubscribed: Bool) {
    let scheduler = TestScheduler()
    let subject = ReplaySubject<ReleaseToken, Never>(maxBufferSize: 9, maxAge: .seconds(1), scheduler: scheduler)
    weak var token: ReleaseToken?
    do {
      let new = ReleaseToken()
      token = new
      subject.send(new)
    }
    scheduler.advance(by: 2)
    expect(token != nil)
    expect(isSubscribed ? subject.record().values.isEmpty : subject.bufferedValues.isEmpty)
    expect(token == nil)
  }
}
