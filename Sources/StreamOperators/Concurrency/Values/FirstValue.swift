public import StreamCore

extension Publisher where Failure == Never {
  /// Like ``Publisher/firstValue-3o0th``, of a publisher that cannot fail: nothing is thrown.
  @_disfavoredOverload
  @inlinable
  public nonisolated(nonsending) var firstValue: Output? {
    get async {
      await Inbox.first(of: self)
    }
  }
}

extension Publisher {
  /// The first value; `nil` if the publisher finishes without one.
  ///
  ///     upstream      --#
  ///     firstValue
  ///     result        --#
  ///
  /// - **Demand**: one value. After it upstream is cancelled.
  /// - **Completion**: without a value, resumes with `nil`; so does a cancel of the task, which cancels upstream.
  /// - **Failure**: thrown, with its type.
  /// - **Threads**: the caller resumes on its own actor.
  @_disfavoredOverload
  @inlinable
  public nonisolated(nonsending) var firstValue: Output? {
    get async throws(Failure) {
      try await Inbox.first(of: self)
    }
  }
}
