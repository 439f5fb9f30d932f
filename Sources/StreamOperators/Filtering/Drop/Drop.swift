public import StreamCore
public import StreamParts

extension Publisher {
  /// Drops the first elements.
  ///
  ///     upstream      --1--2--3--4--|
  ///     dropFirst(2)
  ///     downstream    --------3--4--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let volume = CurrentValueSubject<Int, Never>(5)
  /// let cancellable = volume
  ///   .dropFirst()
  ///   .sink { print("changed to", $0) }
  /// volume.send(6)
  /// ```
  ///
  /// Use it to skip elements at the beginning, such as the current value where only changes matter. It drops the first
  /// element of each subscription, whichever that is. That is right for a `CurrentValueSubject`, whose first element is
  /// the current value; of a `PassthroughSubject` a new element is lost.
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter count: How many elements to drop, zero or more. A negative number traps where the operator is called,
  ///   not where its publisher is subscribed to.
  /// - Returns: A publisher of the elements after the first `count`.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }
}

extension Publishers {
  /// A publisher that drops the first elements of another.
  @frozen
  public struct Drop<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose first elements are dropped.
    public let upstream: Upstream

    /// How many elements are dropped.
    public let count: Int

    /// Creates a publisher that drops the first elements of another.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose first elements are dropped.
    ///   - count: How many elements to drop. A negative number traps here.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      requireDropCount(count)
      self.upstream = upstream
      self.count = count
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let remaining = SerialState(count)
      upstream.subscribe(
        SelectingInner("Drop", to: subscriber) { _ throws(Failure) in
          guard remaining.value > 0 else { return .pass }
          remaining.value -= 1
          return .drop
        })
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

extension Publishers.Drop: Sendable where Upstream: Sendable {}
