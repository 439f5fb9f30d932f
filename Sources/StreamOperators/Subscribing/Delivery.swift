public import StreamCore

/// The sinks behind `assign` and `invoke`, one for each way to hold the target.
extension Publisher where Failure == Never {
  /// Delivers each value to a target that is retained until the stream ends.
  @inlinable
  func deliver<Root>(to root: Root, _ action: @escaping (Root, Output) -> Void) -> AnyCancellable {
    deliver { value, _ in action(root, value) }
  }

  /// Delivers each value to an object that is not retained; the first value after its release cancels upstream.
  @inlinable
  func deliver<Root: AnyObject>(toWeak object: Root, _ action: @escaping (Root, Output) -> Void) -> AnyCancellable {
    deliver { [weak object] value, upstream in
      guard let object else { return upstream.cancel() }
      action(object, value)
    }
  }

  /// Delivers each value to an object that is not retained; a value after its release traps.
  @inlinable
  func deliver<Root: AnyObject>(toUnowned object: Root, _ action: @escaping (Root, Output) -> Void) -> AnyCancellable {
    deliver { [unowned object] value, _ in action(object, value) }
  }

  @inlinable
  func deliver(_ action: @escaping (Output, SharedSinkUpstream) -> Void) -> AnyCancellable {
    let upstream = SharedSinkUpstream()
    subscribe(
      SinkSubscriber(upstream: upstream, receiveCompletion: { _ in }, receiveValue: { action($0, upstream) }))
    return AnyCancellable(target: upstream)
  }
}
