public import StreamCore
public import StreamParts

extension Publisher {
  /// Cuts the stream into windows of a fixed number of elements, each a publisher.
  ///
  ///     upstream      --1   --2   --3   --4   --5   --|
  ///     window(size: 2)
  ///     windows       --1   ---   --2   ---   --3   --|
  ///     window 1        (^1)--(2|)
  ///     window 2                    (^3)--(4|)
  ///     window 3                                (^5)--|
  ///
  /// A window is delivered with its first element, and finishes with its last. Its elements wait for its subscriber.
  ///
  /// - **Demand**: requests `bufferSize` elements from upstream, then one more for each element that leaves a window.
  ///   So windows without a reader stop the stream once the buffer is full; elements that a source sends beyond that
  ///   are dropped, and reported to the `DropHook`. The elements of a window that its reader has cancelled are skipped,
  ///   and another is requested for each.
  /// - **Completion**: finishes the open window after what it holds, and the stream after the windows that wait.
  /// - **Failure**: as the completion.
  /// - **Threads**: windows and their elements are delivered where upstream delivers, or where their subscribers
  ///   request; deliveries to one subscriber never overlap. When downstream cancels, the open window goes on if it has
  ///   a subscriber; upstream is cancelled once that is cancelled, or has ended.
  ///
  /// - Parameters:
  ///   - size: The number of elements of a window: one or more. Anything else traps.
  ///   - bufferSize: The number of elements that all windows may hold together, those that are being delivered
  ///     included: one or more. Anything else traps. No memory is reserved.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of windows.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func window(
    size: Int, bufferSize: Int = 256, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.Windowed<Self> {
    WindowedPublisher(
      upstream: self, size: size, bufferSize: bufferSize, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that cuts another into windows of a fixed number of elements.
@frozen
public struct WindowedPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// A part of upstream.
  public typealias Output = WindowPublisher<Upstream.Output, Upstream.Failure>
  public typealias Failure = Upstream.Failure

  /// The publisher that is cut.
  public let upstream: Upstream

  /// The number of elements of a window.
  public let size: Int

  /// The number of elements that all windows may hold together.
  public let bufferSize: Int

  /// The operator's source location.
  public let site: StreamSite

  /// Creates a publisher that cuts another into windows of a fixed number of elements.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that is cut.
  ///   - size: The number of elements of a window: one or more. Anything else traps.
  ///   - bufferSize: The number of elements that all windows may hold together: one or more. Anything else traps.
  ///   - site: The operator's source location, for the report of a drop.
  @inlinable
  public init(upstream: Upstream, size: Int, bufferSize: Int, site: StreamSite = StreamSite()) {
    precondition(size > 0, "The number of elements of a window must be one or more: \(size) (rule 9).")
    precondition(bufferSize > 0, "Windows must be able to hold one element or more: \(bufferSize) (rule 9).")
    self.upstream = upstream
    self.size = size
    self.bufferSize = bufferSize
    self.site = site
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let bounds = InletBounds<Failure>("Windowed", bufferSize: bufferSize, whenFull: .suspend, site: site)
    // A window that waits holds an element at least, so the buffer bounds them. One more is being delivered: if its
    // reader takes all of it meanwhile, the next may open.
    let waitingCount = bufferSize == .max ? .max : bufferSize + 1
    upstream.subscribe(
      WindowedInner(
        cutter: WindowCutter(
          InletHub(bounds, waitingCount: waitingCount, to: subscriber), size: size, opensWithElement: true)))
  }
}

extension PublisherNames {
  /// ``WindowedPublisher``, under a short name that a client's own type overrides.
  public typealias Windowed<Upstream: Publisher> = WindowedPublisher<Upstream>
}

extension WindowedPublisher: Equatable where Upstream: Equatable {}

extension WindowedPublisher: Sendable where Upstream: Sendable {}

/// The subscriber of the elements.
@usableFromInline
struct WindowedInner<Input, Downstream: Subscriber>: StageSubscriber
where Downstream.Input == WindowPublisher<Input, Downstream.Failure> {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let cutter: WindowCutter<Input, Downstream>

  @inlinable
  init(cutter: WindowCutter<Input, Downstream>) {
    self.cutter = cutter
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { cutter.hub.pipelineEnd }

  @usableFromInline var description: String { cutter.hub.description }

  @inlinable var combineIdentifier: CombineIdentifier { cutter.hub.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if cutter.hub.begin(with: subscription) { cutter.hub.requestFirst() }
  }

  // Replacement demand uses `request`, because the element may leave its window on another thread.
  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    if cutter.hub.isActive { _ = cutter.take(input) }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    cutter.complete(completion)
  }
}
