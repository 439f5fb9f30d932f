/// Passes elements on, and makes another failure of upstream's. It serves the stages that change the failure type.
@frozen
@usableFromInline
package struct FailureMappingInner<Failure: Error, Downstream: Subscriber>: ForwardingInner {
  @usableFromInline package typealias Input = Downstream.Input

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let description: String
  @usableFromInline let transform: (Failure) -> Downstream.Failure

  /// - Parameters:
  ///   - downstream: Where the signals go.
  ///   - description: What the subscriber says of itself.
  ///   - transform: Makes a failure of downstream's kind.
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
  /// Takes the signals of an upstream whose failure is of any one kind.
  @inlinable
  package func widening<UpstreamFailure: Error>(
    _ description: String, from type: UpstreamFailure.Type
  ) -> FailureMappingInner<UpstreamFailure, Self> {
    FailureMappingInner(downstream: self, description: description) { $0 }
  }
}
