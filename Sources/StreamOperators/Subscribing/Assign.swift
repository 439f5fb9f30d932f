public import StreamCore

extension Publisher where Failure == Never {
  /// Assigns each value to a property of an object that is not kept alive, and asks for everything.
  ///
  ///     upstream      --1--2--3--4--
  ///     object        -------x          released
  ///     object.x      --1--2
  ///     upstream      --------!
  ///
  /// An object may so keep the returned cancellable of a pipeline that ends in itself, and still be released.
  ///
  /// - **Demand**: unlimited, at once.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: cannot be.
  /// - **Threads**: the property is set where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: The object that has the property. The first value that finds it gone is dropped, and cancels upstream.
  /// - Returns: What keeps the subscription alive: it is cancelled when this is cancelled or released.
  @inlinable
  @_disfavoredOverload
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, onWeak object: Root
  ) -> AnyCancellable {
    deliver(toWeak: object) { object, value in object[keyPath: keyPath] = value }
  }

  /// Assigns each value to a property of an object that outlives the subscription, and asks for everything.
  ///
  ///     upstream      --1--2--3--|
  ///     object.x      --1--2--3--
  ///
  /// An object may so keep the returned cancellable of a pipeline that ends in itself, and still be released.
  ///
  /// - **Demand**: unlimited, at once.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: cannot be.
  /// - **Threads**: the property is set where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: The object that has the property, which is not kept alive. A value that finds it gone is a programmer's
  ///     error, and traps: if that can be, use ``assign(to:onWeak:)``.
  /// - Returns: What keeps the subscription alive: it is cancelled when this is cancelled or released.
  @inlinable
  @_disfavoredOverload
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, onUnowned object: Root
  ) -> AnyCancellable {
    deliver(toUnowned: object) { object, value in object[keyPath: keyPath] = value }
  }
}
