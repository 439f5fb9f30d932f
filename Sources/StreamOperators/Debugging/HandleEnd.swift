public import StreamCore
public import StreamParts

extension Publisher {
  /// Calls a closure once, when the stream completes, fails or is cancelled.
  ///
  ///     upstream 1     --1--2--3--|
  ///     upstream 2     --1--2-!
  ///     handleEnd { log.send($0.map { "\($0)" } ?? "cancelled") }
  ///     until its end  --1--2--3--|
  ///     cancelled      --1--2-!
  ///     log            -------A---B
  ///     A = cancelled, B = finished
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on after the closure has been called with it.
  /// - **Failure**: passed on after the closure has been called with it.
  /// - **Threads**: the closure runs where upstream completes, or where downstream cancels, never under a lock. Unlike
  ///   the closure of a sink, it belongs to no actor, because it runs in the middle of a pipeline.
  ///
  /// - Parameter handle: Called with the completion, or with `nil` if downstream cancels first.
  /// - Returns: A publisher of the same elements.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func handleEnd(
    _ handle: @escaping @Sendable (Subscribers.Completion<Failure>?) -> Void
  ) -> Publishers.HandleEnd<Self> {
    Publishers.HandleEnd(upstream: self, handle: handle)
  }
}

/// A publisher that calls a closure once, when the stream ends.
@frozen
public struct HandleEndPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose end is observed.
  public let upstream: Upstream

  /// Called with the completion, or with `nil` if downstream cancels first.
  public let handle: @Sendable (Subscribers.Completion<Upstream.Failure>?) -> Void

  /// Creates a publisher that calls a closure once, when the stream ends.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose end is observed.
  ///   - handle: Called with the completion, or with `nil` if downstream cancels first.
  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, handle: @escaping @Sendable (Subscribers.Completion<Upstream.Failure>?) -> Void
  ) {
    self.upstream = upstream
    self.handle = handle
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    var observer = Observer<Output, Failure>()
    observer.receiveCompletion = { [handle] completion in handle(completion) }
    observer.receiveCancel = { [handle] in handle(nil) }
    upstream.subscribe(ObservingInner("HandleEnd", to: subscriber, observesLater: false, observer: observer))
  }
}

extension PublisherNames {
  /// ``HandleEndPublisher``, under a short name that a client's own type overrides.
  public typealias HandleEnd<Upstream: Publisher> = HandleEndPublisher<Upstream>
}

extension HandleEndPublisher: Sendable where Upstream: Sendable {}
