public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element with a closure that may throw, and skips the elements for which it throws.
  ///
  ///     upstream      --1--2--0--4--|
  ///     tryMapSkippingFailures { guard $0 > 0 else { throw MarbleFailure() }; return 8 / $0 }
  ///     downstream    --8--4-----2--|
  ///
  /// - **Demand**: passed upstream, with one more for each element that is left out.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: a failure of upstream is passed on. An error of `transform` is reported to `onFailure`, or to the
  ///   `FailureHook` if there is none, and does not end the stream.
  /// - **Threads**: the closures run where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - onFailure: Called with each error that `transform` has thrown, and its element.
  ///   - fileID: The caller's file, for the hook.
  ///   - line: The caller's line, for the hook.
  ///   - transform: Transforms an element, or throws to leave it out.
  /// - Returns: A publisher of the results.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryMapSkippingFailures<T, E: Error>(
    onFailure: (@Sendable (E, Output) -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Output) throws(E) -> T
  ) -> Publishers.TryMapSkipping<Self, T, E> {
    let reporter = SkippedFailureReporter<E, Output>(
      operatorName: "TryMapSkipping", site: StreamSite(fileID: fileID, line: line))
    return Publishers.TryMapSkipping(upstream: self, onFailure: onFailure ?? reporter.report, transform: transform)
  }
}

/// A publisher that transforms the elements of another, and skips those whose transformation fails.
@frozen
public struct TryMapSkippingPublisher<Upstream: Publisher, Output, SkippedFailure: Error>: Publisher,
  ReleasingPublisher
{
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are transformed.
  public let upstream: Upstream

  /// Called with each error that is thrown, and its element.
  public let onFailure: @Sendable (SkippedFailure, Upstream.Output) -> Void

  /// Transforms an element, or throws to leave it out.
  public let transform: @Sendable (Upstream.Output) throws(SkippedFailure) -> Output

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, onFailure: @escaping @Sendable (SkippedFailure, Upstream.Output) -> Void,
    transform: @escaping @Sendable (Upstream.Output) throws(SkippedFailure) -> Output
  ) {
    self.upstream = upstream
    self.onFailure = onFailure
    self.transform = transform
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      StatefulInner("TryMapSkipping", to: subscriber) { [onFailure, transform] input in
        do throws(SkippedFailure) {
          return try transform(input)
        } catch {
          onFailure(error, input)
          return nil
        }
      })
  }
}

extension PublisherNames {
  /// ``TryMapSkippingPublisher``, under a short name that a client's own type overrides.
  public typealias TryMapSkipping<Upstream: Publisher, Output, SkippedFailure: Error> = TryMapSkippingPublisher<
    Upstream, Output, SkippedFailure
  >
}

extension TryMapSkippingPublisher: Sendable where Upstream: Sendable {}
