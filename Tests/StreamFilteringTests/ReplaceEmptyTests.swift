import StreamCore
import StreamFiltering
import StreamParts
import TestSupport
import Testing

@Suite("replaceEmpty")
struct ReplaceEmptyTests {
  @Test("Delivers the replacement if upstream finishes without an element")
  func empty() {
    let recorder = Empty<Int, Never>().replaceEmpty(with: 9).record()
    expectEqual(recorder.values, [9])
    expect(recorder.isFinished)
  }

  @Test("Delivers no replacement if there was an element")
  func notEmpty() {
    let recorder = [1, 2].publisher.replaceEmpty(with: 9).record()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }

  @Test("nil is an element")
  func optionals() {
    expectEqual([Int?.none].publisher.replaceEmpty(with: 9).record().values, [nil])
    expectEqual([Int?]().publisher.replaceEmpty(with: nil).record().values, [nil])
  }

  @Test("A failure is passed on without a replacement")
  func failureIsNotEmpty() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).replaceEmpty(with: 9).record()
    expectEqual(recorder.values, [])
    expectEqual(recorder.failure, TestError("broken"))
  }

  @Test("The replacement waits for demand, and the completion follows it")
  func waits() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.replaceEmpty(with: 9).record(demand: .none)
    upstream.send(completion: .finished)
    expectEqual(recorder.events, [.subscription("ReplaceEmpty")])
    recorder.request(.max(1))
    expectEqual(recorder.values, [9])
    expect(recorder.isFinished)
    expectEqual(upstream.requests, [])
  }

  @Test("A cancel suppresses a replacement that waits")
  func cancelWhileWaiting() {
    let recorder = Empty<Int, Never>().replaceEmpty(with: 9).record(demand: .none)
    recorder.cancel()
    recorder.request(.max(1))
    expectEqual(recorder.values, [])
    expect(recorder.completions.isEmpty)
  }

  @Test("Releases a replacement that waits when it is cancelled (rule 7)")
  func releasesReplacement() {
    let alive = Box(0)
    let recorder = Empty<Counted, Never>().replaceEmpty(with: Counted(alive)).record(demand: .none)
    expectEqual(alive.value, 1)
    recorder.cancel()
    expectEqual(alive.value, 0)
  }

  @Test("Two are equal if upstream and the replacement are")
  func equality() {
    typealias Replacing = Publishers.ReplaceEmpty<Just<Int>>
    expectEqual(Replacing(upstream: Just(1), output: 2), Replacing(upstream: Just(1), output: 2))
    expect(Replacing(upstream: Just(1), output: 2) != Replacing(upstream: Just(1), output: 3))
  }

  @Test("A value that comes without demand is dropped, and reported")
  func beyondDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let drops = reportedDrops {
      let recorder = upstream.replaceEmpty(with: 9).record(demand: .max(1))
      for value in 1...2 { upstream.send(value) }
      expectEqual(recorder.values, [1])
      recorder.cancel()
    }
    expectEqual(drops, [DropReport(operatorName: "ReplaceEmpty", reason: .beyondDemand)])
  }
}
