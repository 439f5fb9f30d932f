public import StreamCore
public import StreamParts

/// Transforms each value into an element, and the completion into the last element, if it makes one.
@frozen
@usableFromInline
struct SignalInner<Input, Failure: Error, Downstream: Subscriber>: BeginningInner where Downstream.Failure == Never {
  @usableFromInline let delivery: SerialDelivery<SignalPolicy<Downstream.Input>, Downstream>
  @usableFromInline let element: (Input) -> Downstream.Input
  @usableFromInline let lastElement: (Subscribers.Completion<Failure>) -> Downstream.Input?

  /// - Parameters:
  ///   - description: The description of the stage: its operator's name.
  ///   - downstream: The receiver of the elements.
  ///   - first: An element to deliver before all others.
  ///   - element: Transforms a value.
  ///   - lastElement: Returns the element to deliver before the stream finishes, if the completion makes one.
  @inlinable
  init(
    _ description: String, to downstream: Downstream, first: Downstream.Input? = nil,
    element: @escaping (Input) -> Downstream.Input,
    lastElement: @escaping (Subscribers.Completion<Failure>) -> Downstream.Input?
  ) {
    delivery = SerialDelivery(description, SignalPolicy(isOpening: first != nil), to: downstream)
    self.element = element
    self.lastElement = lastElement
    if let first { delivery.state.withLock { $0.enqueue(first, from: UpstreamKey()) } }
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    delivery.receive(element(input), from: origin)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if let last = lastElement(completion) {
      _ = delivery.receive(contentsOf: CollectionOfOne(last), from: origin, completion: .finished)
    } else {
      delivery.receive(completion: .finished, from: origin)
    }
  }
}
