public import StreamCore
public import StreamParts

extension Publishers {
  /// Adds a callback to an object for each subscription, and delivers the values that the object passes to it.
  ///
  ///     callback      --1--2--3--4
  ///     handlers(bufferSize:whenFull:add:remove:)
  ///     downstream    --1--2-!
  ///
  /// - **Demand**: the first request adds the callback. Values that come without demand are queued.
  /// - **Completion**: never.
  /// - **Failure**: never.
  /// - **Threads**: `add` runs on the requesting thread, `remove` inside the cancel, neither under a lock; if the
  ///   cancel comes while `add` runs, `remove` runs after it. Values are delivered where the callback is called or
  ///   where downstream requests, serially.
  ///
  /// - Parameters:
  ///   - bufferSize: The number of values that may be queued: zero or more, `.max` for any number. A negative number
  ///     traps.
  ///   - whenFull: What happens to a value when the queue is full. `.suspend` traps: a callback cannot wait.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  ///   - add: Adds the callback, which may be called on any thread, at once as well.
  ///   - remove: Removes the callback, identified by the token that `add` returned. Called once for each added
  ///     callback.
  /// - Returns: A publisher of the values that are passed to the callback and not dropped.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each value.
  @_disfavoredOverload
  @preconcurrency
  public static func handlers<Token, T>(
    bufferSize: Int = 256, whenFull: StreamOverflowPolicy<Never> = .dropOldest, fileID: StaticString = #fileID,
    line: UInt = #line, add: @escaping @Sendable (@escaping @Sendable (T) -> Void) -> Token,
    remove: @escaping @Sendable (Token) -> Void
  ) -> Publishers.Create<T, Never> {
    if case .suspend = whenFull { preconditionFailure("Callbacks cannot wait: choose what handlers(…) drops.") }
    return Publishers.Create(
      bufferSize: bufferSize, whenFull: whenFull, fileID: fileID, line: line,
      AddedHandler(add: add, remove: remove).start)
  }
}

/// Starts the source of `handlers`.
private struct AddedHandler<Token, Value>: Sendable {
  let add: @Sendable (@escaping @Sendable (Value) -> Void) -> Token
  let remove: @Sendable (Token) -> Void

  @Sendable
  func start(_ emitter: Emitter<Value, Never>) -> any Cancellable {
    HandlerRemoval(token: add(emitter.forward), remove: remove)
  }
}

/// Removes a callback. The source of a `Create` is cancelled once.
private struct HandlerRemoval<Token>: Cancellable {
  let token: Token
  let remove: @Sendable (Token) -> Void

  func cancel() {
    remove(token)
  }
}
