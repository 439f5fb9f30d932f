public import StreamCore
public import StreamParts

extension Publisher {
  /// Drops elements that a closure that may throw considers equal to the previous one.
  ///
  ///     upstream      --1--1--3--2--4--|
  ///     tryRemoveDuplicates { guard $0 <= $1 else { throw MarbleFailure() }; return $0 == $1 }
  ///     downstream    --1-----3--#
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Compares the last delivered element with a new one, and returns `true` if the new one
  ///   should be dropped, or throws.
  /// - Returns: A publisher of the elements that differ from the previously delivered one, up to the first
  ///   error thrown.
  @inlinable
  @preconcurrency
  public func tryRemoveDuplicates(by predicate: @escaping @Sendable (Output, Output) throws -> Bool)
    -> Publishers.TryRemoveDuplicates<Self>
  {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops elements that a closure that may throw considers equal to the previous one.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the errors thrown.
  public typealias TryRemoveDuplicates<Upstream: Publisher> = TryRemoveDuplicatesPublisher<Upstream, any Error>
}

/// A publisher that drops elements that a closure that may throw considers equal to the previous one.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryRemoveDuplicates``, it is `any Error`.
@frozen
public struct TryRemoveDuplicatesPublisher<Upstream: Publisher, Failure: Error>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output

  /// The publisher whose elements are compared.
  public let upstream: Upstream

  /// Compares the last delivered element with a new one, and returns `true` if the new one should be
  /// dropped, or throws.
  public let predicate: @Sendable (Output, Output) throws(Failure) -> Bool

  @inlinable
  @preconcurrency
  public init(upstream: Upstream, predicate: @escaping @Sendable (Output, Output) throws -> Bool)
  where Failure == any Error {
    self.init(upstream, predicate: predicate)
  }

  // `Upstream` fails with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(_ upstream: Upstream, predicate: @escaping @Sendable (Output, Output) throws(Failure) -> Bool) {
    self.upstream = upstream
    self.predicate = predicate
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let last = SerialState(Output?.none)
    let isSingle = upstream is any SingleValuePublisher
    let inner = SelectingInner("TryRemoveDuplicates", to: subscriber) { [predicate] input throws(Failure) in
      if isSingle {
        _ = try predicate(input, input)
      } else if let previous = last.value, try predicate(previous, input) {
        return .drop
      }
      last.value = input
      return .pass
    }
    upstream.subscribe(inner.receivingFailures("TryRemoveDuplicates", of: Upstream.Failure.self))
  }
}

extension TryRemoveDuplicatesPublisher: Sendable where Upstream: Sendable {}
