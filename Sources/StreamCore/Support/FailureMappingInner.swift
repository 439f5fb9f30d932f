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
  package init(
    downstream: Downstream, description: String, transform: @escaping (Failure) -> Downstream.Failure
  ) {
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
}

extension Subscriber where Failure == any Error {
  /// Accepts an upstream of any failure type.
  @inlinable
  package func widening<UpstreamFailure: Error>(
    _ description: String, from type: UpstreamFailure.Type
  ) -> FailureMappingInner<UpstreamFailure, Self> {
    FailureMappingInner(downstream: self, description: description) { $0 }
  }
}
