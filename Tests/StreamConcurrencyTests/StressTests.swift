import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("Races between tasks and threads")
struct StressTests {
  @Test("values: a cancel that races sends ends every loop, with a prefix of what was sent")
  func valuesCancelAgainstSend() async {
    let subjects = (0..<300).map { _ in CurrentValueSubject<Int, Never>(0) }
    let loops = subjects.map { subject in
      Task { await subject.values.reduce(into: []) { $0.append($1) } }
    }
    await onThread {
      race(over: Array(zip(subjects, loops))) { subject, _ in
        for value in 1...20 { subject.send(value) }
      } against: { _, loop in
        loop.cancel()
      }
    }
    for loop in loops {
      let values = await loop.value
      expectEqual(values, values.sorted())
      expectEqual(Set(values).count, values.count)
    }
  }

  @Test(
    "values(buffering:): a cancel that races sends and the end leaves a part of what was sent, in order",
    arguments: [AsyncBuffering.suspending, .unbounded, .oldest(3), .newest(3)])
  func buffersCancelAgainstSend(buffering: AsyncBuffering) async {
    let subjects = (0..<300).map { _ in PassthroughSubject<Int, Never>() }
    let loops = subjects.map { subject in
      let iterator = Handed(subject.values(buffering: buffering).makeAsyncIterator())
      return Task { await iterator.all() }
    }
    await onThread {
      race(over: Array(zip(subjects, loops))) { subject, _ in
        for value in 1...20 { subject.send(value) }
        subject.send(completion: .finished)
      } against: { _, loop in
        loop.cancel()
      }
    }
    for loop in loops {
      let values = await loop.value
      expectEqual(values, values.sorted())
      expectEqual(Set(values).count, values.count)
    }
  }

