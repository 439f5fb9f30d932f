public import StreamCore
public import StreamParts

extension Publisher {
  /// Collects all elements in an array, and delivers it at the end.
  ///
  /// The array grows without bound: an endless stream exhausts memory.
  ///
  ///     upstream      --1--2--3--|
  ///     collect()
  ///     downstream    -----------(A|)
  ///     A = [1, 2, 3]
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = ["bread", "milk"].publisher
  ///   .collect()
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it to get all elements of a stream that ends, as one array. The array grows until upstream finishes: an
  /// endless stream exhausts memory, and delivers nothing. Use `collect(_:)` for arrays of a fixed length.
  ///
  /// - **Demand**: requests unlimited demand from upstream; the array waits for downstream's demand.
  /// - **Completion**: finishes right after the array, which is empty if there was no element.
  /// - **Failure**: passed on, without the array.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of one array of all elements.
  /// - Complexity: O(*n*) memory, where *n* is the number of elements; O(1) for each, amortised.
  @inlinable
  public func collect() -> Publishers.Collect<Self> {
    Publishers.Collect(upstream: self)
  }
}

extension Publishers {
  /// A publisher that collects all elements of another in an array.
  @frozen
  public struct Collect<Upstream: Publisher>: Publisher, ReleasingPublisher {
    /// All elements of upstream.
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are collected.
    public let upstream: Upstream

    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let result = SerialState([Upstream.Output]())
      upstream.subscribe(
        ReducingInner("Collect", to: subscriber) { input throws(Failure) in
          result.value.append(input)
          return false
        } complete: {
          result.value
        })
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

extension Publishers.Collect: Sendable where Upstream: Sendable {}
