public import StreamCore

// A method without parameters does not convert to one that takes `Void`.
extension Publisher where Output == Void, Failure == Never {
  /// Calls a method without parameters for each value, with unlimited demand.
  ///
  ///     upstream      --()--()--|
  ///     invoke(Page.reload, on: page)
  ///     page.reload   --()--()--
  ///
  /// The compiler does not check that a method of a `@MainActor` type is called on the main actor: call `invoke` there.
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: releases the instance.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the method runs on the caller's actor, as the closure of `sink` does; without one, where upstream
  ///   delivers, one call at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - method: The method, named through its type: `Page.reload`.
  ///   - instance: The object or value that has the method. An object is retained until the stream ends: if it stores
  ///     the returned cancellable, the two form a reference cycle until then, or until a cancel.
  ///   - isolation: The actor on which that happens: the caller's.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func invoke<Root>(
    _ method: @escaping @Sendable (Root) -> () -> Void, on instance: Root,
    isolation: isolated (any Actor)? = #isolation
  ) -> AnyCancellable {
    deliver(to: instance, on: isolation) { instance, _ in method(instance)() }
  }

  /// Calls a method without parameters of an object that is not retained, for each value, with unlimited demand.
  ///
  ///     upstream      --()--()--()--
  ///     object        --------x          released
  ///     object.reload --()--()
  ///     upstream      ----------!
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the method runs on the caller's actor, as the closure of `sink` does; without one, where upstream
  ///   delivers, one call at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - method: The method, named through its type: `Page.reload`.
  ///   - object: The object that has the method. The first value after it has been released is dropped, and cancels
  ///     upstream.
  ///   - isolation: The actor on which that happens: the caller's.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func invoke<Root: AnyObject>(
    _ method: @escaping @Sendable (Root) -> () -> Void, onWeak object: Root,
    isolation: isolated (any Actor)? = #isolation
  ) -> AnyCancellable {
    deliver(toWeak: object, on: isolation) { object, _ in method(object)() }
  }

  /// Calls a method without parameters of an object that outlives the subscription, for each value, with
  /// unlimited demand.
  ///
  ///     upstream      --()--()--|
  ///     object.reload --()--()--
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the method runs on the caller's actor, as the closure of `sink` does; without one, where upstream
  ///   delivers, one call at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - method: The method, named through its type: `Page.reload`.
  ///   - object: The object that has the method, which is not retained. A value after it has been released traps: use
  ///     `invoke(_:onWeak:)` where that can happen.
  ///   - isolation: The actor on which that happens: the caller's.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func invoke<Root: AnyObject>(
    _ method: @escaping @Sendable (Root) -> () -> Void, onUnowned object: Root,
    isolation: isolated (any Actor)? = #isolation
  ) -> AnyCancellable {
    deliver(toUnowned: object, on: isolation) { object, _ in method(object)() }
  }
}
