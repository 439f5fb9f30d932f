internal import Observation
public import StreamCore

/// A publisher of what is read of objects marked `@Observable`, now and whenever it has changed.
///
///     model.name = …                a--b---c-d--
///     observing { model.name }      a--b-----d--
///
/// Several changes in one go of the actor's make one value: the last. Call it where the model may be read, for instance
/// on the main actor; the closure is run there, and there alone.
///
/// - **Demand**: the closure runs only when there is demand for a value; changes without demand make one value once there
///   is some.
/// - **Completion**: never, not even when the model goes, which the closure keeps alive until a cancel.
/// - **Failure**: cannot be.
/// - **Threads**: values, the first included, are delivered on the actor, in a turn of its own; the subscription itself
///   where the subscriber is attached.
///
/// What Observation keeps of a reading goes with the next change of the model, or with the model: after a cancel that is
/// neither the closure nor the subscriber.
///
/// - Parameters:
///   - isolation: The actor on which the closure is run: the one that calls.
///   - read: Reads the model.
/// - Returns: A publisher of what the closure returns.
@_disfavoredOverload
public func observing<Value>(
  isolation: isolated any Actor = #isolation, _ read: @escaping () -> Value
) -> Observing<Value> {
  Observing(isolation: isolation, read: read)
}

// Sendable: `read` is called on the actor alone.
/// The publisher of what is read of objects marked `@Observable`. It is made by ``observing(isolation:_:)``.
public struct Observing<Value>: Publisher, ReleasingPublisher, @unchecked Sendable {
  /// What the closure returns.
  public typealias Output = Value

  /// A reading does not fail.
  public typealias Failure = Never

  private let isolation: any Actor
  private let read: () -> Value

  /// `read` belongs to the actor.
  fileprivate init(isolation: isolated any Actor, read: @escaping () -> Value) {
    self.isolation = isolation
    self.read = read
  }

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    let subscription = Reading(on: isolation, read, for: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.greeted()
  }
}

/// One subscriber's readings: one at a time, each in a turn of the actor.
// Sendable: everything that changes is reached under the lock; the closure and the downstream are called on the actor.
private final class Reading<Downstream: Subscriber>: StageSubscription, Rereader, @unchecked Sendable {
  private let isolation: any Actor
  private let state: Locked<State>

  private struct State {
    var stage: (read: () -> Downstream.Input, downstream: Downstream)?
    var demand = Subscribers.Demand.none
    var isGreeted = false

    /// Whether there is something to read that has not been.
    var isChanged = true

    /// Whether a turn of the actor is coming.
    var isScheduled = false

    mutating func mustSchedule() -> Bool {
      guard stage != nil, isGreeted, isChanged, demand != .none, !isScheduled else { return false }
      isScheduled = true
      return true
    }
  }

  init(on isolation: any Actor, _ read: @escaping () -> Downstream.Input, for downstream: Downstream) {
    self.isolation = isolation
    state = Locked(State(stage: (read, downstream)))
  }

  func greeted() {
    schedule { $0.isGreeted = true }
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    schedule { $0.demand += demand }
  }

  func modelWillChange() {
    schedule { $0.isChanged = true }
  }

  func cancel() {
    let stage = state.withLock { $0.stage.take() }
    withExtendedLifetime(stage) {}
  }

  /// Notes what has happened, and sees to it that there is a reading if there should be.
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
    // Weakly: Observation keeps the closure until the next change.
    let value = withObservationTracking(stage.read) { [weak rereader = self as any Rereader] in
      rereader?.modelWillChange()
    }
    // A reading may have cancelled.
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

/// One who reads again, of whatever type.
private protocol Rereader: AnyObject, Sendable {
  func reread(on isolation: isolated any Actor)
  func modelWillChange()
}
