public import StreamCore

extension Publisher where Output: Sendable {
  /// Attaches a subscriber whose closures run on a given actor, and receive it.
  ///
  ///     upstream      --1--2--3--|      on any thread
  ///     sink(on: store)
  ///     closures      ---1--2--3--|     on the actor
  ///
  /// ```swift
  /// let cancellable = readings.sink(on: store) { store, reading in store.add(reading) }
  /// ```
  ///
  /// A plain `sink` that is written on an actor runs there, too; this one names another. The actor is not retained.
  ///
  /// - **Demand**: `maxPending` on subscription; if that is not `.max`, one more for each value, after the closure has
  ///   returned. Requested values that wait for the actor are kept in memory.
  /// - **Completion**: passed to `receiveCompletion`, after all values. After the actor has been released, the next
  ///   value cancels upstream.
  /// - **Failure**: passed to `receiveCompletion`, after all values.
  /// - **Threads**: the closures run on the actor, one at a time, and never again after a cancel on that actor. On the
  ///   main actor they run at once if the value is sent there and nothing waits before it.
  ///
  /// - Parameters:
  ///   - actor: The actor on which the closures run.
  ///   - maxPending: How many values may wait for the actor, one or more; any other number traps.
  ///   - receiveCompletion: Called once when the publisher ends; not after a cancel.
  ///   - receiveValue: Called with the actor and each value.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor, at most `maxPending`.
  @_disfavoredOverload
  @inlinable
  public func sink<A: Actor>(
    on actor: A, maxPending: Int = .max,
    receiveCompletion: @escaping @Sendable (isolated A, Subscribers.Completion<Failure>) -> Void = { _, _ in },
    receiveValue: @escaping @Sendable (isolated A, Output) -> Void
  ) -> AnyCancellable {
    precondition(maxPending > 0, "At least one value must be able to wait for the actor: \(maxPending)")
    let link = LateRefill<Output, Failure>()
    let functions = SinkFunctions<Output, Failure>(
      in: .weakActor(WeakActor(actor), ifReleased: link.cancel),
      PlainFunction(plain: Self.plainFunction(receiveCompletion, of: actor)),
      PlainFunction(plain: Self.plainFunction(receiveValue, of: actor)).then(link.request))
    let sink = Subscribers.GraduatedSink<Output, Failure>(
      maxDemand: maxPending == .max ? .unlimited : .max(maxPending), lateRefill: link,
      receiveCompletion: functions.receiveCompletion.call, receiveValue: functions.receiveValue.call)
    link.sink = sink
    subscribe(sink)
    return functions.cancellable(of: sink)
  }

  /// Makes a function of an actor into one that is called on it, as `assumeIsolated` does.
  @usableFromInline
  static func plainFunction<A: Actor, Input>(
    _ function: @escaping @Sendable (isolated A, Input) -> Void, of actor: A
  ) -> @Sendable (Input) -> Void {
    let plain = unsafeBitCast(function, to: (@Sendable (A, Input) -> Void).self)
    return { [weak actor] input in
      if let actor { plain(actor, input) }
    }
  }
}
