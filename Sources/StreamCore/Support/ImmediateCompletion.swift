public import Synchronization

/// The subscription of a stream that ends right after the handover, unless downstream cancels during it (rule 5).
@usableFromInline
package final class ImmediateCompletion: StageSubscription, Sendable {
  @usableFromInline let cancelled = SharedWord(false)

  @inlinable
  package init() {}

  @inlinable package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  @usableFromInline package var description: String { "Empty" }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {}

  @usableFromInline
  package func cancel() {
    cancelled.store(true, ordering: .releasing)
  }
}
