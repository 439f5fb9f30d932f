public import StreamCore
public import StreamParts

extension Publisher {
  /// Drops elements whose key has occurred before. Each distinct key is remembered, so memory grows with the number of
  /// keys.
  ///
  ///     upstream      -1--2--1--3--1--2--|
  ///     removeAllDuplicates(on: { $0 }, remembering: 2)
  ///     downstream    -1--2-----3--1--2--|
  ///
  /// - **Demand**: passed upstream, with one more for each element that is dropped.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `key` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - key: Returns the key of an element.
  ///   - limit: The maximum number of keys that are remembered, zero or more. Beyond it the oldest key is forgotten,
  ///     and an element with that key passes again. Zero remembers none. A negative number traps.
  /// - Returns: A publisher of the elements whose key has not come before.
  /// - Complexity: O(1) for each element, on average; O(*n*) memory, where *n* is the number of different keys, at most
  ///   `limit`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func removeAllDuplicates<Key: Hashable>(
    on key: @escaping @Sendable (Output) -> Key, remembering limit: Int = .max
  ) -> Publishers.RemoveAllDuplicates<Self, Key> {
    Publishers.RemoveAllDuplicates(upstream: self, key: key, limit: limit)
  }
}

extension Publisher where Output: Hashable {
  /// Drops elements that have occurred before. Each distinct element is remembered, so memory grows with their number.
  ///
  ///     upstream      -1--2--1--3--2--|
  ///     removeAllDuplicates()
  ///     downstream    -1--2-----3-----|
  ///
  /// ``removeAllDuplicates(on:remembering:)`` limits the memory.
  ///
  /// - **Demand**: passed upstream, with one more for each element that is dropped.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: elements are compared where upstream delivers, never under a lock.
  ///
  /// - Returns: A publisher of the elements that have not come before.
  /// - Complexity: O(1) for each element, on average; O(*n*) memory, where *n* is the number of different elements.
  @_disfavoredOverload
  @inlinable
  public func removeAllDuplicates() -> Publishers.RemoveAllDuplicates<Self, Output> {
    removeAllDuplicates(on: Identity<Output>().key)
  }
}

/// A method instead of a closure, which would capture the generic type.
@usableFromInline
struct Identity<Element>: Sendable {
  @inlinable init() {}

  @inlinable
  @Sendable
  func key(_ element: Element) -> Element { element }
}

/// A publisher that drops elements of another whose key has come before.
@frozen
public struct RemoveAllDuplicatesPublisher<Upstream: Publisher, Key: Hashable>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are compared.
  public let upstream: Upstream

  /// Returns the key of an element.
  public let key: @Sendable (Upstream.Output) -> Key

  /// The maximum number of keys that are remembered.
  public let limit: Int

  /// Creates a publisher that drops elements of another whose key has come before.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are compared.
  ///   - key: Returns the key of an element.
  ///   - limit: The maximum number of keys that are remembered, zero or more. A negative number traps.
  @inlinable
  @preconcurrency
  public init(upstream: Upstream, key: @escaping @Sendable (Upstream.Output) -> Key, limit: Int = .max) {
    precondition(limit >= 0, "As many keys are remembered as the limit says, zero or more: \(limit)")
    self.upstream = upstream
    self.key = key
    self.limit = limit
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let seen = SerialState<RememberedKeys<Key>?>(RememberedKeys(limit: limit))
    upstream.subscribe(
      SelectingInner("RemoveAllDuplicates", to: subscriber) { [key] input throws(Failure) in
        let key = key(input)
        return seen.lend { $0.insert(key) } == true ? .pass : .drop
      })
  }
}

extension PublisherNames {
  /// ``RemoveAllDuplicatesPublisher``, under a short name that a client's own type overrides.
  public typealias RemoveAllDuplicates<Upstream: Publisher, Key: Hashable> = RemoveAllDuplicatesPublisher<Upstream, Key>
}

extension RemoveAllDuplicatesPublisher: Sendable where Upstream: Sendable {}

/// The keys that have occurred; with a limit, the newest of them.
@usableFromInline
struct RememberedKeys<Key: Hashable> {
  @usableFromInline let limit: Int
  @usableFromInline var keys: Swift.Set<Key> = []

  /// In the order in which they came, if there is a limit.
  @usableFromInline var order = Queue<Key>()

  @inlinable
  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a key.
  ///
  /// - Returns: Whether it is new.
  @inlinable
  mutating func insert(_ key: Key) -> Bool {
    guard limit > 0 else { return true }
    guard keys.insert(key).inserted else { return false }
    if limit < .max {
      order.append(key)
      if keys.count > limit, let oldest = order.popFirst() { keys.remove(oldest) }
    }
    return true
  }
}
