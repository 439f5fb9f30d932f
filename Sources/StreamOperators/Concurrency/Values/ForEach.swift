public import StreamCore

extension Publisher where Failure == Never {
  /// Runs a closure with each value, and waits for it before the next is requested; returns when the publisher has
  /// finished.
  ///
  ///     upstream      -1-2-3----4--|
  ///     forEach { number in began.send(number); await wait(3) }; began.send(completion: .finished)
  ///     body began    -1--2--3--4--|
  ///
  /// ```swift
  /// var total = 0
  /// await numbers.forEach { number in
  ///   total += number
  ///   await store(total)
  /// }
  /// ```
  ///
  /// The closure runs as a part of the calling task, on its actor, so that it may use local variables.
  ///
  /// Outside functions, in `main.swift`, the compiler chooses the form that returns a cancellable, which ends at once,
  /// and warns that its result is unused: put the loop into a function.
  ///
  /// - **Demand**: one value at a time, requested when the closure has returned: back-pressure.
  /// - **Completion**: returns, after the closure has returned. A cancel of the task cancels upstream at once, and ends
  ///   the loop when the closure has returned.
  /// - **Failure**: never; an error of the closure cancels upstream, and is thrown with its type.
  /// - **Threads**: the closure runs on the caller's actor.
  ///
  /// - Parameter body: The work for one value.
  /// - Throws: What the closure throws.
  @_disfavoredOverload
  @inlinable
  public nonisolated(nonsending) func forEach<Problem: Error>(
    _ body: nonisolated(nonsending) (Output) async throws(Problem) -> Void
  ) async throws(Problem) {
    try await Inbox.loop(over: self, isolation: #isolation) { inbox throws(Problem) in
      while let value = await inbox.value(isolation: #isolation) { try await body(value) }
    }
  }
}

extension Publisher {
  /// Runs a closure with each value, and waits for it before the next is requested; returns when the publisher has
  /// finished.
  ///
  ///     upstream      -1-2-3-#
  ///     forEach { number in began.send(number); await wait(3) }; began.send(completion: .finished)
  ///     body began    -1--2--3--#
  ///
  /// The closure runs as a part of the calling task, on its actor, so that it may use local variables.
  ///
  /// - **Demand**: one value at a time, requested when the closure has returned: back-pressure.
  /// - **Completion**: returns, after the closure has returned. A cancel of the task cancels upstream at once, and ends
  ///   the loop when the closure has returned.
  /// - **Failure**: thrown, with its type, after the closure has returned. An error of the closure, which is of the
  ///   same type, cancels upstream, and is thrown; use `mapError` before to allow other errors.
  /// - **Threads**: the closure runs on the caller's actor.
  ///
  /// - Parameter body: The work for one value.
  /// - Throws: The publisher's failure, or what the closure throws.
  @_disfavoredOverload
  @inlinable
  public nonisolated(nonsending) func forEach(
    _ body: nonisolated(nonsending) (Output) async throws(Failure) -> Void
  ) async throws(Failure) {
    try await Inbox.loop(over: self, isolation: #isolation) { inbox throws(Failure) in
      while let value = try await inbox.value(isolation: #isolation) { try await body(value) }
    }
  }
}
