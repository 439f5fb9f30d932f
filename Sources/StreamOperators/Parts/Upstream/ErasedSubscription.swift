public import StreamCore

/// A subscription that calls a stage through closures. They are formed where the type of the stage is known, so that a
/// request, which arrives through an existential, runs specialised code. It is the counterpart of
/// ``ErasedSubscriber``.
// Sendable: the closures are those of a stage, whose methods may be called on any thread.
@usableFromInline
package final class ErasedSubscription: StageSubscription, @unchecked Sendable {
  private let onRequest: (Subscribers.Demand) -> Void
  private let onCancel: () -> Void

  /// - Parameters:
  ///   - request: Passes a request to the stage.
  ///   - cancel: Cancels the stage.
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
