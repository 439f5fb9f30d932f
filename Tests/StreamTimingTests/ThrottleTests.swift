import Dispatch
import StreamCore
import StreamParts
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

  @Test("The newest value of each interval is delivered")
  func latest() {
    let lines = Timeline(Self.published).run { $0.throttle(for: 0.5, scheduler: $1, latest: true) }
    expectEqual(lines, ["0 -1", "0.5 2", "1 5", "1.5 6"])
  }

  @Test("The first value of each interval is delivered")
  func oldest() {
    let lines = Timeline(Self.published).run { $0.throttle(for: 0.5, scheduler: $1, latest: false) }
    expectEqual(lines, ["0 -1", "0.5 1", "1 3", "1.5 6"])
  }

  @Test("A value at the edge of an interval belongs to the interval that ends")
  func nearEdges() {
    let input: KeyValuePairs<VirtualTime, Int> = [0.1: 1, 0.2: 2, 0.6: 3, 0.7: 4, 1.1: 5, 1.2: 6]
    // A value at the very end of an interval belongs to it, since it comes before the timer.
    expectEqual(
      Timeline(input).run { $0.throttle(for: 0.5, scheduler: $1, latest: true) },
      [
        "0.1 1", "0.6 3", "1.1 5", "1.6 6",
      ])
    expect(
      Timeline(input).run { $0.throttle(for: 0.5, scheduler: $1, latest: false) }
        == ["0.1 1", "0.6 2", "1.1 4", "1.6 6"])
  }

  @Test("Of values in bursts the first is delivered at once, then one per interval")
  func spreadOut() {
    expect(
      Timeline(Self.spread).run { $0.throttle(for: 0.5, scheduler: $1, latest: true) }
        == ["0.1 1", "0.6 2", "1.1 4", "1.6 6"])
    expect(
      Timeline(Self.spread).run { $0.throttle(for: 0.5, scheduler: $1, latest: false) }
        == ["0.1 1", "0.6 2", "1.1 3", "1.6 5"])
  }

  @Test("throttleFirst delivers the leading edge of each interval only")
  func leadingEdge() {
    let input: KeyValuePairs<VirtualTime, String> = [
      0: "H", 0.1: "He", 0.2: "Hel", 0.3: "Hell", 0.4: "Hello", 1.0: "HelloC", 1.2: "HelloCo", 1.5: "HelloCom",
      2.0: "HelloComb", 2.1: "HelloCombi", 3.2: "HelloCombin", 3.3: "HelloCombine",
    ]
    let lines = Timeline(input).run { $0.throttleFirst(for: 1.0, scheduler: $1) }
    expectEqual(lines, ["0 H", "1 HelloC", "2 HelloComb", "3.2 HelloCombin"])
  }

  @Test("Until the scheduler runs the block, a newer value replaces the first, or is dropped")
  func beforeTheBlock() {
    let queue = DispatchQueue(label: "throttle")
    let log = Box<[String]>([])
    var cancellables: [AnyCancellable] = []
    queue.sync {
      for latest in [true, false] {
        cancellables.append(
          [1, 2, 3].publisher.throttle(for: .seconds(1_000), scheduler: queue, latest: latest).sink { completion in
            log.update { $0.append("\(completion)") }
          } receiveValue: { value in
            dispatchPrecondition(condition: .onQueue(queue))
            log.update { $0.append("\(value)") }
          })
      }
      expectEqual(log.value, [])
    }
    queue.sync {}
    expectEqual(log.value, ["3", "finished", "1", "finished"])
    expectEqual(cancellables.count, 2)
  }

  @Test("Demand made while the first value waits for the scheduler delivers nothing early")
  func requestBeforeTheBlock() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let scheduler = TestScheduler()
    let recorder = upstream.throttle(for: 10, scheduler: scheduler, latest: true).record(demand: .max(1))
    upstream.send(1)
    recorder.request(.max(1))
    upstream.send(2)
    scheduler.resume()
    expectEqual(recorder.values, [2])
  }

  @Test("A value that waits is delivered before a finish or a failure")
  func completionWhileWaiting() {
    expect(
      Timeline([0: 1, 0.1: 2], end: 0.2).run { $0.throttle(for: 1, scheduler: $1, latest: true) }
        == ["0 1", "1 2", "1 finished"])
    expectEqual(
      Timeline([0: 1, 0.1: 2], end: 0.2, with: .failure(TestError())).run {
        $0.throttle(for: 1, scheduler: $1, latest: true)
      }, ["0 1", "1 2", "1 failure(failure)"])
    expectEqual(
      Timeline([0: 1, 0.1: 2], end: 0.2, with: .failure(TestError())).run {
        $0.throttle(for: 1, scheduler: $1, latest: false)
      }, ["0 1", "1 2", "1 failure(failure)"])
    expectEqual(
      Timeline([0: 1], end: 0.2).run { $0.throttle(for: 1, scheduler: $1, latest: true) }, ["0 1", "0.2 finished"])
  }

  @Test("Unlimited demand is requested upstream; a value without demand is lost, and begins no interval")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let scheduler = TestScheduler()
    let recorder = upstream.throttle(for: 10, scheduler: scheduler, latest: true).record(demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(1)
    recorder.request(.max(1))
    upstream.send(2)
    scheduler.advance(by: 0)
    expectEqual(recorder.values, [2])
  }

  @Test("A value that is due without demand is reported as dropped, one that is left out in an interval is not")
  func reportsDrops() {
    let drops = reportedDrops {
      for isLatest in [true, false] {
        expectEqual(
          Timeline([0: 1, 0.1: 2, 0.2: 3], end: 0.3).run(demand: .max(1)) {
            $0.throttle(for: 1, scheduler: $1, latest: isLatest)
          }, ["0 1", "1 finished"])
      }
    }
    expectEqual(drops, Array(repeating: DropReport(operatorName: "Throttle", reason: .beyondDemand), count: 2))
  }

  @Test("What throttleFirst drops for want of demand is reported with its place, what it leaves out is not")
  func reportsDropsOfFirst() {
    let site = StreamSite(line: #line + 3)
    let drops = reportedDrops {
      let lines = Timeline([0: 1, 0.5: 2, 2: 3, 2.5: 4]).run(demand: .max(1)) {
        $0.throttleFirst(for: 1, scheduler: $1)
      }
      expectEqual(lines, ["0 1"])
    }
    // Without demand the third begins no interval, so that the fourth is due as well.
    let report = DropReport(operatorName: "ThrottleFirst", reason: .beyondDemand, site: site)
    expectEqual(drops, [report, report])
  }
}
