public import StreamCore

extension Publisher {
  /// Shares one subscription to this publisher among all subscribers.
  ///
  ///     upstream      -1-2-3-4-|
  ///     share()
  ///     subscriber 1  -1-2-3-4-|
  ///     subscriber 2      ^3-4-|
  ///     subscriber 3             (^|)
  ///
  /// ```swift
  /// import Streams
  /// import StreamTesting
  ///
  /// let scheduler = TestScheduler()
  /// let page = Deferred {
  ///   print("download")
  ///   return Just("the page").delay(for: 1, scheduler: scheduler)
  /// }.share()
  /// let title = page.sink { print("title of", $0) }
  /// let text = page.sink { print("text of", $0) }
  /// scheduler.advance(by: 1)
  /// ```
  ///
  /// Use it to run a publisher once for several subscribers: one request, one timer. Later subscribers miss what came
  /// before them, and after the end they get only the completion: a publisher that delivers at once serves only the
  /// first. `share(replay:)` repeats the newest elements.
  ///
  /// Subscribes to upstream at the first subscription, and cancels upstream when the last subscriber cancels; the next
  /// subscription then subscribes to upstream again. Elements are not replayed to later subscribers.
  ///
  /// - **Demand**: requests unlimited demand from upstream once a subscriber has requested a value; a subscriber
  ///   without outstanding demand misses values.
  /// - **Completion**: sent to all subscribers; later ones receive it immediately, and no element.
  /// - **Failure**: as the completion.
  /// - **Threads**: delivers where upstream delivers; subscribing and cancelling may be done on any thread.
  ///
  /// - Returns: A publisher, of class type, whose subscribers receive the same elements.
  /// - Complexity: O(*n*) for each element, where *n* is the number of subscribers; subscribing and cancelling take
  ///   O(1), amortised.
  @inlinable
  public func share() -> Publishers.Share<Self> {
    Publishers.Share(upstream: self)
  }
}

extension Publishers {
  /// A publisher that shares one subscription to another among all its subscribers.
  public final class Share<Upstream: Publisher>: Publisher, ReleasingPublisher, Equatable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher that is shared.
    public let upstream: Upstream

    @usableFromInline let shared: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>

    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
      shared = Multicast(upstream: upstream, owning: PassthroughSubject()).autoconnect()
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      shared.subscribe(subscriber)
    }

    /// Whether two references point to the same object.
    public static func == (lhs: Share, rhs: Share) -> Bool {
      lhs === rhs
    }
  }
}

// Elements may cross from upstream's thread to another one that is delivering.
extension Publishers.Share: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
