public import StreamCore
public import StreamParts

/// Begins a run of an action for each subscription.
@frozen
@usableFromInline
struct ActionRuns<Input: Sendable, Output: Sendable, RunFailure: Error>: Publisher, ReleasingPublisher {
  @usableFromInline typealias Failure = StreamActionFailure<RunFailure>

  @usableFromInline let action: Action<Input, Output, RunFailure>
  @usableFromInline let input: Input

  @inlinable
  init(action: Action<Input, Output, RunFailure>, input: Input) {
    (self.action, self.input) = (action, input)
  }

  @inlinable
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let run = ActionRun(of: action, downstream: subscriber)
    subscriber.receive(subscription: run.gate)
    // The run is attached as a trigger, so that every end of the stream cancels it and frees the place.
    run.gate.attachTrigger(run)
    if let publisher = run.begin(with: input) {
      publisher.subscribe(ActionRunInner(downstream: subscriber, gate: run.gate, action: action))
    }
  }
}

/// The place of a run. The end of the run frees it, once.
// Sendable: the phase is under the lock.
@usableFromInline
class ActionPlace: StageSubscription, @unchecked Sendable {
  private enum Phase {
    case new, running, over
  }

  private let phase = Locked(Phase.new)

  init() {}

  /// Takes effect once, unless the stream has ended.
  final func start() -> Bool {
    phase.withLock { phase in
      guard phase == .new else { return false }
      phase = .running
      return true
    }
  }

  final var isRunning: Bool { phase.value == .running }

  /// Frees the place.
  func leave() {}

  /// Ends the run, since another takes its place.
  func replace() {}

  @usableFromInline var description: String { "Action" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {}

  @usableFromInline
  final func cancel() {
    if phase.exchange(.over) == .running { leave() }
  }
}

/// A run for one subscriber. It is held by its gate until the stream ends, and by the action, if that replaces runs.
// Sendable: all are constants; the gate decides which thread calls downstream.
@usableFromInline
final class ActionRun<Input: Sendable, Output: Sendable, Failure: Error, Downstream: Subscriber>: ActionPlace,
  @unchecked Sendable
where Downstream.Input == Output, Downstream.Failure == StreamActionFailure<Failure> {
  @usableFromInline let gate = TriggeredSubscription("Action")
  private let action: Action<Input, Output, Failure>
  private let downstream: Downstream

  @usableFromInline
  init(of action: Action<Input, Output, Failure>, downstream: Downstream) {
    (self.action, self.downstream) = (action, downstream)
  }

  /// Takes a place, or refuses the input.
  ///
  /// - Returns: The publisher of the run, if it begins.
  @usableFromInline
  func begin(with input: Input) -> AnyPublisher<Output, Failure>? {
    guard action.takePlace() else {
      // Unless it has been cancelled before.
      guard gate.terminate() else { return nil }
      action.sentRefusals.send(input)
      downstream.receive(completion: .failure(.disabled))
      return nil
    }
    guard start() else {
      leave()
      return nil
    }
    action.replaceLatest(by: self)?.replace()
    // It may have been cancelled before it became the latest, or as a consequence of ending the previous run.
    guard isRunning else {
      action.forget(self)
      return nil
    }
    return action.execute(input)
  }

  override func leave() {
    action.freePlace(of: self)
  }

  override func replace() {
    guard let place = gate.takeTrigger() else { return }
    place.cancel()
    if gate.fire(), gate.terminate() { downstream.receive(completion: .finished) }
  }
}

/// Forwards a run's signals and reports them to the `Action`.
@frozen
@usableFromInline
struct ActionRunInner<RunInput: Sendable, Failure: Error, Downstream: Subscriber>: TriggerStageInner
where Downstream.Input: Sendable, Downstream.Failure == StreamActionFailure<Failure> {
  @usableFromInline let downstream: Downstream
  @usableFromInline let gate: TriggeredSubscription
  @usableFromInline let action: Action<RunInput, Downstream.Input, Failure>

  @inlinable
  init(downstream: Downstream, gate: TriggeredSubscription, action: Action<RunInput, Downstream.Input, Failure>) {
    (self.downstream, self.gate, self.action) = (downstream, gate, action)
  }

  @inlinable
  func receive(subscription: any Subscription) {
    gate.attach(subscription)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard gate.isActive else { return .none }
    var demand = Subscribers.Demand.none
    if gate.beginDelivery() {
      action.sentValues.send(input)
      // A subscriber of the action's values may have cancelled the run.
      if gate.isActive { demand = downstream.receive(input) }
    }
    if gate.endDelivery() { end(.finished) }
    return demand
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard gate.upstreamEnded() else { return }
    switch completion {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let error):
      action.sentFailures.send(error)
      downstream.receive(completion: .failure(.failed(error)))
    }
  }
}
