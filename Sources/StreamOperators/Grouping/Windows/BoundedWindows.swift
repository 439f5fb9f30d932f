public import StreamCore
public import StreamParts

extension Publisher {
  /// Cuts the stream into windows, each a publisher, where another publisher delivers.
  ///
  ///     upstream      --1--2-----3--4--|
  ///     boundary      ------x--x--------
  ///     window(boundary: boundary)
  ///     windows       1-----2--3-------|
  ///     window 1      --1--2|
  ///     window 2            ^--|
  ///     window 3               ^-3--4--|
  ///
  /// The first window opens with the subscription, each later one when the one before closes; one may be empty. Its
  /// elements wait for its subscriber. While `bufferSize` windows wait for downstream's demand, boundaries are ignored,
  /// and the open window goes on.
  ///
  /// - **Demand**: with `.suspend`, requests `bufferSize` elements from upstream, then one more for each element that
  ///   leaves a window, so full windows without a reader stop the stream. With another policy, requests unlimited
  ///   demand. From the boundary, it always requests unlimited demand. The elements of a window that its reader has
  ///   cancelled are skipped.
  /// - **Completion**: when upstream or the boundary finishes, the other is cancelled, the open window finishes after
  ///   what it holds, and the stream after the windows that wait.
  /// - **Failure**: as the completion.
  /// - **Threads**: windows and their elements are delivered where upstream or the boundary delivers, or where their
  ///   subscribers request; deliveries to one subscriber never overlap. When downstream cancels, the open window goes
  ///   on if it has a subscriber; both upstreams are cancelled once that is cancelled, or has ended.
  ///
  /// - Parameters:
  ///   - boundary: The publisher whose elements each end a window. It is subscribed to after upstream.
  ///   - bufferSize: The number of elements that all windows may hold together, those that are being delivered
  ///     included: one or more. Anything else traps. No memory is reserved.
  ///   - whenFull: What happens to an element when the buffer is full.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of windows.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func window<Boundary: Publisher>(
    boundary: Boundary, bufferSize: Int = 256, whenFull: StreamOverflowPolicy<Failure> = .suspend,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.BoundedWindows<Self, Boundary> where Boundary.Failure == Failure {
    Publishers.BoundedWindows(
      upstream: self, boundary: boundary, bufferSize: bufferSize, whenFull: whenFull,
      site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that cuts another into windows where a third delivers.
@frozen
public struct BoundedWindowsPublisher<Upstream: Publisher, Boundary: Publisher>: Publisher, ReleasingPublisher
where Upstream.Failure == Boundary.Failure {
  /// A part of upstream.
  public typealias Output = WindowPublisher<Upstream.Output, Upstream.Failure>
  public typealias Failure = Upstream.Failure

  /// The publisher that is cut.
  public let upstream: Upstream

  /// The publisher whose elements each end a window.
  public let boundary: Boundary

  /// The number of elements that all windows may hold together.
  public let bufferSize: Int

  /// What happens to an element when the buffer is full.
  public let whenFull: StreamOverflowPolicy<Upstream.Failure>

  /// The operator's source location.
  public let site: StreamSite

  /// Creates a publisher that cuts another into windows where a third delivers.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that is cut.
  ///   - boundary: The publisher whose elements each end a window.
  ///   - bufferSize: The number of elements that all windows may hold together: one or more. Anything else traps.
  ///   - whenFull: What happens to an element when the buffer is full.
  ///   - site: The operator's source location, for the report of a drop.
  @inlinable
  public init(
    upstream: Upstream, boundary: Boundary, bufferSize: Int, whenFull: StreamOverflowPolicy<Upstream.Failure>,
    site: StreamSite
  ) {
    precondition(bufferSize > 0, "Windows must be able to hold one element or more: \(bufferSize) (rule 9).")
    self.upstream = upstream
    self.boundary = boundary
    self.bufferSize = bufferSize
    self.whenFull = whenFull
    self.site = site
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let bounds = InletBounds("BoundedWindows", bufferSize: bufferSize, whenFull: whenFull, site: site)
    let source = WindowEventSource<Upstream.Output, S>()
    let inner = WindowEventInner(
      cutter: WindowCutter(
        InletHub(bounds, waitingCount: bufferSize, to: subscriber), size: .max, opensWithElement: false),
      source: source)
    let delivery = WindowEventDelivery("BoundedWindows", WindowEventPolicy(bounds), to: inner)
    source.delivery = delivery
    delivery.begin()
    delivery.subscribe(
      WindowSideInner<Upstream.Output, Upstream.Output, S>(delivery: delivery, origin: UpstreamKey()) {
        .element($0)
      }, to: upstream)
    delivery.subscribe(
      WindowSideInner<Boundary.Output, Upstream.Output, S>(delivery: delivery, origin: .boundary) { _ in .cut(timer: 0)
      },
      to: boundary)
  }
}

extension PublisherNames {
  /// ``BoundedWindowsPublisher``, under a short name that a client's own type overrides.
  public typealias BoundedWindows<Upstream: Publisher, Boundary: Publisher> = BoundedWindowsPublisher<
    Upstream, Boundary
  > where Upstream.Failure == Boundary.Failure
}

extension BoundedWindowsPublisher: Sendable where Upstream: Sendable, Boundary: Sendable {}
