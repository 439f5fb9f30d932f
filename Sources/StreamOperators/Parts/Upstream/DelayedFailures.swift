public import StreamCore
public import StreamDiagnostics

/// The failures of an operator that fails only when all its upstreams have ended. They are kept until then, and
/// delivered as one.
@usableFromInline
package struct DelayedFailures<Failure: Error> {
  /// In the order in which they arrived.
  private var kept: [Failure] = []
  private let join: ([Failure]) -> Failure

  @usableFromInline
  package init<Underlying>() where Failure == MergedFailures<Underlying> {
    join = { Failure(joining: $0) }
  }

  /// Keeps the failure of an upstream; a finish leaves nothing to keep.
  @usableFromInline
  mutating func keep(_ completion: Subscribers.Completion<Failure>) {
    if case .failure(let failure) = completion { kept.append(failure) }
  }

  /// Removes what is kept.
  ///
  /// - Returns: The failure of the stream; `nil` if no upstream has failed.
  mutating func take() -> Failure? {
    defer { kept = [] }
    return kept.isEmpty ? nil : join(kept)
  }
}

/// An upstream of such an operator: its failure has the type of downstream's.
@usableFromInline
package struct DelayedFailuresUpstream<Upstream: Publisher>: Publisher, ReleasingPublisher {
  @usableFromInline package typealias Output = Upstream.Output
  @usableFromInline package typealias Failure = MergedFailures<Upstream.Failure>

  @usableFromInline let upstream: Upstream
  @usableFromInline let operatorName: String

  /// - Parameters:
  ///   - upstream: The publisher.
  ///   - operatorName: The name of the operator, for the subscriber's description.
  @inlinable
  package init(_ upstream: Upstream, of operatorName: String) {
    self.upstream = upstream
    self.operatorName = operatorName
  }

  @inlinable @inline(__always)
  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(FailureMappingInner(downstream: subscriber, description: operatorName) { Failure($0) })
  }
}
