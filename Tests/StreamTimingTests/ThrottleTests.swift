import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("throttle(for:scheduler:latest:)")
struct ThrottleTests {
  private static let spread: KeyValuePairs<VirtualTime, Int> = [0.1: 1, 0.2: 2, 0.8: 3, 0.9: 4, 1.5: 5, 1.6: 6]
  private static let published: KeyValuePairs<VirtualTime, Int> = [
    0: -1, 0.1: 1, 0.2: 2, 0.6: 3, 0.7: 4, 0.9: 5, 1.2: 6,
  ]

  @Test("TT-4: the newest value of each interval")
  func latest() {
    let lines = Timeline(Self.published).run { $0.throttle(for: 0.5, scheduler: $1, latest: true) }
    #expect(lines == ["0 -1", "0.5 2", "1 5", "1.5 6"])
  }

  @Test("TT-5: the oldest value of each interval")
  func oldest() {
    let lines = Timeline(Self.published).run { $0.throttle(for: 0.5, scheduler: $1, latest: false) }
    #expect(lines == ["0 -1", "0.5 1", "1 3", "1.5 6"])
  }

  @Test("TT-6: values near edges")
  func nearEdges() {
    let input: KeyValuePairs<VirtualTime, Int> = [0.1: 1, 0.2: 2, 0.6: 3, 0.7: 4, 1.1: 5, 1.2: 6]
    // A value at the very end of an interval belongs to it, since it comes before the timer.
    #expect(
      Timeline(input).run { $0.throttle(for: 0.5, scheduler: $1, latest: true) } == [
        "0.1 1", "0.6 3", "1.1 5", "1.6 6",
      ]
    )
    #expect(
      Timeline(input).run { $0.throttle(for: 0.5, scheduler: $1, latest: false) }
        == ["0.1 1", "0.6 2", "1.1 4", "1.6 6"])
  }

  @Test("TT-7: values spread out")
  func spreadOut() {
    #expect(
      Timeline(Self.spread).run { $0.throttle(for: 0.5, scheduler: $1, latest: true) }
        == ["0.1 1", "0.6 2", "1.1 4", "1.6 6"])
    #expect(
      Timeline(Self.spread).run { $0.throttle(for: 0.5, scheduler: $1, latest: false) }
        == ["0.1 1", "0.6 2", "1.1 3", "1.6 5"])
  }

  @Test("TT-8, D-01: the leading edge alone")
  func leadingEdge() {
    let input: KeyValuePairs<VirtualTime, String> = [
      0: "H", 0.1: "He", 0.2: "Hel", 0.3: "Hell", 0.4: "Hello", 1.0: "HelloC", 1.2: "HelloCo", 1.5: "HelloCom",
      2.0: "HelloComb", 2.1: "HelloCombi", 3.2: "HelloCombin", 3.3: "HelloCombine",
    ]
    let lines = Timeline(input).run { $0.throttleFirst(for: 1.0, scheduler: $1) }
    #expect(lines == ["0 H", "1 HelloC", "2 HelloComb", "3.2 HelloCombin"])
  }

  @Test("A value that waits is delivered before the finish, and lost at a failure")
  func completionWhileWaiting() {
    #expect(
      Timeline([0: 1, 0.1: 2], end: 0.2).run { $0.throttle(for: 1, scheduler: $1, latest: true) }
        == ["0 1", "1 2", "1 finished"])
    #expect(
      Timeline([0: 1, 0.1: 2], end: 0.2, with: .failure(TestError())).run {
        $0.throttle(for: 1, scheduler: $1, latest: true)
      } == ["0 1", "0.2 failure(failure)"])
    #expect(
      Timeline([0: 1], end: 0.2).run { $0.throttle(for: 1, scheduler: $1, latest: true) } == ["0 1", "0.2 finished"])
  }

  @Test("Upstream is asked for everything; a value without demand is lost, and begins no interval")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let scheduler = TestScheduler()
    let recorder = upstream.throttle(for: 10, scheduler: scheduler, latest: true).record(demand: .none)
    #expect(upstream.requests == [.demand(.unlimited)])
    upstream.send(1)
    recorder.request(.max(1))
    upstream.send(2)
    scheduler.advance(by: 0)
    #expect(recorder.values == [2])
  }
}
