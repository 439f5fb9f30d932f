public import StreamCore
public import StreamParts

extension Publisher {
  /// Finishes in place of a failure, or goes silent.
  ///
  ///     upstream      -1--#
  ///     ignoreFailure()
  ///     downstream    -1--|
  ///
  /// Nothing tells of the failure: `handleEvents` before this operator sees it, `replaceError` says it with an element.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: a finish, or nothing: then the stream neither delivers nor ends any more.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter completeImmediately: Whether a failure finishes the stream.
  /// - Returns: A publisher that cannot fail.
  @_disfavoredOverload
  @inlinable
  public func ignoreFailure(completeImmediately: Bool = true) -> Publishers.IgnoreFailure<Self> {
    Publishers.IgnoreFailure(upstream: self, completeImmediately: completeImmediately)
  }
}

/// A publisher that finishes when another fails, or goes silent.
@frozen
public struct IgnoreFailurePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// The kind of value that upstream delivers.
  public typealias Output = Upstream.Output

  /// There are no failures.
  public typealias Failure = Never

  /// The publisher that may fail.
  public let upstream: Upstream

  /// Whether a failure finishes the stream.
  public let completeImmediately: Bool

  /// Creates a publisher that finishes when another fails, or goes silent.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that may fail.
  ///   - completeImmediately: Whether a failure finishes the stream.
  @inlinable
  public init(upstream: Upstream, completeImmediately: Bool) {
    self.upstream = upstream
    self.completeImmediately = completeImmediately
  }

  /// Attaches `subscriber`.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    upstream.subscribe(
      IgnoreFailureInner<Upstream.Failure, S>(downstream: subscriber, completeImmediately: completeImmediately))
  }
}

extension PublisherNames {
  /// ``IgnoreFailurePublisher``, under a short name that a client's own type overrides.
  public typealias IgnoreFailure<Upstream: Publisher> = IgnoreFailurePublisher<Upstream>
}

extension IgnoreFailurePublisher: Equatable where Upstream: Equatable {}

extension IgnoreFailurePublisher: Sendable where Upstream: Sendable {}

/// Stateless, so without a subscription object: upstream's subscription is handed downstream.
@usableFromInline
struct IgnoreFailureInner<Failure: Error, Downstream: Subscriber>: ForwardingInner {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let downstream: Downstream
  @usableFromInline let completeImmediately: Bool

  @usableFromInline var description: String { "IgnoreFailure" }

  @inlinable
  init(downstream: Downstream, completeImmediately: Bool) {
    self.downstream = downstream
    self.completeImmediately = completeImmediately
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if case .failure = completion, !completeImmediately { return }
    downstream.receive(completion: .finished)
  }
}
