public import StreamCore
public import StreamParts

extension Publisher {
  /// Buffers elements until downstream requests them, and paces upstream or drops what exceeds the bound.
  ///
  ///     upstream      -12345-   --6-|
  ///     buffer(size: 2, whenFull: .dropNewest)
  ///     demand        ------2   -----9
  ///     downstream    ------(12)-----(6|)
  ///
  /// - **Demand**: `.suspend` requests `size` elements from upstream, and one more for each that is delivered; other
  ///   policies request unlimited demand. At most `size` elements are buffered.
  /// - **Completion**: passed on after the last buffered element.
  /// - **Failure**: passed on after the last buffered element, as is the failure of a full buffer (`.error`), which
  ///   cancels upstream.
  /// - **Threads**: delivers where upstream delivers or where downstream requests, serially; the closure of `.error`
  ///   runs where upstream delivers, never under a lock. Drops are reported to the `DropHook` there.
  ///
  /// - Parameters:
  ///   - size: The capacity in elements: zero or more, `.max` for none. Memory is allocated as elements are buffered.
  ///     Without capacity, elements that arrive without outstanding demand overflow, and `.suspend` passes downstream's
  ///     demand on. A negative number is a programming error, and traps.
  ///   - whenFull: What happens to an element when the buffer is full.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements that are not dropped.
  /// - Complexity: O(`size`) memory, and O(1) for each element.
  @inlinable
  @_disfavoredOverload
  public func buffer(
    size: Int, whenFull: StreamOverflowPolicy<Failure>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.BoundedBuffer<Self> {
    BoundedBufferPublisher(
      upstream: self, size: size, whenFull: whenFull, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that buffers the elements of another, and paces it or drops what exceeds the bound.
@frozen
public struct BoundedBufferPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are buffered.
  public let upstream: Upstream

  /// The capacity in elements.
  public let size: Int

  /// What happens to an element when the buffer is full.
  public let whenFull: StreamOverflowPolicy<Upstream.Failure>

  /// The operator's source location.
  public let site: StreamSite

  /// Creates a publisher that buffers the elements of another.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are buffered.
  ///   - size: The capacity in elements: zero or more. A negative number is a programming error, and traps.
  ///   - whenFull: What happens to an element when the buffer is full.
  ///   - site: The operator's source location, for the report of a drop.
  @inlinable
  public init(
    upstream: Upstream, size: Int, whenFull: StreamOverflowPolicy<Upstream.Failure>, site: StreamSite = StreamSite()
  ) {
    precondition(size >= 0, "A buffer cannot have a negative size: \(size)")
    (self.upstream, self.size, self.whenFull, self.site) = (upstream, size, whenFull, site)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(BufferInner("Buffer", size: size, whenFull: whenFull, site: site, to: subscriber))
  }
}

extension BoundedBufferPublisher: Sendable where Upstream: Sendable {}

extension PublisherNames {
  /// A publisher that buffers the elements of another, and paces it or drops what exceeds the bound.
  public typealias BoundedBuffer<Upstream: Publisher> = BoundedBufferPublisher<Upstream>
}
