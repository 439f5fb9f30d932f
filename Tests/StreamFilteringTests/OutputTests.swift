import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("output")
struct OutputTests {
  @Test("Republishes the element at a position, then finishes")
  func at() {
    let recorder = ["one", "two", "three", "four", "five"].publisher.output(at: 3).record()
    expectEqual(recorder.values, ["four"])
    expect(recorder.isFinished)
  }

  @Test("Republishes the elements of a range, then finishes")
  func inRange() {
    let recorder = ["one", "two", "three", "four", "five"].publisher.output(in: 2...3).record()
    expectEqual(recorder.values, ["three", "four"])
    expect(recorder.isFinished)
  }

  @Test("Takes every kind of range")
  func rangeKinds() {
    let numbers = (0...9).publisher
    expectEqual(numbers.output(in: ...2).record().values, [0, 1, 2])
    expectEqual(numbers.output(in: ..<2).record().values, [0, 1])
    expectEqual(numbers.output(in: 8...).record().values, [8, 9])
    expectEqual(numbers.output(in: 3..<5).record().values, [3, 4])
    expectEqual(numbers.output(in: 0...Int.max).record().values, Array(0...9))
    expectEqual(numbers.output(in: ...Int.max).record().values, Array(0...9))
    expectEqual(numbers.output(in: 9..<Int.max).record().values, [9])
    expectEqual(numbers.output(in: Int.max...).record().values, [])
    expectEqual(numbers.output(in: (0..<2).relative(to: 0..<9)).record().values, [0, 1])
  }

  @Test("The last possible position neither traps nor is reached")
  func hugePosition() {
    let recorder = (0...9).publisher.output(at: .max).record()
    expectEqual(recorder.values, [])
    expect(recorder.isFinished)
  }

  @Test("If upstream ends earlier, the stream ends without an element")
  func earlyEnd() {
    let at = [1, 2].publisher.output(at: 3).record()
    expectEqual(at.values, [])
    expect(at.isFinished)
    let inRange = [1, 2, 3].publisher.output(in: 2...9).record()
    expectEqual(inRange.values, [3])
    expect(inRange.isFinished)
  }

  @Test("Requests one more for each element that it skips and nothing else, and cancels upstream after the last")
  func demandIsExact() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.output(in: 2...3).record(demand: .max(1)) { _ in .max(1) }
    expectEqual(upstream.send(0), .max(1))
    expectEqual(upstream.send(1), .max(1))
    expectEqual(upstream.send(2), .max(1))
    expectEqual(upstream.send(3), .none)
    expectEqual(upstream.send(4), .none)
    expectEqual(upstream.requests, [.demand(.max(1)), .cancel])
    expectEqual(recorder.values, [2, 3])
    expect(recorder.isFinished)
  }

  @Test("An empty range on a Just gives nothing")
  func emptyRangeOfJust() {
    for lower in 0...2 {
      let recorder = Just(1).output(in: lower..<lower).record()
      expectEqual(recorder.values, [])
      expect(recorder.isFinished)
    }
  }

  @Test("A cancel from inside receive(subscription:) suppresses even the completion of an empty range (rule 5)")
  func cancelInsideSubscription() {
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onSubscription = { $0.cancel() }
    Just(1).output(in: 0..<0).subscribe(recorder)
    expectEqual(recorder.events, [.subscription("Output")])
  }

  @Test("An upstream that answers requests recursively, from inside an element, cannot deliver too many")
  func recursiveUpstream() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { [weak recorder] _ in
      recorder?.request(.max(1))
      return .none
    }
    let next = Box(10)
    upstream.onRequest = { [weak upstream] demand in
      if demand == .max(1), next.value < 20 { upstream?.send(next.increment()) }
    }
    upstream.output(in: 0...1).subscribe(recorder)
    upstream.send(10)
    expectEqual(recorder.values, [10, 11])
    expect(recorder.isFinished)
  }

  @Test("Negative positions trap, with a message")
  func negative() async {
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().output(at: -1) }
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().output(in: -2...3) }
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().output(in: (-1)...) }
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().output(in: ...(-1)) }
  }

  @Test("Two are equal if upstream and the range are")
  func equality() {
    typealias Output = Publishers.Output<Just<Int>>
    expectEqual(Output(upstream: Just(1), range: 0..<2), Output(upstream: Just(1), range: 0..<2))
    expect(Output(upstream: Just(1), range: 0..<2) != Output(upstream: Just(1), range: 0..<3))
  }

  @Test("For an empty range it requests nothing, cancels upstream, and finishes at once")
  func emptyRange() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.output(in: 3..<3).record()
    expectEqual(recorder.events, [.subscription("Output"), .finished])
    expectEqual(upstream.requests, [.cancel])
    upstream.send(1)
    upstream.sendSubscription(description: "Second")
    upstream.send(completion: .failure(TestError()))
    recorder.request(.unlimited)
    recorder.cancel()
    expectEqual(recorder.events, [.subscription("Output"), .finished])
    expectEqual(upstream.requests, [.cancel, .cancel])
  }

  @Test("Very many dropped elements do not grow the stack")
  func manyDropped() {
    let recorder = (0...manyTimes).publisher.output(at: manyTimes).record(demand: .max(1))
    expectEqual(recorder.values, [manyTimes])
  }
}
