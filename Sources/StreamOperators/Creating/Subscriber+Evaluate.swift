internal import StreamCore

extension Subscriber {
  /// Serves this subscriber with what a closure gives, which runs at the first demand.
  ///
  /// - Parameters:
  ///   - name: What the subscription says of itself.
  ///   - evaluate: Gives the one value, or `nil` if the stream ends without; throws what the stream is to fail with.
  @inlinable
  func serve(as name: String, evaluating evaluate: @escaping () throws(Failure) -> Input?) {
    receive(
      subscription: IteratorSubscription(name, showing: nil) { _, subscription in
        // The demand is never settled, so that whatever is asked meanwhile or later only adds to it.
        do throws(Failure) {
          if let value = try evaluate(), !subscription.pendingDemand.isClosed { _ = self.receive(value) }
          if subscription.end() { self.receive(completion: .finished) }
        } catch {
          if subscription.end() { self.receive(completion: .failure(error)) }
        }
      })
  }
}
