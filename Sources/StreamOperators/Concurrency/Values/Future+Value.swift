public import StreamCore

extension Future where Failure == Never {
  /// The value, once the promise has been fulfilled.
  ///
  ///     value
  ///     result        -----(1|)
  ///
  /// - **Demand**: one value.
  /// - **Completion**: resumes with the value, and only then: a cancel of the task has no effect.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the caller resumes on its own actor.
  nonisolated(nonsending) public final var value: Output {
    get async {
      let subscribed = SubscribedInbox(to: self)
      defer { withExtendedLifetime(subscribed) {} }
      guard case .value(let value) = await subscribed.inbox.event(isolation: #isolation) else {
        preconditionFailure("A future that cannot fail ends with a value.")
      }
      return value
    }
  }
}

extension Future {
  /// The value, or the failure, once the promise has been fulfilled.
  ///
  ///     value
  ///     result        -----#
  ///
  /// - **Demand**: one value.
  /// - **Completion**: resumes with the value, or with a `CancellationError` when the task is cancelled.
  /// - **Failure**: thrown.
  /// - **Threads**: the caller resumes on its own actor.
  nonisolated(nonsending) public final var value: Output {
    get async throws {
      let subscribed = SubscribedInbox(to: self)
      defer { withExtendedLifetime(subscribed) {} }
      guard let value = try await subscribed.inbox.next(isolation: #isolation) else { throw CancellationError() }
      return value
    }
  }
}
