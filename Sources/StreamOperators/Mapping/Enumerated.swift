public import StreamCore
public import StreamParts

extension Publisher {
  /// Pairs each element with its number.
  ///
  ///     upstream      --a--b--c--|
  ///     enumerated(startingAt: 0)
  ///     downstream    --A--B--C--|
  ///     A = (offset: 0, element: "a"), B = (offset: 1, element: "b"), C = (offset: 2, element: "c")
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter first: The number of the first element of each subscription. After `Int.max` the number stays.
  /// - Returns: A publisher of pairs of a number and an element.
  @_disfavoredOverload
  @inlinable
  public func enumerated(startingAt first: Int = 0) -> Publishers.Enumerated<Self> {
    Publishers.Enumerated(upstream: self, first: first)
  }
}

/// A publisher that pairs each element of another with its number.
@frozen
public struct EnumeratedPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// A number and an element.
  public typealias Output = (offset: Int, element: Upstream.Output)
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are numbered.
  public let upstream: Upstream

  /// The number of the first element.
  public let first: Int

  @inlinable
  public init(upstream: Upstream, first: Int) {
    self.upstream = upstream
    self.first = first
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let next = SerialState(first)
    upstream.subscribe(
      StatefulInner("Enumerated", to: subscriber) { element in
        let offset = next.value
        if offset < .max { next.value = offset + 1 }
        return (offset, element)
      })
  }
}

extension PublisherNames {
  /// ``EnumeratedPublisher``, under a short name that a client's own type overrides.
  public typealias Enumerated<Upstream: Publisher> = EnumeratedPublisher<Upstream>
}

extension EnumeratedPublisher: Equatable where Upstream: Equatable {}

extension EnumeratedPublisher: Sendable where Upstream: Sendable {}
