public import StreamCore

extension Publisher where Failure == Never {
  /// Like ``Publisher/lastValue-8po7q``, of a publisher that cannot fail: nothing is thrown.
  @_disfavoredOverload
  @inlinable
  public nonisolated(nonsending) var lastValue: Output? {
    get async {
      await Inbox.last(of: self)
    }
  }
}

extension Publisher {
  /// The last value before the publisher finishes; `nil` if there is none.
  ///
  ///     upstream      --1--2--#
  ///     lastValue
  ///     result        --------#
  ///
  /// - **Demand**: unlimited. Only the newest value is kept.
  /// - **Completion**: resumes with the last value. A cancel of the task cancels upstream at once, and resumes with
  ///   `nil`.
  /// - **Failure**: thrown, with its type; the values are dropped.
  /// - **Threads**: the caller resumes on its own actor.
  @_disfavoredOverload
  @inlinable
  public nonisolated(nonsending) var lastValue: Output? {
    get async throws(Failure) {
      try await Inbox.last(of: self)
    }
  }
}
