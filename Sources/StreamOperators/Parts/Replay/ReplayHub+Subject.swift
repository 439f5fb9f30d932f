package import StreamCore

// What a connection, `SubjectSubscriber`, sends to.
extension ReplayHub: Subject, ReleasingPublisher {
  @usableFromInline
  package func send(subscription: any Subscription) {
    attach(subscription)
  }

  @usableFromInline
  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscribe(subscriber)
  }
}
