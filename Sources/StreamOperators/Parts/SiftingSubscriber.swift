public import StreamCore

/// What a stage that passes elements on unchanged does with one of them.
@frozen
@usableFromInline
package enum Verdict {
  case pass, drop, passAndFinish, finish
}

/// Passes some of the elements on, and may end the stream: a closure says which. It serves the stages whose elements
/// come out as they went in.
///
/// An element that is dropped is replaced: one more is asked for.
@frozen
@usableFromInline
package struct SiftingSubscriber<Downstream: Subscriber>: RelaySubscriber {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let relay: RelaySubscription
  @usableFromInline let judge: (Downstream.Input) throws(Downstream.Failure) -> Verdict

  /// - Parameters:
  ///   - description: What the stage says of itself.
  ///   - downstream: Where the signals go.
  ///   - judge: Says what becomes of an element. What it throws ends the stream.
  @inlinable
  package init(
    _ description: String, to downstream: Downstream,
    judge: @escaping (Downstream.Input) throws(Downstream.Failure) -> Verdict
  ) {
    self.downstream = downstream
    relay = RelaySubscription(description)
    self.judge = judge
  }

  @inlinable @inline(__always)
  package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard relay.isRelaying else { return .none }
    do throws(Downstream.Failure) {
      switch try judge(input) {
      case .pass: return downstream.receive(input)
      case .drop: return .max(1)
      case .passAndFinish:
        // What comes from inside the last element is too late.
        relay.stopValues()
        _ = downstream.receive(input)
      case .finish: break
      }
    } catch {
      return end(.failure(error))
    }
    return finish()
  }
}
