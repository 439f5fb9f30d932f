public import StreamCore
public import StreamParts

extension Publisher {
  /// Collects successive elements of one key.
  ///
  ///     upstream      --1--3--2--5--7--|
  ///     chunked(on: { $0.isMultiple(of: 2) ? "even" : "odd" })
  ///     downstream    --------A--B-----(C|)
  ///     A = ("odd", [1, 3]), B = ("even", [2]), C = ("odd", [5, 7])
  ///
  /// A chunk is delivered when an element of another key arrives, which opens the next one.
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
  ///     delivered at once, and the next element opens another, of the same key or not.
  ///   - key: Returns the key of an element. It is called once for each.
  /// - Returns: A publisher of keys, each with the elements of one chunk, at least one.
  /// - Complexity: O(`maxLength`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable @preconcurrency
  public func chunked<Key: Equatable>(
    maxLength: Int = 4_096, on key: @escaping @Sendable (Output) -> Key
  ) -> Publishers.ChunkedOn<Self, Key> {
    Publishers.ChunkedOn(upstream: self, maxLength: maxLength, key: key)
  }
}

/// A publisher that collects successive elements of another that have the same key.
@frozen
public struct ChunkedOnPublisher<Upstream: Publisher, Key: Equatable>: Publisher, ReleasingPublisher {
  /// A key, and successive elements that have it.
  public typealias Output = (Key, [Upstream.Output])
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are collected.
  public let upstream: Upstream

  /// The greatest length of a chunk.
  public let maxLength: Int

  /// Returns the key of an element.
  public let key: @Sendable (Upstream.Output) -> Key

  /// Creates a publisher that collects successive elements of another that have the same key.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are collected.
  ///   - maxLength: The greatest length of a chunk: one or more. Anything else traps.
  ///   - key: Returns the key of an element.
  @inlinable @preconcurrency
  public init(upstream: Upstream, maxLength: Int, key: @escaping @Sendable (Upstream.Output) -> Key) {
    precondition(maxLength > 0, "The greatest length of a chunk must be one or more: \(maxLength) (rule 9).")
    self.upstream = upstream
    self.maxLength = maxLength
    self.key = key
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let open = SerialState(OpenChunk<Upstream.Output>(maxLength: maxLength))
    let openKey = SerialState<Key?>(nil)
    upstream.subscribe(
      ChunkInner("ChunkedOn", to: subscriber) { [key] element in
        let key = key(element)
        if let last = openKey.value, !open.value.elements.isEmpty, last != key {
          openKey.value = key
          return (last, open.value.cut(before: element))
        }
        openKey.value = key
        return open.value.append(element).map { (key, $0) }
      } takeRest: {
        guard let key = openKey.value, let rest = open.value.take() else { return nil }
        return (key, rest)
      })
  }
}

extension PublisherNames {
  /// ``ChunkedOnPublisher``, under a short name that a client's own type overrides.
  public typealias ChunkedOn<Upstream: Publisher, Key: Equatable> = ChunkedOnPublisher<Upstream, Key>
}

extension ChunkedOnPublisher: Sendable where Upstream: Sendable {}
