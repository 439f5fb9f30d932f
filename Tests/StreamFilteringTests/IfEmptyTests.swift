import StreamCore
import StreamFiltering
import StreamParts
import StreamTesting
import TestSupport
import Testing

@Suite("ifEmpty(switchTo:)")
struct IfEmptyTests {
  private func played(_ source: Marbles, then other: Marbles) -> (MarbleRun<Int, MarbleFailure>, subscriptions: Int) {
    let scheduler = TestScheduler()
    let second = scheduler.publisher(other, failure: MarbleFailure()) { $0.wholeNumberValue ?? 0 }
    let count = Box(0)
    let run = marbles(source, scheduler: scheduler) {
      $0.ifEmpty(switchTo: second.counted(in: count))
    }
    return (run, count.value)
  }

  // Case XA-104.
  @Test("An empty stream goes on with the other, from its finish on")
  func switches() {
    let (run, subscriptions) = played("---|", then: "-1-|")
    run.expect("----1-|")
    expectEqual(subscriptions, 1)
  }

  // Cases XA-105 and XA-107.
  @Test("One that has an element does not, nor does one that fails")
  func stays() {
    let (finished, none) = played("-1-|", then: "-2|")
    finished.expect("-1-|")
    expectEqual(none, 0)
    let (failed, noOther) = played("--#", then: "-2|")
    failed.expect("--#")
    expectEqual(noOther, 0)
  }

  // Case XA-106.
  @Test("What is outstanding is asked of the other")
  func demand() {
    let (upstream, other) = (ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>())
    let recorder = upstream.ifEmpty(switchTo: other).record(demand: .max(2))
    expectEqual(upstream.demand, .max(2))
    upstream.send(completion: .finished)
    expectEqual(other.demand, .max(2))
    other.send(1)
    recorder.request(.max(3))
    expectEqual(other.demand, .max(5))
    other.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, TestError())
  }

  @Test("A cancel reaches the one that runs")
  func cancel() {
    let (upstream, other) = (ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>())
    let recorder = upstream.ifEmpty(switchTo: other).record()
    upstream.send(completion: .finished)
    recorder.cancel()
    expect(other.isCancelled)
    expect(!upstream.isCancelled)
  }

  @Test("A value that comes without demand is dropped, and reported")
  func beyondDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let drops = reportedDrops {
      let recorder = upstream.ifEmpty(switchTo: Empty<Int, TestError>()).record(demand: .max(1))
      for value in 1...2 { upstream.send(value) }
      expectEqual(recorder.values, [1])
      recorder.cancel()
    }
    expectEqual(drops, [DropReport(operatorName: "IfEmpty", reason: .beyondDemand)])
  }

  @Test("Elements that are at hand count, also before a sink, which gets them without a subscription")
  func atHand() {
    let values = Box<[Int]>([])
    let cancellables = [
      [1, 2].publisher.ifEmpty(switchTo: Just(9)).sink { value in values.update { $0.append(value) } },
      [Int]().publisher.ifEmpty(switchTo: [7, 8].publisher).sink { value in values.update { $0.append(value) } },
    ]
    expectEqual(values.value, [1, 2, 7, 8])
    withExtendedLifetime(cancellables) {}
  }
}

extension Publisher {
  /// Counts the subscriptions.
  fileprivate func counted(in count: Box<Int>) -> Deferred<Self> where Self: Sendable {
    Deferred {
      count.increment()
      return self
    }
  }
}
