public import StreamCore
public import StreamParts

extension Publisher where Output: Equatable {
  /// Drops elements that equal the previous one.
  ///
  ///     upstream      --1--1--2--2--1--|
  ///     removeDuplicates()
  ///     downstream    --1-----2-----1--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = ["draft", "draft", "sent", "draft"].publisher
  ///   .removeDuplicates()
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it to deliver only changes: before a view, or before work that need not be repeated. Only neighbours are
  /// compared: an element that comes back after another one is delivered again. `removeAllDuplicates()` drops that too.
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: elements are compared where upstream delivers, never under a lock.
  ///
  /// - Returns: A publisher of the elements that differ from the previously delivered one.
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: Equality<Output>().holds)
  }
}

extension Publisher {
  /// Drops elements that a closure considers equal to the previous one.
  ///
  ///     upstream      -1--2--3--7--6--4--|
  ///     removeDuplicates { abs($0 - $1) < 2 }
  ///     downstream    -1-----3--7-----4--|
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Compares the last delivered element with a new one, and returns `true` if the new one
  ///   should be dropped.
  /// - Returns: A publisher of the elements that differ from the previously delivered one.
  @inlinable
  @preconcurrency
  public func removeDuplicates(by predicate: @escaping @Sendable (Output, Output) -> Bool)
    -> Publishers.RemoveDuplicates<Self>
  {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops elements that equal the previous one.
  @frozen
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are compared.
    public let upstream: Upstream

    /// Compares the last delivered element with a new one, and returns `true` if the new one should be dropped.
    public let predicate: @Sendable (Output, Output) -> Bool

    @inlinable
    @preconcurrency
    public init(upstream: Upstream, predicate: @escaping @Sendable (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let last = SerialState(Output?.none)
      upstream.subscribe(
        SelectingInner("RemoveDuplicates", to: subscriber) { [predicate] input throws(Failure) in
          if let previous = last.value, predicate(previous, input) { return .drop }
          last.value = input
          return .pass
        })
    }
  }
}

extension Publishers.RemoveDuplicates: Sendable where Upstream: Sendable {}
