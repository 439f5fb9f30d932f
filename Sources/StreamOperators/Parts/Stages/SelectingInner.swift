public import StreamCore

/// What a stage that passes elements on unchanged does with one of them.
@frozen
@usableFromInline
package enum SelectingAction {
  case pass, drop, passAndFinish, finish
}

/// Passes some of the elements on unchanged, and may end the stream, as a closure decides.
///
/// Each dropped element adds a request for one more.
@frozen
@usableFromInline
package struct SelectingInner<Downstream: Subscriber>: TerminatingInner {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let upstream: UpstreamSubscription
  @usableFromInline let judge: (Downstream.Input) throws(Downstream.Failure) -> SelectingAction

  /// - Parameters:
  ///   - description: The description of the stage: its operator's name.
  ///   - downstream: The receiver of the signals.
  ///   - judge: Decides about an element. An error it throws ends the stream.
  @inlinable
  package init(
    _ description: String, to downstream: Downstream,
    judge: @escaping (Downstream.Input) throws(Downstream.Failure) -> SelectingAction
  ) {
    self.downstream = downstream
    upstream = UpstreamSubscription(description)
    self.judge = judge
  }

  @inlinable @inline(__always)
  package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    do throws(Downstream.Failure) {
      switch try judge(input) {
      case .pass: return downstream.receive(input)
      case .drop: return .max(1)
      case .passAndFinish:
        // Before the delivery, so that values which upstream sends re-entrantly from inside it are ignored.
        upstream.stopValues()
        _ = downstream.receive(input)
      case .finish: break
      }
    } catch {
      return end(.failure(error))
    }
    return finish()
  }
}
