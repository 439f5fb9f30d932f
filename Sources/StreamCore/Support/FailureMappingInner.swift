/// Forwards elements, and maps upstream's failure. Used by the stages that change the failure type.
@frozen
@usableFromInline
package struct FailureMappingInner<Failure: Error, Downstream: Subscriber>: ForwardingInner {
  @usableFromInline package typealias Input = Downstream.Input

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let description: String
  @usableFromInline let transform: (Failure) -> Downstream.Failure

  /// - Parameters:
  ///   - downstream: The receiver of the signals.
  ///   - description: The subscriber's description.
  ///   - transform: Maps the failure.
  @inlinable
  package init(downstream: Downstream, description: String, transform: @escaping (Failure) -> Downstream.Failure) {
    self.downstream = downstream
    self.description = description
    self.transform = transform
  }

  @inlinable @inline(__always)
  package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let error): downstream.receive(completion: .failure(transform(error)))
    }
  }

  @inlinable
  package func _receive(
    atHand values: some IteratorProtocol<Input>, then completion: Subscribers.Completion<Failure>
  ) -> Bool {
    // A failure is mapped only when it is delivered: not before the values, and not if nothing takes them.
    if case .finished = completion { downstream._receive(atHand: values, then: .finished) } else { false }
  }
}

extension Subscriber {
  /// Accepts an upstream that has this subscriber's failure type, that cannot fail, or, if this subscriber's failure
  /// type is `any Error`, that has any failure type.
  @inlinable
  package func receivingFailures<UpstreamFailure: Error>(
    _ description: String, of type: UpstreamFailure.Type
  ) -> FailureMappingInner<UpstreamFailure, Self> {
    FailureMappingInner(downstream: self, description: description) { $0.converted() }
  }
}

extension Error {
  /// The same error, converted to its own type where the caller's generics cannot express that the types are equal, or
  /// to `any Error`.
  @inlinable
  package func converted<Target: Error>(to type: Target.Type = Target.self) -> Target {
    guard let error = self as? Target else { preconditionFailure("A failure is no \(Target.self).") }
    return error
  }
}
