extension Publisher where Failure == Never {
  /// Assigns each value to a property of an object, with unlimited demand.
  ///
  ///     upstream      --1--2--3--|
  ///     object.x      --1--2--3--
  ///
  /// ```swift
  /// import Streams
  ///
  /// final class Thermometer {
  ///   var celsius = 0
  /// }
  /// let thermometer = Thermometer()
  /// let cancellable = [19, 21].publisher.assign(to: \.celsius, on: thermometer)
  /// print(thermometer.celsius)
  /// ```
  ///
  /// Use it to write each element into a property. It retains the object until the end: an object that keeps the
  /// cancellable is not released before that. Use `assign(to:onWeak:)` for `self`.
  ///
  /// - **Demand**: unlimited.
  /// - **Completion**: releases the object.
  /// - **Failure**: cannot fail.
  /// - **Threads**: the property is set on the caller's actor, in order: on the main actor at once, if the value is
  ///   sent there and no other waits; without an actor, where upstream delivers, never under a lock. The actor is not
  ///   retained; a value after its release cancels upstream. In an actor, pass the object through a property of the
  ///   actor: the property of an object that only a local constant holds is set where upstream delivers.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: The object with the property. It is retained until the stream ends: storing the returned cancellable
  ///     in it makes a retain cycle until a cancel.
  /// - Returns: A handle that cancels the subscription when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: @autoclosure @isolated(any) () -> Root
  ) -> AnyCancellable {
    // A closure that is not `@Sendable` belongs to the caller's actor. A parameter for the actor, although with a
    // default, would make the call ambiguous in a client that adds a parameter of its own.
    guard let isolation = object.isolation else {
      let assign: (ReferenceWritableKeyPath<Root, Output>, Root) -> AnyCancellable = assign(to:on:)
      return assign(keyPath, valueOnItsActor(object))
    }
    // Both are used on the actor alone.
    nonisolated(unsafe) let (object, keyPath) = (valueOnItsActor(object), keyPath)
    let upstream = SharedSinkUpstream()
    let functions = SinkFunctions<Output, Never>(
      on: isolation, cancelling: upstream, PlainFunction(plain: { object[keyPath: keyPath] = $0 }))
    return sink(functions, upstream: upstream)
  }

  /// The same for use as a function value or as the witness of a protocol requirement: the property is set where
  /// upstream delivers.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    let assign = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(assign)
    return AnyCancellable(assign)
  }
}

extension Subscribers {
  /// A subscriber that assigns each value to a property of an object, with unlimited demand.
  ///
  /// It releases the object when the stream ends or is cancelled. Later signals are ignored.
  public final class Assign<Root, Input>: Subscriber, Cancellable {
    /// An assignment cannot handle failures.
    public typealias Failure = Never

    /// The property to set.
    public let keyPath: ReferenceWritableKeyPath<Root, Input>

    @usableFromInline package let subscription: SinkUpstream

    /// Creates a subscriber that sets a property of an object.
    ///
    /// - Parameters:
    ///   - object: The object with the property, retained until the stream ends.
    ///   - keyPath: The property to set.
    @inlinable
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      self.keyPath = keyPath
      subscription = SinkUpstream(Target(object))
    }

    /// Requests unlimited values from the first subscription, and cancels any other.
    @inlinable
    public func receive(subscription: any Subscription) {
      self.subscription.attach(subscription)
    }

    /// Sets the property, unless the stream has ended.
    ///
    /// - Returns: `.none`: demand is unlimited already.
    @inlinable @inline(__always)
    public func receive(_ value: Input) -> Subscribers.Demand {
      subscription.deliver(to: Target.self) { $0.object[keyPath: keyPath] = value }
      return .none
    }

    /// Releases the object.
    @inlinable
    public func receive(completion: Subscribers.Completion<Never>) {
      subscription.complete(Target.self) { _ in }
    }

    /// Cancels upstream, and releases the object.
    @inlinable
    public func cancel() {
      subscription.cancel()
    }
  }
}

extension Subscribers.Assign {
  /// A box, because `Root` may be a protocol type.
  @usableFromInline
  final class Target {
    @usableFromInline let object: Root

    @inlinable
    init(_ object: Root) {
      self.object = object
    }
  }

  /// The object whose property is set; `nil` after the stream has ended.
  public var object: Root? {
    var object: Root?
    subscription.deliver(to: Target.self) { object = $0.object }
    return object
  }
}

extension Subscribers.Assign: SinkUpstreamOwner, ConcurrentCancellable {}

extension Subscribers.Assign: SubscriptionDescription {
  /// `Assign`, and the type of the object.
  public var description: String { "Assign \(Root.self)." }

  /// The debugger's view: the object, the property and the state of the upstream.
  public var customMirror: Mirror {
    Mirror(self, children: ["object": object as Any, "keyPath": keyPath, "status": subscription.status])
  }

  /// The same as ``description``.
  public var playgroundDescription: Any { description }
}
