public import StreamCore

extension Publisher where Failure == Never {
  /// Assigns each value to a property of an object that is not retained, with unlimited demand.
  ///
  ///     upstream      --1--2--3--4--
  ///     object        -------x          released
  ///     object.x      --1--2
  ///     upstream      --------!
  ///
  /// So an object may store the cancellable of a pipeline that ends in itself, without a reference cycle.
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the property is set on the caller's actor, as the closure of `sink` runs there; without one, where
  ///   upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: The object that has the property. The first value after it has been released is dropped, and cancels
  ///     upstream.
  ///   - isolation: The actor on which that happens: the caller's.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @_disfavoredOverload
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, onWeak object: Root,
    isolation: isolated (any Actor)? = #isolation
  ) -> AnyCancellable {
    deliver(toWeak: object, on: isolation) { object, value in object[keyPath: keyPath] = value }
  }

  /// Assigns each value to a property of an object that outlives the subscription, with unlimited demand.
  ///
  ///     upstream      --1--2--3--|
  ///     object.x      --1--2--3--
  ///
  /// So an object may store the cancellable of a pipeline that ends in itself, without a reference cycle.
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the property is set on the caller's actor, as the closure of `sink` runs there; without one, where
  ///   upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: The object that has the property, which is not retained. A value after it has been released traps: use
  ///     ``assign(to:onWeak:isolation:)`` where that can happen.
  ///   - isolation: The actor on which that happens: the caller's.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @_disfavoredOverload
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, onUnowned object: Root,
    isolation: isolated (any Actor)? = #isolation
  ) -> AnyCancellable {
    deliver(toUnowned: object, on: isolation) { object, value in object[keyPath: keyPath] = value }
  }
}
