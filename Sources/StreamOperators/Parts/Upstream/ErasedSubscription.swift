public import StreamCore

/// A subscription that calls a stage through closures. They are formed where the type of the stage is known, so that a
/// request, which arrives through an existential, runs specialised code. It is the counterpart of
/// ``ErasedSubscriber``.
// Sendable: the closures are those of a stage, whose methods may be called on any thread.
@usableFromInline
package final class ErasedSubscription: StageSubscription, @unchecked Sendable {
  private let onRequest: (Subscribers.Demand) -> Void
  private let onCancel: () -> Void
  private let children: () -> KeyValuePairs<String, Any>

  /// - Parameters:
  ///   - request: Passes a request to the stage.
  ///   - cancel: Cancels the stage.
  ///   - children: What a mirror shows of the stage.
  @usableFromInline
  package init(
    request: @escaping (Subscribers.Demand) -> Void, cancel: @escaping () -> Void,
    children: @escaping () -> KeyValuePairs<String, Any> = { [:] }
  ) {
    onRequest = request
    onCancel = cancel
    self.children = children
  }

  @usableFromInline package var description: String { "Specialized" }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { children() }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    onRequest(demand)
  }

  @usableFromInline
  package func cancel() {
    onCancel()
  }
}
