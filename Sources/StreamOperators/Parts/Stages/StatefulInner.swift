public import StreamCore

/// Transforms each value with a closure that has a state of its own, and asks for one more if there is no result.
@frozen
@usableFromInline
package struct StatefulInner<Input, Downstream: Subscriber>: ForwardingInner {
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let description: String
  @usableFromInline let transform: (Input) -> Downstream.Input?

  /// - Parameters:
  ///   - description: The description of the stage: its operator's name.
  ///   - downstream: The receiver of the signals.
  ///   - transform: Transforms a value, or returns `nil` to drop it.
  @inlinable
  package init(_ description: String, to downstream: Downstream, transform: @escaping (Input) -> Downstream.Input?) {
    self.downstream = downstream
    self.description = description
    self.transform = transform
  }

  /// Transforms each value with a client's closure that may change a state, which is lent to it.
  @inlinable
  package init<State>(
    _ description: String, to downstream: Downstream, state: State,
    transform: @escaping (inout State, Input) -> Downstream.Input?
  ) {
    let state = SerialState<State?>(state)
    self.init(description, to: downstream) { input in state.lend { transform(&$0, input) } ?? nil }
  }

  /// Always: the closure holds the state, which is released at the end of the stream.
  @inlinable package var needsGuard: Bool { true }

  @inlinable @inline(__always)
  package func receive(_ input: Input) -> Subscribers.Demand {
    guard let output = transform(input) else { return .max(1) }
    return downstream.receive(output)
  }
}
