import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("prefix(untilReplacement:)")
struct PrefixUntilReplacementTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  private func played(_ source: Marbles, _ replacement: Marbles) -> MarbleRun<Int, MarbleFailure> {
    let scheduler = TestScheduler()
    let other = scheduler.publisher(replacement, failure: MarbleFailure()) { $0.wholeNumberValue ?? 0 }
    return marbles(source, scheduler: scheduler) { $0.prefix(untilReplacement: other) }
  }

  // Case XA-122.
  @Test("Upstream passes until the replacement's first element, then the replacement does, to its end")
  func replaces() {
    played("-1-2-3-4-|", "----8--9|").expect("-1-28--9|", upstream: "----!")
    played("-1-2-3-4-|", "----8-#").expect("-1-28-#", upstream: "----!")
  }

  // Case XA-123.
  @Test("A finish of either waits for the other, as long as the replacement has not begun")
  func ends() {
    played("-1-2-|", "--|").expect("-1-2-|")
    played("-1|", "----8-|").expect("-1--8-|")
    played("-1|", "----|").expect("-1--|")
  }

  @Test("A failure of either ends all at once, that of upstream only before it is replaced")
  func failures() {
    played("-1-2-|", "--#").expect("-1#", upstream: "--!")
    played("-1-#", "-----8|").expect("-1-#")
    let (upstream, replacement) = (Upstream(letsGo: false), Upstream())
    let recorder = upstream.prefix(untilReplacement: replacement).record()
    replacement.send(8)
    upstream.send(1)
    upstream.send(completion: .failure(TestError()))
    replacement.send(completion: .finished)
    expectEqual(recorder.events, [.subscription("PrefixUntilReplacement"), .value(8), .finished])
  }

  // Case XA-124.
  @Test("The first element of the replacement waits for demand")
  func waits() {
    let (upstream, replacement) = (Upstream(), Upstream())
    let recorder = upstream.prefix(untilReplacement: replacement).record(demand: .max(1))
    expectEqual(upstream.requests, [.demand(.max(1))])
    expectEqual(replacement.requests, [.demand(.max(1))])
    upstream.send(1)
    expectEqual(replacement.send(8), .none)
    expect(upstream.isCancelled)
    expectEqual(recorder.values, [1])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 8])
    expectEqual(replacement.requests, [.demand(.max(1))])
    recorder.request(.max(2))
    expectEqual(replacement.requests, [.demand(.max(1)), .demand(.max(2))])
  }

  @Test("A request for more than the element that waits asks the replacement for the rest")
  func waitsForMore() {
    let (upstream, replacement) = (Upstream(), Upstream())
    let recorder = upstream.prefix(untilReplacement: replacement).record(demand: .none)
    replacement.send(8)
    recorder.request(.max(4))
    expectEqual(recorder.values, [8])
    expectEqual(replacement.requests, [.demand(.max(1)), .demand(.max(3))])
  }

  @Test("What is outstanding is asked of the replacement, less its first element")
  func demand() {
    let (upstream, replacement) = (Upstream(), Upstream())
    let recorder = upstream.prefix(untilReplacement: replacement).record(demand: .max(3)) { $0 == 8 ? .max(2) : .none }
    upstream.send(1)
    expectEqual(replacement.send(8), .max(3))
    recorder.request(.max(1))
    expectEqual(replacement.requests, [.demand(.max(1)), .demand(.max(1))])
    let unlimited = Upstream()
    let other = Upstream().prefix(untilReplacement: unlimited).record()
    expectEqual(unlimited.send(8), .unlimited)
    expectEqual(other.values, [8])
  }

  @Test("A replacement that delivers inside its subscription takes the place of upstream, which is not subscribed to")
  func atOnce() {
    let upstream = Upstream()
    let recorder = upstream.prefix(untilReplacement: Publishers.Sequence<[Int], TestError>(sequence: [8, 9])).record()
    expectEqual(recorder.values, [8, 9])
    expect(recorder.isFinished)
    expectEqual(upstream.subscriberCount, 0)
  }

  @Test("A replacement that begins inside a delivery follows that element")
  func insideDelivery() {
    let (upstream, replacement) = (Upstream(letsGo: false), Upstream())
    let recorder = upstream.prefix(untilReplacement: replacement).record { value in
      if value == 1 {
        replacement.send(8)
        upstream.send(2)
      }
      return .none
    }
    upstream.send(1)
    replacement.send(9)
    expectEqual(recorder.values, [1, 8, 9])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("An element without demand is dropped, and reported")
  func unrequested() {
    let drops = DropRecorder()
    let (upstream, replacement) = (Upstream(), Upstream())
    let recorder = upstream.prefix(untilReplacement: replacement).record(demand: .max(1))
    for number in 1...2 { upstream.send(number) }
    for number in 8...9 { replacement.send(number) }
    recorder.request(.max(5))
    expectEqual(recorder.values, [1, 8])
    let reports = drops.reports.filter { $0.operatorName == "PrefixUntilReplacement" && $0.reason == .beyondDemand }
    expect(reports.count >= 2)
  }

  @Test("A cancel reaches both, and releases all")
  func cancel() {
    let (upstream, replacement) = (Upstream(), Upstream())
    upstream.prefix(untilReplacement: replacement).record().cancel()
    expectEqual([upstream.cancelCount, replacement.cancelCount], [1, 1])
    expectEqual(
      leaks { source, token in
        Publishers.Map(upstream: source) { token.pass($0) }.prefix(untilReplacement: Empty<Int, TestError>())
      }, [])
  }

  @Test("When the replacement begins amid elements on another thread, they come before its own")
  func threads() {
    for _ in 0..<500 {
      let (upstream, replacement) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let recorder = upstream.prefix(untilReplacement: replacement).record()
      concurrently(2) { thread in
        for number in 0..<50 { (thread == 0 ? upstream : replacement).send(thread * 100 + number) }
      }
      replacement.send(completion: .finished)
      let values = recorder.values
      let replaced = values.count { $0 < 100 }
      expectEqual(values, Array(0..<replaced) + Array(100..<150))
      expect(recorder.isFinished)
      expectEqual(recorder.overlaps, 0)
    }
  }
}
