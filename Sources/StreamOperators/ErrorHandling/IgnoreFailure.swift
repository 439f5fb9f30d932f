public import StreamCore
public import StreamParts

extension Publisher {
  /// Finishes in place of a failure, or goes silent.
  ///
  ///     upstream 1    --1--2--#
  ///     upstream 2    --1--2--#
  ///     ignoreFailure(completeImmediately: false)
  ///     finishing     --1--2--|
  ///     silent        --1--2---
  ///
  /// The `FailureHook` receives the failure, because no subscriber does. A `handleEvents` before this operator sees it,
  /// too; `replaceError` replaces it with an element.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: finishes the stream, or silences it: a silent stream neither delivers nor ends. The failure is
  ///   reported to the hook first.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameters:
  ///   - completeImmediately: Whether a failure finishes the stream.
  ///   - fileID: The caller's file, for the hook.
  ///   - line: The caller's line, for the hook.
  /// - Returns: A publisher that cannot fail.
  @_disfavoredOverload
  @inlinable
  public func ignoreFailure(
    completeImmediately: Bool = true, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.IgnoreFailure<Self> {
    Publishers.IgnoreFailure(
      upstream: self, completeImmediately: completeImmediately, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that finishes when another fails, or goes silent.
@frozen
public struct IgnoreFailurePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output

  /// There are no failures.
  public typealias Failure = Never

  /// The publisher that may fail.
  public let upstream: Upstream

  /// Whether a failure finishes the stream.
  public let completeImmediately: Bool

  /// The operator's source location.
  public let site: StreamSite

  @inlinable
  public init(upstream: Upstream, completeImmediately: Bool, site: StreamSite = StreamSite()) {
    (self.upstream, self.completeImmediately, self.site) = (upstream, completeImmediately, site)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    upstream.subscribe(
      IgnoreFailureInner<Upstream.Failure, S>(
        downstream: subscriber, completeImmediately: completeImmediately, site: site))
  }
}

extension PublisherNames {
  /// ``IgnoreFailurePublisher``, under a short name that a client's own type overrides.
  public typealias IgnoreFailure<Upstream: Publisher> = IgnoreFailurePublisher<Upstream>
}

extension IgnoreFailurePublisher: Equatable where Upstream: Equatable {
  /// Whether two publishers behave the same, regardless of where they were written.
  public static func == (one: Self, other: Self) -> Bool {
    one.upstream == other.upstream && one.completeImmediately == other.completeImmediately
  }
}

extension IgnoreFailurePublisher: Sendable where Upstream: Sendable {}

/// Stateless, so without a subscription object: upstream's subscription is handed downstream.
@usableFromInline
struct IgnoreFailureInner<Failure: Error, Downstream: Subscriber>: ForwardingInner {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let downstream: Downstream
  @usableFromInline let completeImmediately: Bool
  @usableFromInline let site: StreamSite

  @usableFromInline var description: String { "IgnoreFailure" }

  @inlinable
  init(downstream: Downstream, completeImmediately: Bool, site: StreamSite) {
    (self.downstream, self.completeImmediately, self.site) = (downstream, completeImmediately, site)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if case .failure(let error) = completion {
      FailureHook.report(ignored: error, by: "IgnoreFailure", at: site)
      if !completeImmediately { return }
    }
    downstream.receive(completion: .finished)
  }
}
