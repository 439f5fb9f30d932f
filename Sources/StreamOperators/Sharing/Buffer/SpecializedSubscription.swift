public import StreamCore

/// A subscription behind closures, which the optimiser made for its very type where they were formed: the counterpart of
/// ``SpecializedSubscriber`` for a request, which comes through an existential.
// Sendable: the closures are those of a stage, whose methods may be called on any thread.
@usableFromInline
final class SpecializedSubscription: StageSubscription, @unchecked Sendable {
  private let onRequest: (Subscribers.Demand) -> Void
  private let onCancel: () -> Void

  /// - Parameters:
  ///   - request: Asks the stage.
  ///   - cancel: Cancels it.
  @usableFromInline
  init(request: @escaping (Subscribers.Demand) -> Void, cancel: @escaping () -> Void) {
    onRequest = request
    onCancel = cancel
  }

  @usableFromInline var description: String { "Specialized" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    onRequest(demand)
  }

  @usableFromInline
  func cancel() {
    onCancel()
  }
}
