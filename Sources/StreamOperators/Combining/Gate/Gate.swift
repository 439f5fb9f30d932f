public import StreamCore
public import StreamParts

extension Publisher {
  /// Lets elements pass while another publisher's last element is `true`.
  ///
  ///     upstream      -1-2-3-4-5-6|
  ///     isOpen        --f-----t----
  ///     gate(isOpen.ignoreFailure(), whileClosed: .keepLatest)
  ///     downstream    -1------45-6|
  ///
  /// Held elements are delivered in order when the gate opens, before later ones.
  ///
  /// - **Demand**: passed upstream unchanged, with one more for each skipped element; with `.suspend`, a closed gate
  ///   passes no demand on. With `.queue`, an open or closed gate requests elements as `buffer(size:whenFull:)` does.
  ///   Unlimited demand is requested from `isOpen`.
  /// - **Completion**: passed on after the held elements have been delivered. When `isOpen` finishes, the gate stays as
  ///   it is; if it is closed, the stream finishes and upstream is cancelled.
  /// - **Failure**: drops the held elements and is passed on at once. The failure of a full queue (`.error`) cancels
  ///   upstream, and comes after the held elements.
  /// - **Threads**: delivers where upstream does, where the gate opens, or where downstream requests; deliveries never
  ///   overlap. The closure of `.error` runs where upstream delivers, never under a lock. What a queue drops is
  ///   reported to the `DropHook` there.
  ///
  /// - Parameters:
  ///   - isOpen: The publisher that opens the gate, with `true`, and closes it, with `false`. It is subscribed to
  ///     before upstream.
  ///   - initiallyOpen: Whether the gate is open before the first element of `isOpen`.
  ///   - whileClosed: What happens to the elements that arrive while the gate is closed.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements that pass.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that are held: at most the
  ///   bound of `.queue`; with `.suspend`, the demand that was outstanding when the gate closed.
  @_disfavoredOverload
  @inlinable
  public func gate<Opening: Publisher>(
    _ isOpen: Opening, initiallyOpen: Bool = true, whileClosed: StreamGateBuffering<Failure>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.Gate<Self, Opening> where Opening.Output == Bool, Opening.Failure == Never {
    Publishers.Gate(
      upstream: self, isOpen: isOpen, initiallyOpen: initiallyOpen, whileClosed: whileClosed,
      site: StreamSite(fileID: fileID, line: line))
  }
}

/// What happens to the elements that arrive at a closed gate.
public enum StreamGateBuffering<Failure: Error>: Sendable {
  /// They are left out.
  case drop

  /// The newest is held, and delivered when the gate opens; the others are left out.
  case keepLatest

  /// Nothing more is requested from upstream; elements that were already requested are held.
  case suspend

  /// The maximum number of elements that are held, zero or more, `.max` for no bound; a negative number traps. The
  /// policy decides what happens to elements beyond the bound. Elements without demand wait in the same queue while the
  /// gate is open. `.queue(0, .suspend)` is ``suspend``.
  case queue(Int, StreamOverflowPolicy<Failure>)
}

/// A publisher that lets elements of another pass while a third allows it.
@frozen
public struct GatePublisher<Upstream: Publisher, Opening: Publisher>: Publisher, ReleasingPublisher
where Opening.Output == Bool, Opening.Failure == Never {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements pass.
  public let upstream: Upstream

  /// The publisher that opens and closes the gate.
  public let isOpen: Opening

  /// Whether the gate is open at first.
  public let initiallyOpen: Bool

  /// What happens to the elements that arrive while the gate is closed.
  public let whileClosed: StreamGateBuffering<Upstream.Failure>

  /// The operator's source location.
  public let site: StreamSite

  @inlinable
  public init(
    upstream: Upstream, isOpen: Opening, initiallyOpen: Bool, whileClosed: StreamGateBuffering<Upstream.Failure>,
    site: StreamSite = StreamSite()
  ) {
    if case .queue(let bound, _) = whileClosed {
      precondition(bound >= 0, "A gate cannot hold a negative number of elements: \(bound)")
    }
    (self.upstream, self.isOpen, self.initiallyOpen) = (upstream, isOpen, initiallyOpen)
    (self.whileClosed, self.site) = (whileClosed, site)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let overflow: StreamOverflowPolicy<Failure>? = if case .queue(_, let policy) = whileClosed { policy } else { nil }
    let full = FullQueue("Gate", overflow, site: site)
    let policy = GatePolicy<Output, Failure>(GatePolicy<Output, Failure>.Holding(whileClosed), isOpen: initiallyOpen)
    let delivery = GateDelivery<S>("Gate", policy, to: subscriber)
    delivery.begin()
    delivery.subscribe(GateOpeningInner(delivery: delivery), to: isOpen)
    delivery.subscribe(GateInner(delivery: delivery, full: full), to: upstream)
  }
}

extension PublisherNames {
  /// ``GatePublisher``, under a short name that a client's own type overrides.
  public typealias Gate<Upstream: Publisher, Opening: Publisher> = GatePublisher<Upstream, Opening>
  where Opening.Output == Bool, Opening.Failure == Never

  /// ``StreamGateBuffering``, under a short name that a client's own type overrides.
  public typealias GateBuffering<Failure: Error> = StreamGateBuffering<Failure>
}

extension GatePublisher: Sendable where Upstream: Sendable, Opening: Sendable {}

extension GatePolicy.Holding {
  @usableFromInline
  init(_ whileClosed: StreamGateBuffering<Failure>) {
    switch whileClosed {
    case .drop: self = .nothing
    case .keepLatest: self = .newest
    case .suspend, .queue(0, .suspend): self = .requested
    case .queue(let bound, let policy): self = .queue(bound: bound, WhenFull(policy))
    }
  }
}
