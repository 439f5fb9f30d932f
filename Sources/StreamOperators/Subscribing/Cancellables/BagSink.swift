public import StreamCore

extension Publisher {
  /// Attaches a subscriber that calls closures, with unlimited demand, and puts it into a bag until the stream ends.
  ///
  ///     upstream      -1-|
  ///     closures      -1-|
  ///     bag.count     1--0
  ///
  /// A stream that ends inside `subscribe(_:)` is never in the bag. The bag is not retained.
  ///
  /// - **Demand**: unlimited. Values that wait for an actor are kept in memory, without a limit.
  /// - **Completion**: passed to `receiveCompletion`, after all values; then the subscription leaves the bag.
  /// - **Failure**: passed to `receiveCompletion`, after all values; then the subscription leaves the bag.
  /// - **Threads**: the closures run on the actor that they are written on, as those of `sink`; without one, where
  ///   upstream delivers, one at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - bag: Cancels the subscription when it is cancelled or released; at once, if it has been cancelled.
  ///   - receiveCompletion: Called once when the publisher ends; not after a cancel.
  ///   - receiveValue: Called with each value.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func sink(
    in bag: CancellableBag,
    @_inheritActorContext receiveCompletion:
      @escaping @Sendable @isolated(any) (Subscribers.Completion<Failure>) -> Void = { _ in },
    @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
  ) {
    sink(at: BagPlace(in: bag), receiveCompletion, receiveValue)
  }

  /// Attaches a sink that leaves its place once the completion has been passed on, on the actor that receives it.
  @inlinable
  func sink(
    at place: BagPlace,
    _ receiveCompletion: @escaping @Sendable @isolated(any) (Subscribers.Completion<Failure>) -> Void,
    _ receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
  ) {
    let upstream = SharedSinkUpstream()
    var target: CancellationTarget = upstream
    var (ends, values) = (PlainFunction(receiveCompletion).then(place.leave), PlainFunction(receiveValue))
    if let actor = receiveCompletion.isolation, actor !== receiveValue.isolation {
      let functions = SinkFunctions<Output, Failure>(in: .actor(actor), ends, values)
      (ends, target) = (functions.receiveCompletion, functions.target(cancelling: target))
    }
    if let actor = receiveValue.isolation {
      let functions = SinkFunctions<Output, Failure>(in: .actor(actor), ends, values)
      (ends, values) = (functions.receiveCompletion, functions.receiveValue)
      target = functions.target(cancelling: target)
    }
    subscribe(SinkSubscriber(upstream: upstream, receiveCompletion: ends.call, receiveValue: values.call))
    place.enter(AnyCancellable(target: target))
  }
}

extension Publisher where Failure == Never {
  /// Assigns each value to a property of an object, with unlimited demand, and puts the subscription into a bag until
  /// the stream ends.
  ///
  ///     upstream      -1-|
  ///     object.x      -1--
  ///     bag.count     1--0
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: releases the object; the subscription leaves the bag.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the property is set on the caller's actor, as by `assign(to:on:)`; without one, where upstream
  ///   delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: The object with the property. It is retained until the stream ends: if it keeps the bag, the two form
  ///     a reference cycle until then, or until a cancel.
  ///   - bag: Cancels the subscription when it is cancelled or released; at once, if it has been cancelled.
  ///   - isolation: The actor on which the property is set: the caller's. It is not retained; a value after its release
  ///     cancels upstream.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @_disfavoredOverload
  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root, in bag: CancellableBag,
    isolation: isolated (any Actor)? = #isolation
  ) {
    // Both are used on the actor, or where upstream delivers: one value at a time.
    nonisolated(unsafe) let (object, keyPath) = (object, keyPath)
    let (place, upstream) = (BagPlace(in: bag), SharedSinkUpstream())
    let ends = PlainFunction<Subscribers.Completion<Never>>(plain: { _ in place.leave() })
    let values = PlainFunction<Output>(plain: { object[keyPath: keyPath] = $0 })
    guard let isolation else {
      subscribe(SinkSubscriber(upstream: upstream, receiveCompletion: ends.call, receiveValue: values.call))
      return place.enter(AnyCancellable(target: upstream))
    }
    let ifReleased: @Sendable () -> Void = {
      upstream.cancel()
      place.leave()
    }
    let functions = SinkFunctions<Output, Never>(
      in: .weakActor(WeakActor(isolation), ifReleased: ifReleased), ends, values)
    place.enter(sink(functions, upstream: upstream))
  }
}
