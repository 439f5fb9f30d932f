public import StreamCore

extension Publisher {
  /// The value of this publisher, for which the thread waits.
  ///
  ///     upstream    --1--|
  ///     await       ------1
  ///
  /// For scripts, and for threads of one's own. A thread that runs tasks must not wait like that, nor one that the
  /// publisher needs to deliver on, such as the main thread: it would wait for ever.
  ///
  /// - **Demand**: unlimited, at once.
  /// - **Completion**: ends the wait; of several values it is the last one that is returned. Without a value the program
  ///   stops.
  /// - **Failure**: stops the program: what may fail needs `try await` and `values`.
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
