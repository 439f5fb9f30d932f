import StreamCore
import StreamCreating
import TestSupport
import Testing

@Suite("of, range, repeating and Empty.never")
struct ElementsTests {
  // Case XA-017.
  @Test("Deliver their elements, and finish")
  func elements() {
    let of = Publishers.of(1, 2, 3).record()
    let range = Publishers.range(5, count: 3).record()
    let repeating = Publishers.repeating(7, count: 2).record()
    expectEqual([of.values, range.values, repeating.values], [[1, 2, 3], [5, 6, 7], [7, 7]])
    expect(of.isFinished && range.isFinished && repeating.isFinished)
  }

  // Case XA-018.
  @Test("Without elements they finish without demand")
  func empty() {
    expect(Publishers.range(0, count: 0).record(demand: .none).isFinished)
    expect(Publishers.range(.max, count: 0).record(demand: .none).isFinished)
    expect(Publishers.repeating(7, count: 0).record(demand: .none).isFinished)
  }

  // Case XA-019.
  @Test("A range beyond Int.max, and a negative count, trap")
  func traps() async {
    await #expect(processExitsWith: .failure) { _ = Publishers.range(.max, count: 1) }
    await #expect(processExitsWith: .failure) { _ = Publishers.range(0, count: -1) }
    await #expect(processExitsWith: .failure) { _ = Publishers.repeating(0, count: -1) }
  }

  // Case XA-020.
  @Test("repeating without a count delivers as much as is asked for, and holds one element")
  func repeatsForEver() {
    let recorder = Publishers.repeating(1).record(demand: .max(3))
    expectEqual(recorder.values, [1, 1, 1])
    expect(recorder.completions.isEmpty)

    weak var token: Token?
    let count = Box(0)
    do {
      let newToken = Token()
      token = newToken
      let subscriber = CountingSubscriber<Token, Never>()
      Publishers.repeating(newToken).subscribe(subscriber)
      for _ in 1...1_000 { subscriber.request(.max(1_000)) }
      count.value = subscriber.valueCount
      subscriber.cancel()
    }
    expectEqual(count.value, 1_000_000)
    expect(token == nil)
  }

  // Case XA-015.
  @Test("Empty.never delivers nothing, and is Empty(completeImmediately: false)")
  func never() {
    let scheduler = TestScheduler()
    let subscriber = scheduler.createTestableSubscriber(Int.self, Never.self)
    Empty<Int, Never>.never.subscribe(subscriber)
    scheduler.advance(by: 1_000)
    expectEqual(subscriber.recordedOutput.elements.count, 1)
    #expect(Empty<Int, TestError>.never == Empty(completeImmediately: false))
  }

  // Case XA-016.
  @Test("Empty.never retains no subscriber, also after a cancel")
  func neverReleases() {
    weak var downstream: RecordingSubscriber<Int, Never>?
    var subscription: (any Subscription)?
    do {
      let recorder = Empty<Int, Never>.never.record()
      (downstream, subscription) = (recorder, recorder.subscription)
      recorder.cancel()
    }
    expect(subscription != nil)
    expect(downstream == nil)
  }
}
