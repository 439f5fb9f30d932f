public import StreamCore

/// The subscription that a stage with several upstreams hands downstream: it passes requests on to the stage until the
/// stream ends.
///
/// The stage holds its downstream for good, and this object holds the stage only while the stream lasts, so that a
/// subscriber which keeps its subscription for ever keeps nothing alive by it.
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

  /// Lets go of the stage.
  @usableFromInline
  package func detach() {
    let stage = stage.exchange(nil)
    withExtendedLifetime(stage) {}
  }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    stage.value?.request(demand)
  }

  // The stage is released after its cancel, not before: one who cancels meanwhile finds it, and returns no sooner than it
  // knows of a cancel (rule 5).
  @usableFromInline
  package func cancel() {
    stage.value?.cancel()
    detach()
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["stage": stage.value as Any] }
}
