public import StreamCore

/// The subscription that a stage with several upstreams hands downstream: it passes requests on to the stage until the
/// stream ends.
///
/// The stage retains downstream; this object retains the stage only until the end, so that a subscriber that keeps its
/// subscription after the end retains nothing by it (rule 7).
// Sendable: the stage is reached under the lock, and its methods may be called on any thread.
@usableFromInline
package final class SubscriptionHandle: StageSubscription, @unchecked Sendable {
  @usableFromInline package let description: String

  @usableFromInline let stage = Locked<SubscriptionObject?>(nil)

  @usableFromInline
  package init(_ description: String) {
    self.description = description
  }

  /// Begins to pass requests on to `stage`.
  @usableFromInline
  package func attach(to stage: SubscriptionObject) {
    _ = self.stage.exchange(stage)
  }

  /// Releases the stage, outside the lock: that may run deinitializers.
  @usableFromInline
  package func detach() {
    let stage = stage.exchange(nil)
    withExtendedLifetime(stage) {}
  }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    stage.value?.request(demand)
  }

  // The stage is cancelled first and released second. In the other order, a second cancel on another thread would find
  // no stage, and could return before the first has taken effect (rule 5).
  @usableFromInline
  package func cancel() {
    stage.value?.cancel()
    detach()
  }

  /// Those of the stage, which has the same name.
  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    (stage.value as? any SubscriptionDescription)?.mirrorChildren ?? [:]
  }
}
