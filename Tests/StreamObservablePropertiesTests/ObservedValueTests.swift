import Observation
import StreamCore
import StreamObservableProperties
import TestSupport
import Testing

/// Waits until the main actor has done what it was given.
@MainActor
private func turn(until isDone: () -> Bool = { false }, atMost turns: Int = 500) async {
  for _ in 0..<turns where !isDone() { await Task.yield() }
}

@Suite("ObservedValue")
@MainActor
struct ObservedValueTests {
  @Test("Holds the initial value, then what is delivered on the main actor, at once, and the finish")
  func values() {
    let source = PassthroughSubject<Int, TestError>()
    let held = ObservedValue(source, initial: 0)
    expectEqual(held.value, 0)
    source.send(1)
    source.send(2)
    expectEqual(held.value, 2)
    expectEqual(held.completion, nil)
    source.send(completion: .finished)
    source.send(3)
    expectEqual(held.value, 2)
    expectEqual(held.completion, .finished)
    expectEqual(held.failure, nil)
  }

  @Test("Without an initial value it is nil, or what the publisher delivers at once")
  func noInitial() {
    let source = PassthroughSubject<Int, Never>()
    let held = ObservedValue(source)
    expectEqual(held.value, nil)
    source.send(1)
    expectEqual(held.value, 1)
    expectEqual(ObservedValue(CurrentValueSubject<Int, Never>(7)).value, 7)
    expectEqual(ObservedValue([1, 2].publisher).completion, .finished)
  }

  @Test("Holds the failure, with its type, beside the last value")
  func failure() {
    let source = PassthroughSubject<Int, TestError>()
    let held = ObservedValue(source, initial: 0)
    source.send(1)
    source.send(completion: .failure(TestError("gone")))
    let failure: TestError? = held.failure
    expectEqual(failure, TestError("gone"))
    expectEqual(held.value, 1)
  }

  @Test("Observers hear of each change, of that property which they have read")
  func observed() {
    let source = PassthroughSubject<Int, TestError>()
    let held = ObservedValue(source, initial: 0)
    let (changes, ends) = (Box(0), Box(0))
    withObservationTracking({ _ = held.value }, onChange: { changes.increment() })
    withObservationTracking({ _ = held.failure }, onChange: { ends.increment() })
    source.send(1)
    expectEqual([changes.value, ends.value], [1, 0])
    source.send(completion: .failure(TestError()))
    expectEqual([changes.value, ends.value], [1, 1])
  }

  @Test("Values of other threads arrive on the main actor, in order, and the completion after them")
  func otherThread() async {
    let source = PassthroughSubject<Int, Never>()
    let held = ObservedValue(source)
    let seen = Box<[Int?]>([])
    let recorder = observing { held.value }.record { value in
      seen.update { $0.append(value) }
      return .none
    }
    concurrently(1) { _ in
      for value in 1...100 { source.send(value) }
      source.send(completion: .finished)
    }
    expectEqual(held.value, nil)
    await turn { held.completion != nil }
    expectEqual(held.value, 100)
    expectEqual(held.completion, .finished)
    await turn { seen.value.last == 100 }
    expectEqual(seen.value.compactMap { $0 }, seen.value.compactMap { $0 }.sorted())
    recorder.cancel()
  }

  @Test("A cancel ends the subscription, also from an observer, and drops what is on its way")
  func cancels() async {
    let source = ScriptedPublisher<Int, Never>()
    let held = ObservedValue(source, initial: 0)
    concurrently(1) { _ in source.send(1) }
    held.cancel()
    held.cancel()
    expectEqual(source.cancelCount, 1)
    await turn(atMost: 50)
    expectEqual(held.value, 0)
    expectEqual(held.completion, nil)
    let other = PassthroughSubject<Int, Never>()
    let cancelled = ObservedValue(other, initial: 0)
    withObservationTracking({ _ = cancelled.value }, onChange: { MainActor.assumeIsolated { cancelled.cancel() } })
    other.send(1)
    other.send(2)
    expectEqual(cancelled.value, 1)
  }

  @Test("Its release ends the subscription, on any thread: neither retains the other")
  func release() async {
    let source = ScriptedPublisher<Int, Never>()
    weak var released: ObservedValue<Int, Never>?
    let held = Box<ObservedValue<Int, Never>?>(ObservedValue(source, initial: 0))
    released = held.value
    expectEqual(source.subscriberCount, 1)
    concurrently(1) { _ in held.value = nil }
    expect(released == nil)
    expectEqual(source.cancelCount, 1)
    source.send(1)
  }
}
