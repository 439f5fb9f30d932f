public import StreamCore

extension Publisher where Failure == Never {
  /// Calls a method with each value, and asks for everything.
  ///
  ///     upstream      --1--2--3--|
  ///     invoke(Log.append, on: log)
  ///     log.append    --1--2--3--
  ///
  /// The compiler does not see to it that a method of a `@MainActor` type is called there: let upstream deliver there.
  ///
  /// - **Demand**: unlimited, at once.
  /// - **Completion**: releases the instance.
  /// - **Failure**: cannot be.
  /// - **Threads**: the method runs where upstream delivers, one value at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - method: The method, by its type's name: `Log.append`.
  ///   - instance: The object or value that has the method. An object is retained until the stream ends: if it keeps the
  ///     returned cancellable, neither goes before a cancel.
  /// - Returns: What keeps the subscription alive: it is cancelled when this is cancelled or released.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func invoke<Root>(
    _ method: @escaping @Sendable (Root) -> (Output) -> Void, on instance: Root
  ) -> AnyCancellable {
    deliver(to: instance) { instance, value in method(instance)(value) }
  }

  /// Calls a method of an object that is not kept alive with each value, and asks for everything.
  ///
  ///     upstream      --1--2--3--4--
  ///     object        -------x          released
  ///     object.take   --1--2
  ///     upstream      --------!
  ///
  /// - **Demand**: unlimited, at once.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: cannot be.
  /// - **Threads**: the method runs where upstream delivers, one value at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - method: The method, by its type's name: `Log.append`.
  ///   - object: The object that has the method. The first value that finds it gone is dropped, and cancels upstream.
  /// - Returns: What keeps the subscription alive: it is cancelled when this is cancelled or released.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func invoke<Root: AnyObject>(
    _ method: @escaping @Sendable (Root) -> (Output) -> Void, onWeak object: Root
  ) -> AnyCancellable {
    deliver(toWeak: object) { object, value in method(object)(value) }
  }

  /// Calls a method of an object that outlives the subscription with each value, and asks for everything.
  ///
  ///     upstream      --1--2--3--|
  ///     object.take   --1--2--3--
  ///
  /// - **Demand**: unlimited, at once.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: cannot be.
  /// - **Threads**: the method runs where upstream delivers, one value at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - method: The method, by its type's name: `Log.append`.
  ///   - object: The object that has the method, which is not kept alive. A value that finds it gone is a programmer's
  ///     error, and traps: if that can be, use `invoke(_:onWeak:)`.
  /// - Returns: What keeps the subscription alive: it is cancelled when this is cancelled or released.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func invoke<Root: AnyObject>(
    _ method: @escaping @Sendable (Root) -> (Output) -> Void, onUnowned object: Root
  ) -> AnyCancellable {
    deliver(toUnowned: object) { object, value in method(object)(value) }
  }
}
