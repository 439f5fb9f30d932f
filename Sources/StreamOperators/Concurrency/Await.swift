public import StreamCore

extension Publisher {
  /// The last value of this publisher, for which the calling thread blocks.
  ///
  ///     upstream    --1--|
  ///     await       ------1
  ///
  /// For scripts, and for threads that the program starts itself. It deadlocks on a thread that the publisher needs to
  /// deliver on, such as the main thread or one that runs tasks.
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: unblocks the thread, which gets the last value. Without a value the program stops.
  /// - **Failure**: stops the program. Use `values` and `try await` for a publisher that may fail.
  /// - **Threads**: blocks the calling thread.
  @available(*, noasync, message: "Use 'values', which suspends the task and does not block the thread.")
  @_disfavoredOverload
  public var await: Output {
    let waiter = BlockingSubscriber<Output, Failure>()
    subscribe(waiter)
    switch waiter.wait() {
    case .success(let value?): return value
    case .success(nil): fatalError("await: the publisher finished without a value.")
    case .failure(let error): fatalError("await: the publisher failed: \(error)")
    }
  }
}
