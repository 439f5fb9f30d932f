public import StreamCore
public import StreamParts

/// Sends the signals that the elements represent: values, and a completion, which ends the stream.
@frozen
@usableFromInline
struct DematerializingInner<Input, UpstreamFailure: Error, Downstream: Subscriber>: TerminatingInner {
  @usableFromInline typealias Failure = UpstreamFailure

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream: UpstreamSubscription
  @usableFromInline let signal: (Input) -> StreamSignal<Downstream.Input, Downstream.Failure>

  /// - Parameters:
  ///   - description: The description of the stage: its operator's name.
  ///   - downstream: The receiver of the signals.
  ///   - signal: Returns the signal that an element represents. A subscription is dropped.
  @inlinable
  init(
    _ description: String, to downstream: Downstream,
    signal: @escaping (Input) -> StreamSignal<Downstream.Input, Downstream.Failure>
  ) {
    self.downstream = downstream
    upstream = UpstreamSubscription(description)
    self.signal = signal
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    switch signal(input) {
    case .subscription: return .max(1)
    case .input(let value): return downstream.receive(value)
    case .completion(let completion): return end(completion)
    }
  }
}
