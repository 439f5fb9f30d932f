public import StreamCore

// A method without parameters does not convert to one that takes `Void`.
extension Publisher where Output == Void, Failure == Never {
  /// Calls a method without parameters at each value, and asks for everything.
  ///
  ///     upstream      --()--()--|
  ///     invoke(Page.reload, on: page)
  ///     page.reload   --()--()--
  ///
  /// The compiler does not see to it that a method of a `@MainActor` type is called there: let upstream deliver there.
  ///
  /// - **Demand**: unlimited, at once.
  /// - **Completion**: releases the instance.
  /// - **Failure**: cannot be.
  /// - **Threads**: the method runs where upstream delivers, once at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - method: The method, by its type's name: `Page.reload`.
  ///   - instance: The object or value that has the method. An object is retained until the stream ends: if it keeps the
  ///     returned cancellable, neither goes before a cancel.
  /// - Returns: What keeps the subscription alive: it is cancelled when this is cancelled or released.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func invoke<Root>(
    _ method: @escaping @Sendable (Root) -> () -> Void, on instance: Root
  ) -> AnyCancellable {
    deliver(to: instance) { instance, _ in method(instance)() }
  }

  /// Calls a method without parameters of an object that is not kept alive at each value, and asks for everything.
  ///
  ///     upstream      --()--()--()--
  ///     object        --------x          released
  ///     object.reload --()--()
  ///     upstream      ----------!
  ///
  /// - **Demand**: unlimited, at once.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: cannot be.
  /// - **Threads**: the method runs where upstream delivers, once at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - method: The method, by its type's name: `Page.reload`.
  ///   - object: The object that has the method. The first value that finds it gone is dropped, and cancels upstream.
  /// - Returns: What keeps the subscription alive: it is cancelled when this is cancelled or released.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func invoke<Root: AnyObject>(
    _ method: @escaping @Sendable (Root) -> () -> Void, onWeak object: Root
  ) -> AnyCancellable {
    deliver(toWeak: object) { object, _ in method(object)() }
  }

  /// Calls a method without parameters of an object that outlives the subscription, and asks for everything.
  ///
  ///     upstream      --()--()--|
  ///     object.reload --()--()--
  ///
  /// - **Demand**: unlimited, at once.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: cannot be.
  /// - **Threads**: the method runs where upstream delivers, once at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - method: The method, by its type's name: `Page.reload`.
  ///   - object: The object that has the method, which is not kept alive. A value that finds it gone is a programmer's
  ///     error, and traps: if that can be, use `invoke(_:onWeak:)`.
  /// - Returns: What keeps the subscription alive: it is cancelled when this is cancelled or released.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func invoke<Root: AnyObject>(
    _ method: @escaping @Sendable (Root) -> () -> Void, onUnowned object: Root
  ) -> AnyCancellable {
    deliver(toUnowned: object) { object, _ in method(object)() }
  }
}
