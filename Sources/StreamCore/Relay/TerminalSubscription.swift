/// The upstream of a subscriber that ends a pipeline, and what it does with the values.
@frozen
@usableFromInline
package struct TerminalSubscription: ~Copyable, Sendable {
  @usableFromInline package let target: Guarded
  @usableFromInline let upstream = Locked(RelayState.awaitingSubscription)

  @inlinable
  package init(_ target: AnyObject) {
    self.target = Guarded(target)
  }

  /// Takes the first subscription, and asks it for values.
  @usableFromInline
  package borrowing func attach(_ subscription: any Subscription, requesting demand: Subscribers.Demand = .unlimited) {
    // Cancelled before it was attached: there is nobody to deliver to.
    let isWanted = !target.isClosed && upstream.withLock { $0.attach(subscription) }
    guard isWanted else { return subscription.cancel() }
    // A cancel that came in between found no subscription.
    guard !target.isClosed else { return letGo()?.cancel() ?? () }
    subscription.request(demand)
  }

  /// Runs `body` with the target, unless the stream has ended.
  @inlinable
  package borrowing func deliver<Target: AnyObject>(to type: Target.Type, _ body: (Target) -> Void) {
    target.use(as: type, body)
  }

  /// Ends the stream: lets go of upstream, runs `body`, and releases the target.
  @inlinable
  package borrowing func complete<Target: AnyObject>(_ type: Target.Type, _ body: (Target) -> Void) {
    target.close(as: type) { target in
      _ = letGo()
      body(target)
    }
  }

  /// Ends the stream: cancels upstream and releases the target.
  @usableFromInline
  package borrowing func cancel() {
    target.close(as: AnyObject.self) { _ in letGo()?.cancel() }
  }

  /// Lets go of upstream, which is returned to be cancelled, or not.
  @usableFromInline
  package borrowing func letGo() -> SubscriptionObject? {
    upstream.withLock { $0.terminate() }
  }

  /// What the subscriber's mirror shows.
  @usableFromInline package var status: RelayState { upstream.value }
}
