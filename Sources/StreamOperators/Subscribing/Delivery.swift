public import StreamCore

/// The sinks behind `assign` and `invoke`, one for each way to hold the target.
extension Publisher where Failure == Never {
  /// Delivers each value to a target that is retained until the stream ends.
  @inlinable
  func deliver<Root>(
    to root: Root, on actor: (any Actor)?, _ action: @escaping (Root, Output) -> Void
  ) -> AnyCancellable {
    deliver(on: actor) { value, _ in action(root, value) }
  }

  /// Delivers each value to an object that is not retained; the first value after its release cancels upstream.
  @inlinable
  func deliver<Root: AnyObject>(
    toWeak object: Root, on actor: (any Actor)?, _ action: @escaping (Root, Output) -> Void
  ) -> AnyCancellable {
    deliver(on: actor) { [weak object] value, upstream in
      guard let object else { return upstream.cancel() }
      action(object, value)
    }
  }

  /// Delivers each value to an object that is not retained; a value after its release traps.
  @inlinable
  func deliver<Root: AnyObject>(
    toUnowned object: Root, on actor: (any Actor)?, _ action: @escaping (Root, Output) -> Void
  ) -> AnyCancellable {
    deliver(on: actor) { [unowned object] value, _ in action(object, value) }
  }

  /// Delivers each value to an action, on an actor; where upstream delivers, if there is none.
  @inlinable
  func deliver(
    on actor: (any Actor)?, _ action: @escaping (Output, SharedSinkUpstream) -> Void
  ) -> AnyCancellable {
    // It runs on the actor, or where upstream delivers: one value at a time.
    nonisolated(unsafe) let action = action
    let upstream = SharedSinkUpstream()
    let functions = SinkFunctions<Output, Never>(
      on: actor, cancelling: upstream, PlainFunction(plain: { action($0, upstream) }))
    return sink(functions, upstream: upstream)
  }
}
