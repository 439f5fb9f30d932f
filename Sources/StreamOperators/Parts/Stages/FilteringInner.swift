public import StreamCore

/// What a stage that passes elements on unchanged does with one of them.
@frozen
@usableFromInline
package enum FilterAction {
  case pass, drop, passAndFinish, finish
}

/// Passes some of the elements on, and may end the stream: a closure says which. It serves the stages whose elements
/// come out as they went in.
///
/// An element that is dropped is replaced: one more is asked for.
@frozen
@usableFromInline
package struct FilteringInner<Downstream: Subscriber>: TerminatingInner {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let upstream: UpstreamSubscription
  @usableFromInline let judge: (Downstream.Input) throws(Downstream.Failure) -> FilterAction

  /// - Parameters:
  ///   - description: What the stage says of itself.
  ///   - downstream: Where the signals go.
  ///   - judge: Says what becomes of an element. What it throws ends the stream.
  @inlinable
  package init(
    _ description: String, to downstream: Downstream,
    judge: @escaping (Downstream.Input) throws(Downstream.Failure) -> FilterAction
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
        // What comes from inside the last element is too late.
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
