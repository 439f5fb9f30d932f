internal import Observation
public import StreamCore

/// Returns a publisher of a value read from `@Observable` objects, now and after each change.
///
///     model.name = …                a--b---c-d--
///     observing { model.name }      a--b-----d--
///
/// Several changes in one turn of the actor make one value: the last. Call it where the model may be read, for instance
/// on the main actor; the closure runs on that actor only.
///
/// - **Demand**: the closure runs only when a value is requested; changes without demand make one value on the next
///   demand.
/// - **Completion**: never, not even when the model is released elsewhere; the closure retains it until a cancel.
/// - **Failure**: cannot fail.
/// - **Threads**: values, including the first, are delivered on the actor, each in a turn of its own; the subscription
///   where the subscriber attaches.
///
/// Observation releases its tracking with the next change of the model, or with the model; after a cancel it retains
/// neither the closure nor the subscriber.
///
/// - Parameters:
///   - isolation: The actor on which the closure runs: the caller's.
///   - read: Reads the model.
/// - Returns: A publisher of the closure's results.
@_disfavoredOverload
public func observing<Value>(
  isolation: isolated any Actor = #isolation, _ read: @escaping () -> Value
) -> Observing<Value> {
  Observing(isolation: isolation, read: read)
}

// Sendable: `read` is called on the actor only.
/// A publisher of a value read from `@Observable` objects, created by ``observing(isolation:_:)``.
public struct Observing<Value>: Publisher, ReleasingPublisher, @unchecked Sendable {
  /// The closure's result.
  public typealias Output = Value

  /// Reading cannot fail.
  public typealias Failure = Never

  private let isolation: any Actor
  private let read: () -> Value

  /// `read` belongs to the actor.
  fileprivate init(isolation: isolated any Actor, read: @escaping () -> Value) {
    self.isolation = isolation
    self.read = read
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    let subscription = Reading(on: isolation, read, for: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.endHandover()
  }
}

/// The subscription: reads one value at a time, each in a turn of the actor.
// Sendable: mutable state is under the lock; the closure and downstream are called on the actor.
private final class Reading<Downstream: Subscriber>: StageSubscription, Rereader, @unchecked Sendable {
  private let isolation: any Actor
  private let state: Locked<State>

  private struct State {
    var stage: (read: () -> Downstream.Input, downstream: Downstream)?
    var demand = Subscribers.Demand.none
    var handover = Handover()

    /// Whether there is an unread change.
    var isChanged = true

    /// Whether a turn of the actor is scheduled.
    var isScheduled = false

    mutating func mustSchedule() -> Bool {
      guard stage != nil, isChanged, demand != .none, !isScheduled else { return false }
      isScheduled = true
      return true
    }
  }

  init(on isolation: any Actor, _ read: @escaping () -> Downstream.Input, for downstream: Downstream) {
    self.isolation = isolation
    state = Locked(State(stage: (read, downstream)))
  }

  func endHandover() {
    schedule { $0.demand += $0.handover.end() }
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    schedule { state in
      if !state.handover.withhold(demand) { state.demand += demand }
    }
  }

  func modelWillChange() {
    schedule { $0.isChanged = true }
  }

  func cancel() {
    let stage = state.withLock { $0.stage.take() }
    withExtendedLifetime(stage) {}
  }

  /// Updates the state, and schedules a reading if one is due.
  private func schedule(_ note: (inout State) -> Void) {
    let mustSchedule = state.withLock { state in
      note(&state)
      return state.mustSchedule()
    }
    guard mustSchedule else { return }
    let (isolation, rereader): (any Actor, any Rereader) = (isolation, self)
    Task { await rereader.reread(on: isolation) }
  }

  /// Reads, and delivers.
  func reread(on isolation: isolated any Actor) {
    let stage = state.withLock { state in
      state.isChanged = false
      return state.stage
    }
    guard let stage else { return }
    // Weak: Observation retains the closure until the next change.
    let value = withObservationTracking(stage.read) { [weak rereader = self as any Rereader] in
      rereader?.modelWillChange()
    }
    // The read closure may have cancelled.
    let isWanted = state.withLock { state in
      guard state.stage != nil else { return false }
      state.demand -= 1
      return true
    }
    guard isWanted else { return }
    let more = stage.downstream.receive(value)
    schedule { state in
      state.demand += more
      state.isScheduled = false
    }
  }

  var description: String { "Observing" }

  var mirrorChildren: KeyValuePairs<String, Any> {
    state.withLock { ["downstream": $0.stage?.downstream as Any, "demand": $0.demand] }
  }
}

/// The type-erased subscription.
private protocol Rereader: AnyObject, Sendable {
  func reread(on isolation: isolated any Actor)
  func modelWillChange()
}
