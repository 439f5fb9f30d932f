import StreamCore
import TestSupport

extension ScriptedPublisher {
  /// What it is asked for from now on, to be waited for.
  func demands() -> AsyncStream<Subscribers.Demand> {
    AsyncStream { continuation in onRequest = { continuation.yield($0) } }
  }
}

/// A subscriber that records, and whose values and end can be waited for.
struct Listener<Input: Sendable, Failure: Error>: Sendable {
  let recorder: RecordingSubscriber<Input, Failure>

  /// The values; it ends with the completion.
  let values: AsyncStream<Input>

  init<P: Publisher>(_ publisher: P, demand: Subscribers.Demand = .unlimited)
  where P.Output == Input, P.Failure == Failure {
    let recorder = RecordingSubscriber<Input, Failure>(demand: demand)
    values = AsyncStream { continuation in
      recorder.onValue = { value in
        continuation.yield(value)
        return .none
      }
      recorder.onCompletion = { _ in continuation.finish() }
    }
    self.recorder = recorder
    publisher.subscribe(recorder)
  }

  /// Waits for the completion.
  ///
  /// - Returns: The values that came before it.
  func untilEnd() async -> [Input] {
    var all: [Input] = []
    for await value in values { all.append(value) }
    return all
  }
}

/// Something that happens once, and is waited for by tasks, which it does not block.
struct Event: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func happen() {
    continuation.finish()
  }

  /// Waits until it happens, or the task is cancelled.
  func wait() async {
    for await _ in stream {}
  }
}

/// Waits until the task is cancelled.
func untilCancelled() async {
  let never = Event()
  await never.wait()
  // Until here it has to live: an event that is gone counts as having happened.
  never.happen()
}

/// Runs `body` on a thread of its own, which may block, and waits for it without blocking this one.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  let (stream, continuation) = AsyncStream<Value>.makeStream()
  let thread = JoinableThread {
    continuation.yield(body())
    continuation.finish()
  }
  var values: [Value] = []
  for await value in stream { values.append(value) }
  // It has nothing more to do.
  thread.join()
  return values[0]
}

/// Numbers from one, drawn as they are asked for.
final class Numbers<Failure: Error>: AsyncSequence, Sendable {
  typealias Element = Int

  private let last: Int
  private let failure: Failure?
  private let counts = Locked((iterators: 0, drawn: 0))

  /// Happens when the first iterator is released.
  let isReleased = Event()

  init(upTo last: Int, thenThrows failure: Failure) {
    self.last = last
    self.failure = failure
  }

  init(upTo last: Int) where Failure == Never {
    self.last = last
    failure = nil
  }

  var iteratorCount: Int { counts.value.iterators }

  var drawnCount: Int { counts.value.drawn }

  func makeAsyncIterator() -> Iterator {
    counts.withLock { $0.iterators += 1 }
    return Iterator(self)
  }

  struct Iterator: AsyncIteratorProtocol {
    private let numbers: Numbers
    private let lifetime: Lifetime
    private var drawn = 0

    init(_ numbers: Numbers) {
      self.numbers = numbers
      lifetime = Lifetime(isOver: numbers.isReleased)
    }

    mutating func next() async throws(Failure) -> Int? {
      try await next(isolation: nil)
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Int? {
      await Task.yield()
      drawn += 1
      if drawn <= numbers.last {
        numbers.counts.withLock { $0.drawn += 1 }
        return drawn
      }
      if let failure = numbers.failure { throw failure }
      return nil
    }
  }
}

/// Tells by its end that what holds it has been released.
final class Lifetime: Sendable {
  private let isOver: Event

  init(isOver: Event) {
    self.isOver = isOver
  }

  deinit {
    isOver.happen()
  }
}
