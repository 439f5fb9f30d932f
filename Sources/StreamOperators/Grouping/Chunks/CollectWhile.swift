public import StreamCore
public import StreamParts

extension Publisher {
  /// Collects elements for as long as a closure says so.
  ///
  ///     upstream      --2--5--4--9--1--|
  ///     collect(while: { $0.reduce(0, +) < 9 })
  ///     downstream    --------A--B-----(C|)
  ///     A = [2, 5, 4], B = [9], C = [1]
  ///
  /// - **Demand**: one element at a time is requested from upstream while downstream waits for a chunk.
  /// - **Completion**: passed on after the elements that remain, which wait for demand.
  /// - **Failure**: passed on immediately; the elements of an incomplete chunk are dropped.
  /// - **Threads**: delivers where upstream does, or the last chunk where downstream requests it; the closure runs
  ///   where upstream delivers.
  ///
  /// - Parameters:
  ///   - maxLength: The greatest length of a chunk: one or more. Anything else traps. A chunk of this length is
  ///     delivered without a call of the closure.
  ///   - shouldCollect: Whether to go on. It is called after each element with the elements collected, that one
  ///     included; if it returns `false`, they are delivered.
  /// - Returns: A publisher of arrays, none of which is empty.
  /// - Complexity: O(`maxLength`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable @preconcurrency
  public func collect(
    maxLength: Int = 4_096, while shouldCollect: @escaping @Sendable ([Output]) -> Bool
  ) -> Publishers.CollectWhile<Self> {
    Publishers.CollectWhile(upstream: self, maxLength: maxLength, shouldCollect: shouldCollect)
  }
}

/// A publisher that collects the elements of another for as long as a closure says so.
@frozen
public struct CollectWhilePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// Successive elements of upstream.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are collected.
  public let upstream: Upstream

  /// The greatest length of a chunk.
  public let maxLength: Int

  /// Whether to go on, called with the elements collected.
  public let shouldCollect: @Sendable ([Upstream.Output]) -> Bool

  /// Creates a publisher that collects the elements of another for as long as a closure says so.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are collected.
  ///   - maxLength: The greatest length of a chunk: one or more. Anything else traps.
  ///   - shouldCollect: Whether to go on, called with the elements collected.
  @inlinable @preconcurrency
  public init(
    upstream: Upstream, maxLength: Int, shouldCollect: @escaping @Sendable ([Upstream.Output]) -> Bool
  ) {
    precondition(maxLength > 0, "The greatest length of a chunk must be one or more: \(maxLength) (rule 9).")
    self.upstream = upstream
    self.maxLength = maxLength
    self.shouldCollect = shouldCollect
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let open = SerialState(OpenChunk<Upstream.Output>(maxLength: maxLength))
    upstream.subscribe(
      ChunkInner("CollectWhile", to: subscriber) { [shouldCollect] element in
        if let full = open.value.append(element) { return full }
        return shouldCollect(open.value.elements) ? nil : open.value.take()
      } takeRest: {
        open.value.take()
      })
  }
}

extension PublisherNames {
  /// ``CollectWhilePublisher``, under a short name that a client's own type overrides.
  public typealias CollectWhile<Upstream: Publisher> = CollectWhilePublisher<Upstream>
}

extension CollectWhilePublisher: Sendable where Upstream: Sendable {}
