public import StreamCore

/// A subscription behind closures, which the optimiser made for its very type where they were formed: the counterpart of
/// ``ErasedSubscriber`` for a request, which comes through an existential.
// Sendable: the closures are those of a stage, whose methods may be called on any thread.
@usableFromInline
package final class ErasedSubscription: StageSubscription, @unchecked Sendable {
  private let onRequest: (Subscribers.Demand) -> Void
  private let onCancel: () -> Void

  /// - Parameters:
  ///   - request: Asks the stage.
  ///   - cancel: Cancels it.
  @usableFromInline
  package init(request: @escaping (Subscribers.Demand) -> Void, cancel: @escaping () -> Void) {
    onRequest = request
    onCancel = cancel
  }

  @usableFromInline package var description: String { "Specialized" }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    onRequest(demand)
  }

  @usableFromInline
  package func cancel() {
    onCancel()
  }
}
