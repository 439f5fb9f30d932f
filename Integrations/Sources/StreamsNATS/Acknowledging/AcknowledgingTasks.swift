public import StreamConcurrency
public import StreamCore

extension Publisher where Output == JetStreamMessage {
  /// Handles each message with an asynchronous closure, several at a time, and acknowledges it when downstream has
  /// taken the result.
  ///
  ///     upstream      --a-b---------
  ///     acknowledging(tasks: 2) { try await handle($0) }
  ///     downstream    ------1----3--
  ///     log           ------+----+--
  ///
  /// A message whose closure throws is refused or goes to the dead letters, and the stream goes on: as for
  /// ``acknowledging(publishers:_:_:)``. While a closure runs, the time to acknowledge is extended.
  ///
  /// - **Demand**: requests `maxTasks` messages, and another when one is acknowledged, refused or given up.
  /// - **Completion**: finishes when upstream and all closures have. A cancel cancels the tasks.
  /// - **Failure**: an upstream failure is passed on at once, and cancels the tasks. An error of the closure ends
  ///   nothing.
  /// - **Threads**: closures run in tasks that belong to no actor; results are delivered from there, one after the
  ///   other.
  ///
  /// - Parameters:
  ///   - maxTasks: The largest number of messages that are handled at a time: one or more. Less traps. With more than
  ///     one, the order of messages is not kept.
  ///   - policy: What happens to a message whose closure throws.
  ///   - handle: Makes a value of a message, or throws.
  /// - Returns: A publisher of the values.
  @preconcurrency
  public func acknowledging<Value>(
    tasks maxTasks: Int, _ policy: AcknowledgementPolicy = AcknowledgementPolicy(),
    _ handle: @escaping @Sendable (JetStreamMessage) async throws -> Value
  ) -> JetStreamAcknowledgingPublishers<Self, DeferredTask<Value, any Error>> {
    acknowledging(publishers: maxTasks, policy) { message in
      DeferredTask { () async throws(any Error) in try await handle(message) }
    }
  }
}
