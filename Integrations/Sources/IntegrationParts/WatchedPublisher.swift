package import StreamCore

/// Attaches a subscriber by way of a ``WatchedStage``.
///
/// No `ReleasingPublisher`, so that the subscriber has a guard: the stage has none of its own, and a client's upstream
/// may keep it without ever sending a subscription.
package struct WatchedPublisher<Upstream: Publisher, Watch: SignalWatch>: Publisher
where Watch.Input == Upstream.Output, Watch.Failure == Upstream.Failure {
  package typealias Output = Upstream.Output
  package typealias Failure = Upstream.Failure

  private let upstream: Upstream
  private let watch: Watch

  /// Describes the stage of one subscription, whose signals the watch is shown.
  package init(upstream: Upstream, watch: Watch) {
    self.upstream = upstream
    self.watch = watch
  }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(WatchedStage(downstream: subscriber, watch: watch))
  }
}
