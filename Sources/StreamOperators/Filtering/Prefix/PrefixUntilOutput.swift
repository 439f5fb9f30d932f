public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes elements until another publisher delivers one, then finishes.
  ///
  ///     upstream      --1--2--3--4--|
  ///     trigger       -------x-------
  ///     prefix(untilOutputFrom: trigger)
  ///     downstream    --1--2-|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let positions = PassthroughSubject<Int, Never>()
  /// let mouseUp = PassthroughSubject<Void, Never>()
  /// let cancellable = positions
  ///   .prefix(untilOutputFrom: mouseUp)
  ///   .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
  /// positions.send(10)
  /// mouseUp.send()
  /// positions.send(11)
  /// ```
  ///
  /// Use it to end a stream at an event: positions until the mouse is released, values until a view disappears. Only an
  /// element of the other publisher ends the stream; its completion has no effect. It is subscribed to first: if it
  /// replays an element, as `CurrentValueSubject` does, the stream finishes at once.
  ///
  /// - **Demand**: passed upstream unchanged; one element is requested from `publisher`.
  /// - **Completion**: passed on unchanged; also at the first element of `publisher`, which cancels upstream. A
  ///   completion of `publisher` is ignored.
  /// - **Failure**: passed on unchanged; a failure of `publisher` is ignored.
  /// - **Threads**: the two may deliver on different threads; an element that is being delivered precedes the
  ///   completion.
  ///
  /// - Parameter publisher: The publisher whose first element ends the stream. It is subscribed to before this one, and
  ///   cancelled at the end.
  /// - Returns: A publisher of the elements that precede the first element of `publisher`.
  @inlinable
  public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
    Publishers.PrefixUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that republishes the elements of another until a third delivers one.
  @frozen
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose first elements are republished.
    public let upstream: Upstream

    /// The publisher whose first element ends the stream.
    public let other: Other

    @inlinable
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let gate = TriggeredSubscription("PrefixUntilOutput")
      subscriber.receive(subscription: gate)
      // The trigger is subscribed to first: an element that it delivers inside `subscribe(_:)` then ends the stream
      // before upstream can deliver.
      other.subscribe(PrefixUntilTriggerInner<Other.Output, Other.Failure, S>(downstream: subscriber, gate: gate))
      upstream.subscribe(PrefixUntilInner(downstream: subscriber, gate: gate))
    }
  }
}

extension Publishers.PrefixUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
