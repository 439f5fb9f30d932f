public import StreamCore

extension Publisher {
  /// Buffers elements until downstream requests them.
  ///
  ///     upstream      -12345-   --6-|
  ///     buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
  ///     demand        ------2   -----9
  ///     downstream    ------(45)-----(6|)
  ///
  /// ```swift
  /// import Streams
  /// import StreamTesting
  ///
  /// let scheduler = TestScheduler()
  /// let readings = PassthroughSubject<Int, Never>()
  /// let cancellable = readings
  ///   .buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
  ///   .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: 1, scheduler: scheduler) }
  ///   .sink { print("stored", $0) }
  /// for reading in 1...5 { readings.send(reading) }
  /// scheduler.advance(by: 5)
  /// ```
  ///
  /// Use it between a source that cannot be slowed down and a stage that takes its time. With unlimited demand, as from
  /// a `sink`, it never fills: it matters before a stage that requests little. `.keepFull` cannot slow down a source
  /// that ignores demand.
  ///
  /// - **Demand**: `.keepFull` requests `size` elements from upstream, and one more for each that is delivered;
  ///   `.byRequest` requests unlimited demand. At most `size` elements are buffered.
  /// - **Completion**: passed on after the last buffered element.
  /// - **Failure**: passed on after the last buffered element, as is the failure of a full buffer (`.customError`),
  ///   which cancels upstream.
  /// - **Threads**: delivers where upstream delivers or where downstream requests, serially; the closure of
  ///   `.customError` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - size: The capacity in elements: zero or more. Memory is allocated as elements are buffered. Without capacity,
  ///     elements that arrive without outstanding demand overflow, and `.keepFull` requests none.
  ///   - prefetch: How elements are requested from upstream.
  ///   - whenFull: What happens to an element when the buffer is full.
  /// - Returns: A publisher of the elements that are not dropped.
  /// - Complexity: O(`size`) memory, and O(1) for each element.
  @inlinable
  public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// A publisher that buffers the elements of another until downstream requests them.
  @frozen
  public struct Buffer<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are buffered.
    public let upstream: Upstream

    /// The capacity in elements.
    public let size: Int

    /// How elements are requested from upstream.
    public let prefetch: PrefetchStrategy

    /// What happens to an element when the buffer is full.
    public let whenFull: BufferingStrategy<Upstream.Failure>

    /// Creates a publisher that buffers the elements of another until downstream requests them.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are buffered.
    ///   - size: The capacity in elements: zero or more. A negative number is a programming error, and traps.
    ///   - prefetch: How elements are requested from upstream.
    ///   - whenFull: What happens to an element when the buffer is full.
    @inlinable
    public init(
      upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Upstream.Failure>
    ) {
      precondition(size >= 0, "A buffer cannot have a negative size: \(size)")
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(BufferInner(subscriber, size: size, prefetch: prefetch, whenFull: whenFull))
    }
  }
}

extension Publishers.Buffer: Sendable where Upstream: Sendable {}
