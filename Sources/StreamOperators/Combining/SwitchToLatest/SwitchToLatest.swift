public import StreamCore

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Republishes the elements of the latest publisher that upstream has delivered.
  ///
  ///     upstream      -a-----b---|
  ///     a              ^1--2-!
  ///     b                    ^7--8--|
  ///     map { $0 == "a" ? a : b }.switchToLatest()
  ///     downstream    --1--2--7--8--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let rooms = PassthroughSubject<PassthroughSubject<String, Never>, Never>()
  /// let (hall, attic) = (PassthroughSubject<String, Never>(), PassthroughSubject<String, Never>())
  /// let cancellable = rooms.switchToLatest().sink { print($0) }
  /// rooms.send(hall)
  /// hall.send("steps in the hall")
  /// rooms.send(attic)
  /// hall.send("more steps in the hall")
  /// attic.send("creaks in the attic")
  /// ```
  ///
  /// Use it after `map` when only the newest work counts, such as the search for the text that was typed last. The
  /// previous publisher is cancelled, so its results may be lost. Use `flatMap` or `concatMap` where each must run to
  /// its end.
  ///
  /// - **Demand**: requests unlimited demand from upstream; the outstanding demand of downstream is requested from
  ///   each new publisher.
  /// - **Completion**: finishes when both upstream and the latest publisher have finished.
  /// - **Failure**: a failure of upstream or of the latest publisher cancels the other, drops what is queued and is
  ///   passed on.
  /// - **Threads**: deliveries never overlap, even if upstream and the publishers deliver on different threads; the
  ///   previous publisher is cancelled where the next one arrives.
  ///
  /// - Returns: A publisher of the elements of the latest publisher.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that arrive during a
  ///   delivery.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Failure == Never {
  /// Republishes the elements of the latest publisher that upstream has delivered, which may fail.
  ///
  ///     upstream      -a-----b---|
  ///     a              ^1--2-!
  ///     b                    ^7--8--|
  ///     map { $0 == "a" ? a : b }.switchToLatest()
  ///     downstream    --1--2--7--8--|
  ///
  /// - **Demand**: requests unlimited demand from upstream; the outstanding demand of downstream is requested from
  ///   each new publisher.
  /// - **Completion**: finishes when both upstream and the latest publisher have finished.
  /// - **Failure**: a failure of the latest publisher cancels upstream, drops what is queued and is passed on.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Returns: A publisher of the elements of the latest publisher.
  @inlinable
  public func switchToLatest()
    -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>>
  {
    Publishers.SwitchToLatest(upstream: Publishers.SetFailureType(upstream: self))
  }
}

extension Publisher where Output: Publisher, Failure == Never, Output.Failure == Never {
  /// Like the general form. It resolves the ambiguity if neither upstream nor its publishers can fail, where all other
  /// forms would fit.
  @_documentation(visibility: internal)
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Republishes the elements of the latest publisher that upstream has delivered, which cannot fail.
  ///
  ///     upstream      -a-----b---|
  ///     a              ^1--2-!
  ///     b                    ^7--8--|
  ///     map { $0 == "a" ? a : b }.switchToLatest()
  ///     downstream    --1--2--7--8--|
  ///
  /// - **Demand**: requests unlimited demand from upstream; the outstanding demand of downstream is requested from
  ///   each new publisher.
  /// - **Completion**: finishes when both upstream and the latest publisher have finished.
  /// - **Failure**: a failure of upstream cancels the latest publisher, drops what is queued and is passed on.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Returns: A publisher of the elements of the latest publisher.
  @inlinable
  public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    Publishers.SwitchToLatest(
      upstream: Publishers.Map(upstream: self) { Publishers.SetFailureType(upstream: $0) })
  }
}

extension Publishers {
  /// A publisher that republishes the elements of the latest publisher that upstream has delivered.
  @frozen
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher, ReleasingPublisher
  where P == Upstream.Output, P.Failure == Upstream.Failure {
    public typealias Output = P.Output
    public typealias Failure = P.Failure

    /// The publisher whose elements are publishers.
    public let upstream: Upstream

    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(SwitchToLatestInner<P, S>(to: subscriber))
    }
  }
}

extension Publishers.SwitchToLatest: Sendable where Upstream: Sendable {}

extension Publishers.SwitchToLatest: Equatable where Upstream: Equatable {}
