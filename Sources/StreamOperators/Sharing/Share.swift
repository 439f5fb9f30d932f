public import StreamCore

extension Publisher {
  /// Shares one subscription to this publisher among all subscribers.
  ///
  ///     upstream      --1--2--3--|
  ///     share()
  ///     subscriber 1  ^-1--2--3--|
  ///     subscriber 2      ^2--3--|
  ///     subscriber 3               ^|
  ///
  /// The first subscriber makes it subscribe to upstream, and when the last one cancels, so does it; a subscriber that
  /// comes then makes it begin anew. Nothing is kept for those who come late.
  ///
  /// - **Demand**: upstream is asked for everything from when a subscriber asks for anything; a subscriber misses what
  ///   comes while it asks for nothing.
  /// - **Completion**: sent to all subscribers; those who come later get it at once, and no element.
  /// - **Failure**: like a completion.
  /// - **Threads**: delivers where upstream does; subscribing and cancelling may be done on any thread.
  ///
  /// - Returns: A publisher, a class, whose subscribers get the same elements at the same time.
  @inlinable
  public func share() -> Publishers.Share<Self> {
    Publishers.Share(upstream: self)
  }
}

extension Publishers {
  /// A publisher that shares one subscription to another among all its subscribers.
  public final class Share<Upstream: Publisher>: Publisher, ReleasingPublisher, Equatable {
    /// The kind of value that upstream delivers.
    public typealias Output = Upstream.Output

    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher that is shared.
    public let upstream: Upstream

    @usableFromInline let shared: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>

    /// Makes a publisher that shares one subscription to another.
    ///
    /// - Parameter upstream: The publisher that is shared.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
      shared = upstream.multicast(subject: PassthroughSubject()).autoconnect()
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      shared.subscribe(subscriber)
    }

    /// Whether two references name the same object.
    public static func == (lhs: Share, rhs: Share) -> Bool {
      lhs === rhs
    }
  }
}

// The subject delivers by whichever thread upstream does.
extension Publishers.Share: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
