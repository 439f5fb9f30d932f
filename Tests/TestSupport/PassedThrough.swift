package import StreamCore
package import StreamParts

/// An operator with state that only forwards signals, and may hold an object.
package struct PassedThrough<Upstream: Publisher>: Publisher, ReleasingPublisher {
  package typealias Output = Upstream.Output
  package typealias Failure = Upstream.Failure

  private let upstream: Upstream
  private let held: Counted?

  package init(upstream: Upstream, held: Counted?) {
    self.upstream = upstream
    self.held = held
  }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(PassThroughInner(downstream: subscriber, held: held))
  }
}

/// A stage with state that only forwards signals.
package struct PassThroughInner<Downstream: Subscriber>: TerminatingInner {
  package typealias Input = Downstream.Input
  package typealias Failure = Downstream.Failure

  package let downstream: Downstream
  package let upstream = UpstreamSubscription("PassThroughInner")
  private let held: Counted?

  package init(downstream: Downstream, held: Counted? = nil) {
    self.downstream = downstream
    self.held = held
  }

  package func receive(_ input: Input) -> Subscribers.Demand {
    upstream.isActive ? downstream.receive(input) : .none
  }
}
