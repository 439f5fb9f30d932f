import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("buffer: reentrant calls, and calls of several threads")
struct BufferReentrancyTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let prefetch: Publishers.PrefetchStrategy
    let strategy: Publishers.BufferingStrategy<TestError>

    var isByRequest: Bool { prefetch == .byRequest }

    var testDescription: String { "\(prefetch), \(strategy)" }
  }

  static let kinds = [Publishers.PrefetchStrategy.keepFull, .byRequest].flatMap { prefetch in
    [Publishers.BufferingStrategy<TestError>.dropNewest, .dropOldest, .customError { TestError("full") }].map {
      Kind(prefetch: prefetch, strategy: $0)
    }
  }

  @Test("Requests from inside receive(_:) neither recurse without end nor lose a value", arguments: kinds)
  func requestInside(kind: Kind) {
    let source = Publishers.Sequence<ClosedRange<Int>, TestError>(sequence: 1...manyTimes)
    let counter = CountingSubscriber<Int, TestError> { _, subscription in
      subscription.request(.max(1))
      return .none
    }
    // By request, the sequence delivers all while the first elements are: there must be room for it.
    source.buffer(size: kind.isByRequest ? manyTimes : 4, prefetch: kind.prefetch, whenFull: kind.strategy)
      .subscribe(counter)
    counter.request(.max(1))
    expectEqual(counter.valueCount, manyTimes)
    expectEqual(counter.completionCount, 1)
  }

  @Test("Emptying a buffer of very many values does not grow the stack", arguments: kinds)
  func emptying(kind: Kind) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let counter = CountingSubscriber<Int, TestError> { _, subscription in
      subscription.request(.max(1))
      return .none
    }
    upstream.buffer(size: manyTimes, prefetch: kind.prefetch, whenFull: kind.strategy).subscribe(counter)
    for value in 1...manyTimes { upstream.send(value) }
    upstream.send(completion: .finished)
    expectEqual(counter.valueCount, 0)
    counter.request(.max(1))
    expectEqual(counter.valueCount, manyTimes)
    expectEqual(counter.completionCount, 1)
  }

  // Rule 5.
  @Test("After a cancel from inside the request for one more value, a ready value is not delivered")
  func cancelInsideRequest() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).record(demand: .none)
    for value in 1...3 { upstream.send(value) }
    upstream.onRequest = { [weak recorder] _ in recorder?.cancel() }
    recorder.request(.max(3))
    expectEqual(recorder.values, [1])
    expectEqual(upstream.requests, [.demand(.max(3)), .demand(.max(1)), .cancel])
    upstream.send(completion: .finished)
    expect(recorder.completions.isEmpty)
  }

  @Test("Values sent from inside receive(_:) wait in the buffer, as long as there is room", arguments: kinds)
  func sendInside(kind: Kind) {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError> { value in
      if value == 1 { for next in 2...5 { subject.send(next) } }
      return .none
    }
    subject.buffer(size: 2, prefetch: kind.prefetch, whenFull: kind.strategy).subscribe(recorder)
    subject.send(1)
    subject.send(completion: .finished)
    // The subject delivers what is sent from inside after the value under way: nothing finds the buffer full.
    expectEqual(recorder.values, [1, 2, 3, 4, 5])
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Values that an upstream sends from inside a delivery can overflow the buffer", arguments: kinds)
  func overflowInside(kind: Kind) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError> { value in
      if value == 1 { for next in 2...5 { upstream.send(next) } }
      return .none
    }
    upstream.buffer(size: 2, prefetch: kind.prefetch, whenFull: kind.strategy).subscribe(recorder)
    upstream.send(1)
    expectEqual(recorder.overlaps, 0)
    switch kind.strategy {
    case .dropNewest: expectEqual(recorder.values, [1, 2, 3])
    case .dropOldest: expectEqual(recorder.values, [1, 4, 5])
    case .customError:
      expectEqual(recorder.values, [1, 2, 3])
      expectEqual(recorder.failure, TestError("full"))
      expectEqual(upstream.cancelCount, 1)
    }
  }

  @Test("A cancel from inside receive(_:) ends the stream, though values wait", arguments: kinds)
  func cancelInside(kind: Kind) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let subscription = Box<(any Subscription)?>(nil)
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none) { value in
      if value == 2 { subscription.value?.cancel() }
      return .max(1)
    }
    recorder.onSubscription = { subscription.value = $0 }
    upstream.buffer(size: 4, prefetch: kind.prefetch, whenFull: kind.strategy).subscribe(recorder)
    for value in 1...4 { upstream.send(value) }
    upstream.send(completion: .finished)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2])
    expect(recorder.completions.isEmpty)
  }

  @Test("A failure sent from inside receive(_:) is delivered after the waiting values", arguments: kinds)
  func failInside(kind: Kind) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError> { value in
      if value == 1 {
        upstream.send(2)
        upstream.send(completion: .failure(TestError("inside")))
      }
      return .none
    }
    upstream.buffer(size: 4, prefetch: kind.prefetch, whenFull: kind.strategy).subscribe(recorder)
    upstream.send(1)
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure, TestError("inside"))
    expectEqual(recorder.overlaps, 0)
  }

  @Test(
    "The closure that makes the error may request, send and cancel: no lock is held (rule 6)", arguments: [true, false])
  func closureCallsBack(cancels: Bool) {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let subscription = Box<(any Subscription)?>(nil)
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onSubscription = { subscription.value = $0 }
    upstream.buffer(
      size: 1, prefetch: .byRequest,
      whenFull: .customError {
        upstream.send(9)
        upstream.send(completion: .finished)
        subscription.value?.request(.max(1))
        if cancels { subscription.value?.cancel() }
        return TestError("full")
      }
    ).subscribe(recorder)
    upstream.send(1)
    upstream.send(2)
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, (cancels ? nil : TestError("full")))
  }

  @Test(
    "When one thread sends and another requests, all kept values are delivered in order, one at a time",
    arguments: kinds)
  func concurrentRequests(kind: Kind) {
    let count = 2_000
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.buffer(size: count, prefetch: kind.prefetch, whenFull: kind.strategy).record(demand: .none)
    concurrently(2) { thread in
      for value in 1...count {
        // Each value that is delivered makes the subject's demand whole again: the buffer never lacks room.
        if thread == 0 { subject.send(value) } else { recorder.request(.max(1)) }
      }
    }
    subject.send(completion: .finished)
    expectEqual(recorder.values, Array(1...count))
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("When one thread sends and another cancels, nothing waits or is retained afterwards", arguments: kinds)
  func concurrentCancel(kind: Kind) {
    let living = Box(0)
    for _ in 0..<100 {
      let subject = PassthroughSubject<Counted, TestError>()
      let counter = CountingSubscriber<Counted, TestError>()
      subject.buffer(size: 3, prefetch: kind.prefetch, whenFull: kind.strategy).subscribe(counter)
      counter.request(.max(2))
      concurrently(2) { thread in
        if thread == 0 {
          for _ in 1...10 { subject.send(Counted(living)) }
        } else {
          counter.cancel()
        }
      }
      expect(counter.valueCount <= 2)
      expectEqual(living.value, 0)
      withExtendedLifetime((subject, counter)) {}
    }
  }
}
