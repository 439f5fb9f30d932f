public import StreamCore

// For what can be read: a relay that holds a value, and a property.
extension Broadcaster where Failure == Never {
  /// Changes the newest value and sends it, unless another has been sent meanwhile: then `change` runs again.
  @inlinable
  func update<Result>(_ change: (inout Output) throws -> Result) rethrows -> Result {
    while true {
      var (value, former): (Output, Int) = withValues { newest, _, _ in (newest.unsafelyUnwrapped, version) }
      let result = try change(&value)
      if send(value, replacing: former) { return result }
    }
  }

  /// Sends a value, unless another than that of a version is the newest.
  ///
  /// - Returns: Whether it was the next: it has been sent, or ignored after the completion.
  @inlinable
  func send(_ value: Output, replacing former: Int) -> Bool {
    // The value that is replaced is released outside the lock.
    var replaced: Output?
    let isDrainThread: Bool? = withValues { newest, _, _ in
      guard version == former else { return nil }
      if isOver { return false }
      replaced = newest
      newest = value
      version &+= 1
      return enters(or: .value(value))
    }
    withExtendedLifetime(replaced) {}
    if isDrainThread == true {
      deliver(value)
      leave()
    }
    return isDrainThread != nil
  }

  /// Adds a subscriber of a property, which gets the value even after the end.
  @usableFromInline
  func subscribe(toProperty downstream: AnySubscriber<Output, Never>) {
    let conduit = SubscriberConduit(SubjectSubscription(self, owner: nil), to: downstream)
    let (current, completion) = enlist(conduit)
    guard completion != nil, let current else { return conduit.handOver(current: current) }
    downstream.serve(one: current, as: name.description)
  }
}

// What a connection, `SubjectSubscriber`, sends to.
extension Broadcaster: Subject, ReleasingPublisher {
  @usableFromInline
  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscribe(subscriber)
  }
}
