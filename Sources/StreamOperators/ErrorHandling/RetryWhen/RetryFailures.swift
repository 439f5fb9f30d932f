public import StreamCore
internal import StreamParts

/// The failures of the attempts of a `retry(when:)`. For each subscriber those wait that it has not asked for: a
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
    // Without a bound: there are no more failures than attempts, each of which the trigger has begun.
    let policy = BufferPolicy<Downstream.Input, Never>(size: .max, overflow: .dropsNewest)
    delivery = SerialDelivery("RetryFailures", policy, to: downstream)
  }
}
