public import StreamCore
internal import StreamParts

/// The failures of the attempts of a `retry(when:)`. Failures that a subscriber has not requested yet wait for it: a
/// subject would drop them, and a trigger that is busy with the last failure would miss the next one.
@usableFromInline
struct RetryFailures<Output: Error>: Publisher, ReleasingPublisher {
  @usableFromInline typealias Failure = Never

  private let subject: PassthroughSubject<Output, Never>

  @usableFromInline
  init(subject: PassthroughSubject<Output, Never>) {
    self.subject = subject
  }

  @usableFromInline
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subject.subscribe(RetryFailureInner(downstream: subscriber))
  }
}

private struct RetryFailureInner<Downstream: Subscriber>: BeginningInner where Downstream.Failure == Never {
  typealias Input = Downstream.Input

  let delivery: SerialDelivery<BufferPolicy<Downstream.Input, Never>, Downstream>

  init(downstream: Downstream) {
    // The buffer is unbounded: there are no more failures than attempts, and the trigger has started every attempt but
    // the first.
    let policy = BufferPolicy<Downstream.Input, Never>(size: .max, overflow: .dropsNewest)
    delivery = SerialDelivery("RetryFailures", policy, failsAfterQueue: true, to: downstream)
  }
}
