public import StreamCore
public import StreamParts

extension Publisher {
  /// Collects successive elements that belong together.
  ///
  ///     upstream      --1--1--2--3--3--|
  ///     chunked(maxLength: 9, by: ==)
  ///     downstream    --------A--B-----(C|)
  ///     A = [1, 1], B = [2], C = [3, 3]
  ///
  /// A chunk is delivered when an element arrives that does not belong to it, which opens the next one.
  ///
  /// - **Demand**: one element at a time is requested from upstream while downstream waits for a chunk. Only the
  ///   element that opens the next chunk is requested ahead, and it is kept.
  /// - **Completion**: passed on after the elements that remain, which wait for demand.
  /// - **Failure**: passed on immediately; the elements of an incomplete chunk are dropped.
  /// - **Threads**: delivers where upstream does, or the last chunk where downstream requests it; the closure runs
  ///   where upstream delivers.
  ///
  /// - Parameters:
  ///   - maxLength: The greatest length of a chunk: one or more. Anything else traps. A chunk of this length is
  ///     delivered at once, and the next element opens another.
  ///   - belongsTogether: Whether an element, the second argument, belongs to the chunk that ends with the first.
  /// - Returns: A publisher of arrays, none of which is empty.
  /// - Complexity: O(`maxLength`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable @preconcurrency
  public func chunked(
    maxLength: Int = 4_096, by belongsTogether: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.Chunked<Self> {
    Publishers.Chunked(upstream: self, maxLength: maxLength, belongsTogether: belongsTogether)
  }
}

/// A publisher that collects successive elements of another that belong together.
@frozen
public struct ChunkedPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// Elements that belong together.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are collected.
  public let upstream: Upstream

  /// The greatest length of a chunk.
  public let maxLength: Int

  /// Whether an element belongs to the chunk that ends with another.
  public let belongsTogether: @Sendable (Upstream.Output, Upstream.Output) -> Bool

  /// Creates a publisher that collects successive elements of another that belong together.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are collected.
  ///   - maxLength: The greatest length of a chunk: one or more. Anything else traps.
  ///   - belongsTogether: Whether an element, the second argument, belongs to the chunk that ends with the first.
  @inlinable @preconcurrency
  public init(
    upstream: Upstream, maxLength: Int,
    belongsTogether: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool
  ) {
    precondition(maxLength > 0, "The greatest length of a chunk must be one or more: \(maxLength) (rule 9).")
    self.upstream = upstream
    self.maxLength = maxLength
    self.belongsTogether = belongsTogether
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let open = SerialState(OpenChunk<Upstream.Output>(maxLength: maxLength))
    upstream.subscribe(
      ChunkInner("Chunked", to: subscriber) { [belongsTogether] element in
        if let last = open.value.elements.last, !belongsTogether(last, element) {
          return open.value.cut(before: element)
        }
        return open.value.append(element)
      } takeRest: {
        open.value.take()
      })
  }
}

extension PublisherNames {
  /// ``ChunkedPublisher``, under a short name that a client's own type overrides.
  public typealias Chunked<Upstream: Publisher> = ChunkedPublisher<Upstream>
}

extension ChunkedPublisher: Sendable where Upstream: Sendable {}
