public import StreamCore

extension Publisher where Failure == Never {
  /// Calls a method with each value, with unlimited demand.
  ///
  ///     upstream      --1--2--3--|
  ///     invoke(Log.append, on: log)
  ///     log.append    --1--2--3--
  ///
  /// The compiler does not check that a method of a `@MainActor` type is called on the main actor: call `invoke` there.
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: releases the instance.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the method runs on the caller's actor, as the closure of `sink` does; without one, where upstream
  ///   delivers, one value at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - method: The method, named through its type: `Log.append`.
  ///   - instance: The object or value that has the method. An object is retained until the stream ends: if it stores
  ///     the returned cancellable, the two form a reference cycle until then, or until a cancel.
  ///   - isolation: The actor on which that happens: the caller's.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func invoke<Root>(
    _ method: @escaping @Sendable (Root) -> (Output) -> Void, on instance: Root,
    isolation: isolated (any Actor)? = #isolation
  ) -> AnyCancellable {
    deliver(to: instance, on: isolation) { instance, value in method(instance)(value) }
  }

  /// Calls a method of an object that is not retained with each value, with unlimited demand.
  ///
  ///     upstream      --1--2--3--4--
  ///     object        -------x          released
  ///     object.take   --1--2
  ///     upstream      --------!
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the method runs on the caller's actor, as the closure of `sink` does; without one, where upstream
  ///   delivers, one value at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - method: The method, named through its type: `Log.append`.
  ///   - object: The object that has the method. The first value after it has been released is dropped, and cancels
  ///     upstream.
  ///   - isolation: The actor on which that happens: the caller's.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func invoke<Root: AnyObject>(
    _ method: @escaping @Sendable (Root) -> (Output) -> Void, onWeak object: Root,
    isolation: isolated (any Actor)? = #isolation
  ) -> AnyCancellable {
    deliver(toWeak: object, on: isolation) { object, value in method(object)(value) }
  }

  /// Calls a method of an object that outlives the subscription with each value, with unlimited demand.
  ///
  ///     upstream      --1--2--3--|
  ///     object.take   --1--2--3--
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the method runs on the caller's actor, as the closure of `sink` does; without one, where upstream
  ///   delivers, one value at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - method: The method, named through its type: `Log.append`.
  ///   - object: The object that has the method, which is not retained. A value after it has been released traps: use
  ///     `invoke(_:onWeak:)` where that can happen.
  ///   - isolation: The actor on which that happens: the caller's.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func invoke<Root: AnyObject>(
    _ method: @escaping @Sendable (Root) -> (Output) -> Void, onUnowned object: Root,
    isolation: isolated (any Actor)? = #isolation
  ) -> AnyCancellable {
    deliver(toUnowned: object, on: isolation) { object, value in method(object)(value) }
  }
}
