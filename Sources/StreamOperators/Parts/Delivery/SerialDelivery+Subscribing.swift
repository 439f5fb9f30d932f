public import StreamCore

extension SerialDelivery {
  /// Subscribes to a publisher, unless the stream has ended: an earlier publisher may have ended it inside
  /// `subscribe(_:)`.
  @inlinable
  package func subscribe<P: Publisher, S: Subscriber>(_ subscriber: S, to publisher: P)
  where S.Input == P.Output, S.Failure == P.Failure {
    if !state.withLock({ $0.hasEnded }) { publisher.subscribe(subscriber) }
  }

  /// Hands downstream its subscription, then subscribes to the publisher, unless downstream has cancelled.
  @inlinable
  package func begin<P: Publisher, S: Subscriber>(subscribing subscriber: S, to publisher: P)
  where S.Input == P.Output, S.Failure == P.Failure {
    begin()
    subscribe(subscriber, to: publisher)
  }
}
