import StreamConcurrency
import StreamCore
import TestSupport
import Testing

/// Upstream learns of a cancel before the loop can: the tests wait for it while the loop cannot go on.
@Suite("A cancel of the task reaches upstream at once", .timeLimit(.generous))
struct CancelAtOnceTests {
  /// Has one value for each request, and says when it is cancelled.
  private struct Watched: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let cancelled: Event

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      subscriber.receive(subscription: Supply(downstream: subscriber, cancelled: cancelled))
    }

    private struct Supply<Downstream: Subscriber>: Subscription where Downstream.Input == Int {
      let downstream: Downstream
      let cancelled: Event
      let combineIdentifier = CombineIdentifier()

      func request(_ demand: Subscribers.Demand) { _ = downstream.receive(1) }
      func cancel() { cancelled.happen() }
    }
  }

  @Test("forEach: while the closure runs")
  func insideBody() async {
    let began = Event()
    let cancelled = Event()
    let task = Task {
      var bodies = 0
      await Watched(cancelled: cancelled).forEach { _ in
        bodies += 1
        began.happen()
        // In a task of its own, which is not cancelled.
        await Task { await cancelled.wait() }.value
      }
      return bodies
    }
    await began.wait()
    task.cancel()
    #expect(await task.value == 1)
  }

  @Test("forEach of two loops, one in the other: the values of neither come any more")
  func nested() async {
    let began = Event()
    let (outer, inner) = (Event(), Event())
    let task = Task {
      var bodies = 0
      await Watched(cancelled: outer).forEach { _ in
        await Watched(cancelled: inner).forEach { _ in
          bodies += 1
          began.happen()
          await Task {
            await outer.wait()
            await inner.wait()
          }.value
        }
      }
      return bodies
    }
    await began.wait()
    task.cancel()
    #expect(await task.value == 1)
  }

  @Test("A publisher that delivers inside the request, without end, is stopped")
  func endless() async {
    for kind in [OneResultTests.Kind.last, .all] { #expect(await resultOfCancelled(kind) == []) }
  }

  private func resultOfCancelled(_ kind: OneResultTests.Kind) async -> [Int] {
    let began = Event()
    let endless = Endless { began.happen() }
    // On a thread of its own: the cancel needs one of those that tasks have.
    let task = Task(executorPreference: SeparateExecutor()) { await kind.result(of: endless) }
    await began.wait()
    task.cancel()
    return await task.value
  }

  /// Delivers inside the request until it is cancelled.
  private struct Endless: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let onBegin: @Sendable () -> Void

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      subscriber.receive(subscription: Flood(downstream: subscriber, onBegin: onBegin))
    }

    private struct Flood<Downstream: Subscriber>: Subscription where Downstream.Input == Int {
      let downstream: Downstream
      let onBegin: @Sendable () -> Void
      let isCancelled = Box(false)
      let combineIdentifier = CombineIdentifier()

      func request(_ demand: Subscribers.Demand) {
        onBegin()
        while !isCancelled.value { _ = downstream.receive(1) }
      }

      func cancel() { isCancelled.value = true }
    }
  }

  /// That each task is resumed once, debug builds check themselves: see `InboxWaiter`.
  @Test(
    "Each loop ends once, and nothing follows, as values, the end or failure, and the cancel cross",
    arguments: Loop.allCases)
  func crossing(loop: Loop) async {
    let rounds = repetitions(2_000, full: 200_000)
    for first in stride(from: 0, to: rounds, by: 1_000) {
      let subjects = (first..<min(first + 1_000, rounds)).map { _ in PassthroughSubject<Int, TestError>() }
      let runs = subjects.enumerated().map { number, subject in
        Run(subject: subject, finishes: number.isMultiple(of: 2), task: Task { await loop.values(of: subject) })
      }
      await onThread {
        race(over: runs) { run in
          for value in 1...3 { run.subject.send(value) }
          run.subject.send(completion: run.finishes ? .finished : .failure(TestError()))
        } against: { run in
          run.task.cancel()
        }
      }
      for run in runs {
        let values = await run.task.value
        expect(loop.couldDeliver(values, finishes: run.finishes), "\(values)")
      }
    }
  }

  private struct Run: Sendable {
    let subject: PassthroughSubject<Int, TestError>
    let finishes: Bool
    let task: Task<[Int], Never>
  }

  enum Loop: CaseIterable, Sendable {
    case values, buffered, forEach, ownedForEach, first, last, all

    /// Whether a loop over 1, 2 and 3 can have these values. Those that ask for one at a time miss what comes
    /// meanwhile.
    func couldDeliver(_ values: [Int], finishes: Bool) -> Bool {
      switch self {
      case .first: values.count <= 1
      case .last: values.isEmpty || finishes && values == [3]
      // Of a loop that subscribes while the values are sent, the first may be missing.
      case .all: values.isEmpty || finishes && [[1, 2, 3], [2, 3], [3]].contains(values)
      case .values, .forEach, .ownedForEach, .buffered: values == values.sorted() && Set(values).count == values.count
      }
    }

    func values(of subject: PassthroughSubject<Int, TestError>) async -> [Int] {
      var values: [Int] = []
      do throws(TestError) {
        switch self {
        case .values: for try await value in subject.values { values.append(value) }
        case .buffered: for try await value in subject.values(buffering: .newest(2)) { values.append(value) }
        case .forEach: try await subject.forEach { values.append($0) }
        case .ownedForEach: values = await ownedForEach(subject)
        case .first: if let first = try await subject.firstValue { values.append(first) }
        case .last: if let last = try await subject.lastValue { values.append(last) }
        case .all: values = try await subject.allValues
        }
      } catch {}
      return values
    }

    private func ownedForEach(_ subject: PassthroughSubject<Int, TestError>) async -> [Int] {
      let (values, ends) = (Box<[Int]>([]), Box(0))
      let isOver = Event()
      let cancellable = subject.forEach(
        receiveCompletion: { _ in
          ends.increment()
          isOver.happen()
        }, receiveValue: { value in values.update { $0.append(value) } })
      await withTaskCancellationHandler {
        await isOver.wait()
      } onCancel: {
        cancellable.cancel()
      }
      expect(ends.value <= 1)
      return values.value
    }
  }
}
