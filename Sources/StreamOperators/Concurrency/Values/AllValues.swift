public import StreamCore

extension Publisher where Failure == Never {
  /// Like ``Publisher/allValues-5owe6``, of a publisher that cannot fail: nothing is thrown.
  @_disfavoredOverload
  @inlinable
  public nonisolated(nonsending) var allValues: [Output] {
    get async {
      await Inbox.all(of: self)
    }
  }
}

extension Publisher {
  /// All values, in order, once the publisher has finished.
  ///
  ///     upstream      --1--2--#
  ///     allValues
  ///     result        --------#
  ///
  /// - **Demand**: unlimited. All values are kept in memory.
  /// - **Completion**: resumes with the values. A cancel of the task cancels upstream at once, and resumes with an
  ///   empty array.
  /// - **Failure**: thrown, with its type; the values are dropped.
  /// - **Threads**: the caller resumes on its own actor.
  /// - Complexity: O(*n*) memory, where *n* is the number of values.
  @_disfavoredOverload
  @inlinable
  public nonisolated(nonsending) var allValues: [Output] {
    get async throws(Failure) {
      try await Inbox.all(of: self)
    }
  }
}
