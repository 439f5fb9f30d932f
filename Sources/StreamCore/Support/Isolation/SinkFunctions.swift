/// The functions that the subscriber of a sink calls: the client's own or, if those belong to an actor, two functions
/// that send the signals to it.
@frozen
@usableFromInline
package struct SinkFunctions<Input, Failure: Error> {
  @usableFromInline package let receiveCompletion: PlainFunction<Subscribers.Completion<Failure>>
  @usableFromInline package let receiveValue: PlainFunction<Input>
  @usableFromInline let work: (any ActorWork)?

  /// The work that takes the completion from the actor of the values to its own, if the two differ.
  @usableFromInline var lastWork: (any ActorWork)?

  /// Creates functions that call a client's functions on the actors that they belong to, or where upstream delivers if
  /// they belong to none. If the actors differ, the completion goes from the actor of the values to its own, where a
  /// cancel can still prevent it.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called with the completion.
  ///   - receiveValue: Called with each value.
  ///   - afterValueOnActor: Called after each value, on the actor of `receiveValue`, if that belongs to one.
  @inlinable @inline(__always)
  package init(
    _ receiveCompletion: @escaping @Sendable @isolated(any) (Subscribers.Completion<Failure>) -> Void,
    _ receiveValue: @escaping @Sendable @isolated(any) (Input) -> Void,
    afterValueOnActor: (@Sendable () -> Void)? = nil
  ) {
    let own = receiveCompletion.isolation
    if let actor = receiveValue.isolation {
      let values = PlainFunction(receiveValue).then(afterValueOnActor)
      let last = own.flatMap {
        $0 === actor ? nil : Self(in: .actor($0), PlainFunction(receiveCompletion), PlainFunction(receiveValue))
      }
      self.init(in: .actor(actor), last?.receiveCompletion ?? PlainFunction(receiveCompletion), values)
      lastWork = last?.work
    } else if let own {
      // Values have no actor; only the completion hops.
      let functions = Self(in: .actor(own), PlainFunction(receiveCompletion), PlainFunction(receiveValue))
      self.init(functions.receiveCompletion, PlainFunction(receiveValue), functions.work)
    } else {
      self.init(PlainFunction(receiveCompletion), PlainFunction(receiveValue), nil)
    }
  }

  /// Creates functions that call a client's function with each value, on the actor that it belongs to, or where
  /// upstream delivers if it belongs to none. The completion is passed to no function.
  ///
  /// - Parameter receiveValue: Called with each value.
  @inlinable @inline(__always)
  package init(_ receiveValue: @escaping @Sendable @isolated(any) (Input) -> Void) {
    let completes = PlainFunction<Subscribers.Completion<Failure>>(plain: { _ in })
    if let actor = receiveValue.isolation {
      self.init(in: .actor(actor), completes, PlainFunction(receiveValue))
    } else {
      self.init(completes, PlainFunction(receiveValue), nil)
    }
  }

  /// Creates functions that call a function with each value, on an actor, or where upstream delivers if there is none.
  /// The actor is not retained: the pipeline may belong to it. A value after its release cancels upstream.
  @inlinable
  package init(on actor: (any Actor)?, cancelling upstream: SharedSinkUpstream, _ receiveValue: PlainFunction<Input>) {
    let completes = PlainFunction<Subscribers.Completion<Failure>>(plain: { _ in })
    if let actor {
      self.init(in: .weakActor(WeakActor(actor), ifReleased: { upstream.cancel() }), completes, receiveValue)
    } else {
      self.init(completes, receiveValue, nil)
    }
  }

  /// Has the functions called in a place.
  @inlinable @inline(never)
  package init(
    in place: ActorPlace, _ receiveCompletion: PlainFunction<Subscribers.Completion<Failure>>,
    _ receiveValue: PlainFunction<Input>
  ) {
    let handlers = ActorHandlers(on: place, receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    self.init(
      PlainFunction(plain: handlers.receive(completion:)), PlainFunction(plain: handlers.receive(_:)), handlers)
  }

  @inlinable @inline(__always)
  init(
    _ receiveCompletion: PlainFunction<Subscribers.Completion<Failure>>, _ receiveValue: PlainFunction<Input>,
    _ work: (any ActorWork)?
  ) {
    (self.receiveCompletion, self.receiveValue, self.work) = (receiveCompletion, receiveValue, work)
  }

  /// Whether the functions are called on an actor, perhaps later.
  @inlinable package var areOnActor: Bool { work != nil }

  /// The target that the cancellable of a sink cancels.
  @inlinable
  package func target(cancelling upstream: CancellationTarget) -> CancellationTarget {
    let target = work.map { ActorSinkCancellation($0, upstream: upstream) } ?? upstream
    return lastWork.map { ActorSinkCancellation($0, upstream: target) } ?? target
  }
}

extension Publisher {
  /// Attaches a sink whose functions have been looked at.
  @inlinable @inline(__always)
  package func sink(_ functions: SinkFunctions<Output, Failure>, upstream: SharedSinkUpstream) -> AnyCancellable {
    subscribe(
      SinkSubscriber(
        upstream: upstream, receiveCompletion: functions.receiveCompletion.call,
        receiveValue: functions.receiveValue.call))
    return AnyCancellable(target: functions.target(cancelling: upstream))
  }
}

/// Calls a function on the actor that it belongs to: at once if there is none, or if this thread is on the main actor
/// and that is the one; otherwise in a task.
func onItsActor(_ function: @escaping @Sendable @isolated(any) () -> Void) -> @Sendable () -> Void {
  guard let actor = function.isolation else { return plainFunction(function) }
  let isOfMain = actor === MainActor.shared
  if isOfMain { noteMainThread() }
  return {
    if isOfMain, isOnMainActor() { plainFunction(function)() } else { Task.detached { await function() } }
  }
}
