public import StreamCore
public import StreamParts

extension Publisher where Output: Equatable {
  /// Leaves out elements that equal the one before.
  ///
  ///     upstream      --1--1--2--2--1--|
  ///     removeDuplicates()
  ///     downstream    --1-----2-----1--|
  ///
  /// - **Demand**: passed upstream unchanged; an element that is dropped is replaced by one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: elements are compared where upstream delivers, never under a lock.
  ///
  /// - Returns: A publisher of the elements that differ from the one delivered before.
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: Equality<Output>().holds)
  }
}

extension Publisher {
  /// Leaves out elements that a closure takes for the same as the one before.
  ///
  ///     upstream      --1--3--4--6--5--|
  ///     removeDuplicates { $0 % 2 == $1 % 2 }
  ///     downstream    --1-----4-----5--|
  ///
  /// - **Demand**: passed upstream unchanged; an element that is dropped is replaced by one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Takes the element delivered last and a new one, and returns `true` if the new one is to be
  ///   left out.
  /// - Returns: A publisher of the elements that differ from the one delivered before.
  @inlinable
  @preconcurrency
  public func removeDuplicates(by predicate: @escaping @Sendable (Output, Output) -> Bool)
    -> Publishers.RemoveDuplicates<Self>
  {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that leaves out elements that are the same as the one before.
  @frozen
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher, ReleasingPublisher {
    /// The kind of value that upstream delivers.
    public typealias Output = Upstream.Output

    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are compared.
    public let upstream: Upstream

    /// Takes the element delivered last and a new one, and returns `true` if the new one is to be left out.
    public let predicate: @Sendable (Output, Output) -> Bool

    /// Makes a publisher that leaves out elements that are the same as the one before.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are compared.
    ///   - predicate: Takes the element delivered last and a new one, and returns `true` if the new one is to be left
    ///     out.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, predicate: @escaping @Sendable (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let last = SerialState(Output?.none)
      upstream.subscribe(
        FilteringInner("RemoveDuplicates", to: subscriber) { [predicate] input throws(Failure) in
          if let previous = last.value, predicate(previous, input) { return .drop }
          last.value = input
          return .pass
        })
    }
  }
}

extension Publishers.RemoveDuplicates: Sendable where Upstream: Sendable {}

/// A closure that compares would capture the type of the elements, which is not known to be sendable; a method of a
/// sendable value captures that alone.
@frozen
@usableFromInline
struct Equality<Element: Equatable>: Sendable {
  @inlinable
  init() {}

  @Sendable
  @inlinable
  func holds(_ previous: Element, _ next: Element) -> Bool {
    previous == next
  }
}
