public import StreamCore

/// Pipelines that end in an object to which each value is delivered, and the ways to hold that object.
extension Publisher where Failure == Never {
  /// Delivers each value to an object, or a value, that is kept until the stream ends.
  @inlinable
  func deliver<Root>(to root: Root, _ action: @escaping (Root, Output) -> Void) -> AnyCancellable {
    deliver { value, _ in action(root, value) }
  }

  /// Delivers each value to an object that is not kept; the value that finds it gone cancels upstream.
  @inlinable
  func deliver<Root: AnyObject>(toWeak object: Root, _ action: @escaping (Root, Output) -> Void) -> AnyCancellable {
    deliver { [weak object] value, upstream in
      guard let object else { return upstream.cancel() }
      action(object, value)
    }
  }

  /// Delivers each value to an object that is not kept; a value that finds it gone traps.
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
