import StreamCore
import TestSupport
import Testing

/// What a client holds only weakly, and sends to: a source of callbacks, say.
private struct Held {
  let publisher: AnyPublisher<Int, TestError>
  let isAlive: () -> Bool
  let send: (Int) -> Void
  let end: (Subscribers.Completion<TestError>) -> Void

  static func passthrough() -> Held {
    let subject = PassthroughSubject<Int, TestError>()
    return Held(
      publisher: subject.eraseToAnyPublisher(), isAlive: { [weak subject] in subject != nil },
      send: { [weak subject] in subject?.send($0) }, end: { [weak subject] in subject?.send(completion: $0) })
  }

  static func currentValue() -> Held {
    let subject = CurrentValueSubject<Int, TestError>(0)
    return Held(
      publisher: subject.eraseToAnyPublisher(), isAlive: { [weak subject] in subject != nil },
      send: { [weak subject] in subject?.value = $0 }, end: { [weak subject] in subject?.send(completion: $0) })
  }
}

@Suite("Lifetime of a subject")
struct SubjectLifetimeTests {
  enum Kind: CaseIterable {
    case passthrough, currentValue
  }

  private func make(_ kind: Kind) -> Held {
    switch kind {
    case .passthrough: .passthrough()
    case .currentValue: .currentValue()
    }
  }

  @Test("A subscription retains its subject", arguments: Kind.allCases, [true, false])
  func keptUntilEnd(kind: Kind, fails: Bool) {
    var held: Held? = make(kind)
    let (isAlive, send, end) = (held?.isAlive, held?.send, held?.end)
    let recorder = held?.publisher.record()
    held = nil
    send?(1)
    send?(2)
    expectEqual(recorder?.values.suffix(2), [1, 2])
    end?(fails ? .failure(TestError()) : .finished)
    expectEqual(recorder?.completions.count, 1)
    expectEqual(isAlive?(), false)
    withExtendedLifetime(recorder?.subscription) {}
  }

  @Test("A cancel, or the release of the cancellable, releases the subject", arguments: Kind.allCases)
  func releasedByCancel(kind: Kind) {
    for isDropped in [false, true] {
      var held: Held? = make(kind)
      let isAlive = held?.isAlive
      let values = Box<[Int]>([])
      var cancellable = held?.publisher.sink(
        receiveCompletion: { _ in }, receiveValue: { value in values.update { $0.append(value) } })
      let send = held?.send
      held = nil
      send?(1)
      expectEqual(values.value.last, 1)
      expectEqual(isAlive?(), true)
      if isDropped { cancellable = nil } else { cancellable?.cancel() }
      expectEqual(isAlive?(), false)
    }
  }

  @Test("The last of several subscriptions to end releases the subject", arguments: Kind.allCases)
  func releasedByLast(kind: Kind) {
    var held: Held? = make(kind)
    let isAlive = held?.isAlive
    let recorders = (0..<3).compactMap { _ in held?.publisher.record(demand: .none) }
    held = nil
    for recorder in recorders {
      expectEqual(isAlive?(), true)
      recorder.cancel()
      recorder.cancel()
    }
    expectEqual(isAlive?(), false)
  }

  @Test("A subscriber that attaches after the end does not retain the subject", arguments: Kind.allCases)
  func lateSubscriber(kind: Kind) {
    var held: Held? = make(kind)
    let isAlive = held?.isAlive
    held?.end(.finished)
    let recorder = held?.publisher.record()
    held = nil
    expectEqual(recorder?.isFinished, true)
    expectEqual(isAlive?(), false)
  }

  @Test(
    "A cancel from inside a delivery or receive(subscription:) releases the subject after it", arguments: Kind.allCases)
  func cancelledInside(kind: Kind) {
    var held: Held? = make(kind)
    let (isAlive, send) = (held?.isAlive, held?.send)
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { [weak recorder] value in
      if value == 1 { recorder?.cancel() }
      return .none
    }
    held?.publisher.subscribe(recorder)
    let cancelling = RecordingSubscriber<Int, TestError>(demand: .none)
    cancelling.onSubscription = { $0.cancel() }
    held?.publisher.subscribe(cancelling)
    held = nil
    send?(1)
    send?(2)
    expectEqual(recorder.values.last, 1)
    expectEqual(isAlive?(), false)
  }

  @Test("Cancels on threads that do not send release the subject, once", arguments: Kind.allCases)
  func cancelledByThreads(kind: Kind) {
    for _ in 0..<200 {
      var held: Held? = make(kind)
      let (isAlive, send) = (held?.isAlive, held?.send)
      let sinks = (0..<3).compactMap { _ in held?.publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in }) }
      held = nil
      let sending = Box<((Int) -> Void)?>(send)
      concurrently(4) { thread in
        if thread < 3 { sinks[thread].cancel() } else { for value in 0..<5 { sending.value?(value) } }
      }
      expectEqual(isAlive?(), false)
    }
  }
}