  @Test("AsyncElements: requests from another thread, one at a time, lose no element and let no task sleep on")
  func elementsOneByOne() async {
    let listeners = (0..<200).map { _ in Listener(Numbers<Never>(upTo: 50).publisher, demand: .none) }
    await onThread {
      concurrently(2) { _ in
        for _ in 0..<26 {
          for listener in listeners { listener.recorder.request(.max(1)) }
        }
      }
    }
    for listener in listeners { #expect(await listener.untilEnd() == Array(1...50)) }
  }

  @Test("values: a cancel may wait for a lock that other threads hold while they send", .timeLimit(.generous))
  func valuesCancelUnderSendersLock() async {
    let pipelines = (0..<3000).map { _ in LockingPublisher() }
    let loops = pipelines.map { pipeline in
      Task { for await _ in pipeline.values {} }
    }
    await onThread {
      race(over: Array(zip(pipelines, loops))) { pipeline, _ in
        for value in 1...5 { pipeline.send(value) }
      } against: { _, loop in
        loop.cancel()
      }
    }
    for loop in loops { await loop.value }
    expect(pipelines.allSatisfy { $0.cancelCount == 1 })
  }

  @Test("values: every value that threads send reaches the loop, and every loop ends")
  func valuesSendAgainstSend() async {
    let upstreams = (0..<100).map { _ in ScriptedPublisher<Int, Never>(letsGo: false) }
    let iterators = upstreams.map { $0.values.makeAsyncIterator() }
    let loops = iterators.map { iterator in
      let handed = Handed(iterator)
      return Task { await handed.all() }
    }
    await onThread {
      race(over: upstreams) { upstream in
        for value in 1...20 { upstream.send(value) }
        upstream.send(completion: .finished)
      } against: { upstream in
        upstream.sendSubscription(description: "Second")
      }
    }
    for loop in loops { #expect(await loop.value == Array(1...20)) }
  }

  @Test("values: a completion that races a cancel resumes each loop once")
  func valuesCancelAgainstCompletion() async {
    let subjects = (0..<300).map { _ in PassthroughSubject<Int, TestError>() }
    let loops = subjects.map { subject in
      Task { try await subject.values.reduce(0, +) }
    }
    await onThread {
      race(over: Array(zip(subjects, loops))) { subject, _ in
        subject.send(completion: .failure(TestError()))
      } against: { _, loop in
        loop.cancel()
      }
    }
    for loop in loops {
      switch await loop.result {
      case .success(let sum): expectEqual(sum, 0)
      case .failure(let error): expectEqual(error as? TestError, TestError())
      }
    }
  }

  @Test("AsyncSequence.publisher: requests from two threads get every element once, in order")
  func elementsRequestAgainstRequest() async {
    let listeners = (0..<100).map { _ in
      Listener(
        AsyncStream<Int> { continuation in
          for value in 1...20 { continuation.yield(value) }
          continuation.finish()
        }.publisher, demand: .none)
    }
    await onThread {
      race(over: listeners) { listener in
        for _ in 1...11 { listener.recorder.request(.max(1)) }
      } against: { listener in
        for _ in 1...10 { listener.recorder.request(.max(1)) }
      }
    }
    for listener in listeners {
      #expect(await listener.untilEnd() == Array(1...20))
      expectEqual(listener.recorder.overlaps, 0)
    }
  }

  @Test("AsyncSequence.publisher: a cancel that races requests ends the task, whichever comes first")
  func elementsCancelAgainstRequest() async {
    let subscriptions = (0..<300).map { _ in
      let isOver = Event()
      return (Listener(endless(until: isOver), demand: .none), isOver)
    }
    await onThread {
      race(over: subscriptions) { listener, _ in
        for _ in 1...5 { listener.recorder.request(.max(1)) }
      } against: { listener, _ in
        listener.recorder.cancel()
      }
    }
    for (listener, isOver) in subscriptions {
      await isOver.wait()
      expect(listener.recorder.completions.isEmpty)
      expectEqual(listener.recorder.overlaps, 0)
    }
  }

  @Test("AsyncSequence.publisher: a cancel reaches a task that a request is just starting", .timeLimit(.generous))
  func elementsCancelAgainstStart() async {
    let subscriptions = (0..<2000).map { index in
      let isOver = Event()
      return (Listener(Waiting(isOver: isOver).publisher, demand: .none), isOver, index % 200)
    }
    await onThread {
      race(over: subscriptions) { listener, _, _ in
        listener.recorder.request(.max(1))
      } against: { listener, isOver, turns in
        // Sooner or later, so that some come while the task is being made.
        for _ in 0..<turns { withExtendedLifetime(isOver) {} }
        listener.recorder.cancel()
      }
    }
    for (listener, isOver, _) in subscriptions {
      await isOver.wait()
      expect(listener.recorder.completions.isEmpty)
    }
  }

  @Test("DeferredTask: a task that delivers the completion inside a request has not been cancelled")
  func taskEndAgainstRequest() async {
    let cancelledCount = Locked(0)
    for _ in 0..<20_000 {
      let recorder = RecordingSubscriber<Int, Never>(demand: .none)
      let end = Event()
      recorder.onCompletion = { _ in
        // For about as long as the request may still take.
        for _ in 0..<500 where !Task.isCancelled {}
        if Task.isCancelled { cancelledCount.withLock { $0 += 1 } }
        end.happen()
      }
      DeferredTask { 1 }.subscribe(recorder)
      recorder.request(.max(1))
      await end.wait()
    }
    expectEqual(cancelledCount.value, 0)
  }

  /// Ends with a cancel alone; tells when its iterator is gone.
  private func endless(until isOver: Event) -> Publishers.AsyncElements<Endless> { Endless(isOver: isOver).publisher }
}

/// Numbers from one without end, of which a cancelled task gets none.
private struct Endless: AsyncSequence, Sendable {
  let isOver: Event

  func makeAsyncIterator() -> Iterator { Iterator(lifetime: Lifetime(isOver: isOver)) }

  struct Iterator: AsyncIteratorProtocol {
    let lifetime: Lifetime
    var last = 0

    mutating func next() async -> Int? { await next(isolation: nil) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
      await Task.yield()
      last += 1
      return last
    }
  }

}

/// Has no element, and no end but by a cancel.
private struct Waiting: AsyncSequence, Sendable {
  let isOver: Event

  func makeAsyncIterator() -> Iterator { Iterator(lifetime: Lifetime(isOver: isOver)) }

  struct Iterator: AsyncIteratorProtocol {
    let lifetime: Lifetime

    mutating func next() async -> Int? { await next(isolation: nil) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
      await untilCancelled()
      return nil
    }
  }
}

/// Sends under a lock of its own, and takes it to be cancelled.
private final class LockingPublisher: Publisher, Subscription, Sendable {
  typealias Output = Int
  typealias Failure = Never

  private let subscriber = Locked<AnySubscriber<Int, Never>?>(nil)
  private let cancels = Locked(0)

  var cancelCount: Int { cancels.value }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    _ = self.subscriber.exchange(AnySubscriber(subscriber))
    subscriber.receive(subscription: self)
  }

  func send(_ value: Int) {
    let subscriber = subscriber.value
    cancels.withLock { _ in _ = subscriber?.receive(value) }
  }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {
    cancels.withLock { $0 += 1 }
    let released = subscriber.exchange(nil)
    withExtendedLifetime(released) {}
  }
}

/// An iterator on its way to the one task that uses it.
// Sendable: it is handed over, and one thread uses it.
private struct Handed<Iterator: AsyncIteratorProtocol>: @unchecked Sendable
where Iterator.Failure == Never, Iterator.Element: Sendable {
  private let iterator: Iterator

  init(_ iterator: Iterator) {
    self.iterator = iterator
  }

  func all() async -> [Iterator.Element] {
    var iterator = iterator
    var all: [Iterator.Element] = []
    while let value = await iterator.next(isolation: nil) { all.append(value) }
    return all
  }
}
