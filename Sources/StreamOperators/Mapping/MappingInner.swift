public import StreamCore

/// Makes a new element of each element in one closure, whose state, if it has any, is its own. It serves `scan` and the
/// key paths of any number.
@usableFromInline
struct MappingInner<Input, Downstream: Subscriber>: ForwardingSubscriber {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let description: String
  @usableFromInline let transform: (Input) -> Downstream.Input

  @inlinable
  init(downstream: Downstream, description: String, transform: @escaping (Input) -> Downstream.Input) {
    self.downstream = downstream
    self.description = description
    self.transform = transform
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(transform(input))
  }
}
