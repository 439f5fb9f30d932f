public import StreamCore
public import StreamParts

/// How a shared upstream is paced when its subscribers are not equally fast.
public enum StreamSharePacing<Failure: Error>: Sendable {
  /// Requests `prefetch` elements from upstream, then one more each time the slowest subscriber has taken one. No
  /// subscriber loses an element.
  case slowest(prefetch: Int = 32)

  /// Requests unlimited demand from upstream; each subscriber has its own queue with an overflow policy.
  case each(bufferSize: Int, whenFull: StreamOverflowPolicy<Failure>)
}

extension PublisherNames {
  /// ``StreamSharePacing``, under a short name that a client's own type overrides.
  public typealias SharePacing<Failure: Error> = StreamSharePacing<Failure>
}

extension Publisher {
  /// Shares one subscription to this publisher among all subscribers, at the pace of the slowest, or with a queue for
  /// each.
  ///
  ///     share(pacing: .slowest(prefetch: 1))
  ///     slow: demand  1-   ----1---1   ---1
  ///     fast          -(12)----3---(4|)
  ///     slow          -1   ----2---3   ---(4|)
  ///
  /// Subscribes to upstream at the first subscription, and cancels upstream when the last subscriber cancels; the next
  /// subscription then subscribes to upstream again. A later subscriber receives every element that is requested from
  /// upstream after it has subscribed. A slow subscriber that cancels no longer holds up the others.
  ///
  /// - **Demand**: `.slowest` requests `prefetch` elements from upstream, and one more each time the slowest subscriber
  ///   has taken one; `.each` requests unlimited demand. Elements that a subscriber has not requested wait in its
  ///   queue.
  /// - **Completion**: sent to each subscriber after its waiting elements; later subscribers receive it immediately,
  ///   and no element.
  /// - **Failure**: as the completion. With `.error`, a full queue fails its subscriber alone.
  /// - **Threads**: delivers where upstream delivers, or where a subscriber requests; subscribing and cancelling may be
  ///   done on any thread. Drops are reported to the `DropHook`.
  ///
  /// - Parameters:
  ///   - pacing: How upstream is paced. A size is zero or more elements; with zero, `.slowest` requests one element at
  ///     a time, when all subscribers have requested it. A negative size is a programming error, and traps.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher, of class type, whose subscribers share upstream.
  /// - Complexity: O(*n*) for each element, and O(*n* × *size*) memory, where *n* is the number of subscribers, and
  ///   *size* that of the queue of each.
  @_disfavoredOverload
  @inlinable
  public func share(
    pacing: StreamSharePacing<Failure>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.PacedShare<Self> {
    PacedSharePublisher(upstream: self, pacing: pacing, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that shares one subscription to another among subscribers that are not equally fast.
public final class PacedSharePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher, Equatable {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that is shared.
  public let upstream: Upstream

  /// How upstream is paced.
  public let pacing: StreamSharePacing<Upstream.Failure>

  /// The operator's source location.
  public let site: StreamSite

  @usableFromInline let shared: ReferenceCountedPublisher<Upstream, PacedHub<Output, Failure>>

  /// Creates a publisher that shares one subscription to another.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that is shared.
  ///   - pacing: How upstream is paced. A negative size traps.
  ///   - site: The operator's source location, for the report of a drop.
  public init(upstream: Upstream, pacing: StreamSharePacing<Upstream.Failure>, site: StreamSite = StreamSite()) {
    (self.upstream, self.pacing, self.site) = (upstream, pacing, site)
    let size =
      switch pacing {
      case .slowest(let prefetch): prefetch
      case .each(let bufferSize, _): bufferSize
      }
    precondition(size >= 0, "A shared publisher cannot have a queue of a negative size: \(size)")
    shared = ReferenceCountedPublisher("PacedShare", upstream: upstream, restarts: false) {
      PacedHub(pacing: pacing, site: site)
    }
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    shared.receive(subscriber: subscriber)
  }

  /// Whether two references point to the same object.
  public static func == (lhs: PacedSharePublisher, rhs: PacedSharePublisher) -> Bool {
    lhs === rhs
  }
}

// Elements may cross from upstream's thread to another one that is delivering.
extension PacedSharePublisher: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

extension PublisherNames {
  /// ``PacedSharePublisher``, under a short name that a client's own type overrides.
  public typealias PacedShare<Upstream: Publisher> = PacedSharePublisher<Upstream>
}
