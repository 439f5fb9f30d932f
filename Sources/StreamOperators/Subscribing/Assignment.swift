public import StreamCore

/// A property of an object that values are assigned to, and how the object is held.
///
/// ```swift
/// levels.assign(to: .weak(\.level, on: meter), .strong(\.text, on: label))
/// ```
///
/// Where another package has a type of the same name, a scoped import chooses:
/// `import struct StreamSubscribing.Assignment`.
public struct Assignment<Root: AnyObject, Value> {
  /// Sets the property.
  ///
  /// - Returns: Whether the object is still there.
  @usableFromInline let assign: (Value) -> Bool

  @inlinable
  init(_ assign: @escaping (Value) -> Bool) {
    self.assign = assign
  }

  /// A property of an object that is not retained. Once it has been released, values are not assigned to it.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: The object that has the property.
  /// - Returns: The property, for `assign(to:)`.
  @inlinable
  public static func weak(_ keyPath: ReferenceWritableKeyPath<Root, Value>, on object: Root) -> Self {
    Self { [weak object] value in
      guard let object else { return false }
      object[keyPath: keyPath] = value
      return true
    }
  }

  /// A property of an object that is not retained, and outlives the subscription. A value after its release traps.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: The object that has the property.
  /// - Returns: The property, for `assign(to:)`.
  @inlinable
  public static func unowned(_ keyPath: ReferenceWritableKeyPath<Root, Value>, on object: Root) -> Self {
    Self { [unowned object] value in
      object[keyPath: keyPath] = value
      return true
    }
  }

  /// A property of an object that is retained until the stream ends.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: The object that has the property.
  /// - Returns: The property, for `assign(to:)`.
  @inlinable
  public static func strong(_ keyPath: ReferenceWritableKeyPath<Root, Value>, on object: Root) -> Self {
    Self { value in
      object[keyPath: keyPath] = value
      return true
    }
  }
}

/// How a pipeline holds the objects that it assigns to.
public enum AssignmentOwnership: Sendable {
  /// They are retained until the stream ends.
  case strong

  /// They are not retained. Values are not assigned to those that have been released.
  case weak

  /// They are not retained, and outlive the subscription: a value after the release of one traps.
  case unowned

  @inlinable
  func assignment<Root: AnyObject, Value>(
    of keyPath: ReferenceWritableKeyPath<Root, Value>, on object: Root
  ) -> Assignment<Root, Value> {
    switch self {
    case .strong: .strong(keyPath, on: object)
    case .weak: .weak(keyPath, on: object)
    case .unowned: .unowned(keyPath, on: object)
    }
  }
}

extension Publisher where Failure == Never {
  /// Assigns each value to properties of several objects, with unlimited demand.
  ///
  ///     upstream      -1--2--|
  ///     assign(to: .weak(\.x, on: a), .strong(\.y, on: b))
  ///     a.x, b.y      -1--2--
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: releases the objects.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the properties are set on the caller's actor, in the order of the list, as by `assign(to:on:)`;
  ///   without an actor, where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - targets: The properties to set. The first value after all target objects have been released is dropped, and
  ///     cancels upstream; an object that is not `weak` counts as not released.
  ///   - isolation: The actor on which that happens: the caller's.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*k*) for each value, where *k* is the number of targets; O(*n*) memory, where *n* is the number of
  ///   values that wait for the actor.
  @inlinable
  @_disfavoredOverload
  public func assign<each Root: AnyObject>(
    to targets: repeat Assignment<each Root, Output>, isolation: isolated (any Actor)? = #isolation
  ) -> AnyCancellable {
    var assignments: [(Output) -> Bool] = []
    for target in repeat each targets { assignments.append(target.assign) }
    return deliver(on: isolation) { [assignments] value, upstream in
      var isThere = false
      for assign in assignments where assign(value) { isThere = true }
      if !isThere { upstream.cancel() }
    }
  }

  /// Assigns each value to a property of each of two objects, with unlimited demand.
  ///
  ///     upstream      -1--2--|
  ///     a.x, b.y      -1--2--
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: releases the objects.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the properties are set on the caller's actor, one after the other, as by `assign(to:on:)`; without
  ///   an actor, where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - first: The property to set first.
  ///   - one: The object that has it.
  ///   - second: The property to set then.
  ///   - two: The object that has it.
  ///   - ownership: How the objects are held. The first value after the release of both cancels upstream, if that is
  ///     `weak`.
  ///   - isolation: The actor on which that happens: the caller's.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @_disfavoredOverload
  public func assign<One: AnyObject, Two: AnyObject>(
    to first: ReferenceWritableKeyPath<One, Output>, on one: One,
    and second: ReferenceWritableKeyPath<Two, Output>, on two: Two,
    ownership: AssignmentOwnership = .strong, isolation: isolated (any Actor)? = #isolation
  ) -> AnyCancellable {
    assign(
      to: ownership.assignment(of: first, on: one), ownership.assignment(of: second, on: two), isolation: isolation)
  }

  /// Assigns each value to a property of each of three objects, with unlimited demand.
  ///
  ///     upstream      -1--2--|
  ///     a.x, b.y, c.z -1--2--
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: releases the objects.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the properties are set on the caller's actor, one after the other, as by `assign(to:on:)`; without
  ///   an actor, where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - first: The property to set first.
  ///   - one: The object that has it.
  ///   - second: The property to set then.
  ///   - two: The object that has it.
  ///   - third: The property to set last.
  ///   - three: The object that has it.
  ///   - ownership: How the objects are held. The first value after the release of all cancels upstream, if that is
  ///     `weak`.
  ///   - isolation: The actor on which that happens: the caller's.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @_disfavoredOverload
  public func assign<One: AnyObject, Two: AnyObject, Three: AnyObject>(
    to first: ReferenceWritableKeyPath<One, Output>, on one: One,
    and second: ReferenceWritableKeyPath<Two, Output>, on two: Two,
    and third: ReferenceWritableKeyPath<Three, Output>, on three: Three,
    ownership: AssignmentOwnership = .strong, isolation: isolated (any Actor)? = #isolation
  ) -> AnyCancellable {
    assign(
      to: ownership.assignment(of: first, on: one), ownership.assignment(of: second, on: two),
      ownership.assignment(of: third, on: three), isolation: isolation)
  }
}
