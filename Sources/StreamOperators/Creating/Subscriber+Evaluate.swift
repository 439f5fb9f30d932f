internal import StreamCore

extension Subscriber {
  /// Attaches this subscriber to a closure that computes at most one value at the first demand.
  ///
  /// - Parameters:
  ///   - name: The description of the subscription.
  ///   - evaluate: Returns the value, or `nil` to finish without one; throws the error to fail with.
  @inlinable
  func serve(as name: String, evaluating evaluate: @escaping () throws(Failure) -> Input?) {
    receive(
      subscription: IteratorSubscription(name, showing: nil) { _, subscription in
        // The demand is never settled, so later and re-entrant requests add to it without running the closure again.
        do throws(Failure) {
          if let value = try evaluate(), !subscription.pendingDemand.isClosed { _ = self.receive(value) }
          if subscription.end() { self.receive(completion: .finished) }
        } catch {
          if subscription.end() { self.receive(completion: .failure(error)) }
        }
      })
  }
}
