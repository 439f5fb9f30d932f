internal import StreamCore

/// Looks at a key path's value when a property on its way changes, and tells one subscriber.
///
/// The properties may be changed by several threads: what one sees while another delivers waits for that one.
// Sendable: everything that changes is reached under the lock; the downstream is called by one thread at a time.
final class KeyPathSubscription<Root: KeyPathObservable, Value, Downstream: Subscriber>: Subscription,
  MomentObserver, SubscriptionDescription, @unchecked Sendable
where Downstream.Failure == Never {
  /// Makes what is delivered of the value, the old value, if there is one, and whether the change is to come.
  typealias Transform = (_ value: Value, _ old: Value?, _ isPrior: Bool) -> Downstream.Input

  private let options: KeyPathObservingOptions
  private let state: Locked<State>

  private struct State {
    var stage: Stage?
    var sinks: [Subscribers.Sink<PropertyMoment, Never>] = []
    var demand = Subscribers.Demand.none
    var isDelivering = true

    /// What is to be delivered.
    var pending = Queue<Downstream.Input>()

    /// What was seen before the change that is under way.
    var old: Value?

    /// Takes what is to be delivered next. What there is no demand for is dropped, but for the newest, if that is owed.
    mutating func next(owesNewest: Bool, dropped: inout [Downstream.Input]) -> (Downstream, Downstream.Input)? {
      guard let downstream = stage?.downstream, demand != .none else {
        while pending.count > (owesNewest ? 1 : 0), let input = pending.popFirst() { dropped.append(input) }
        isDelivering = false
        return nil
      }
      guard let input = pending.popFirst() else {
        isDelivering = false
        return nil
      }
      demand -= 1
      return (downstream, input)
    }
  }

  /// What is let go of at the end.
  private struct Stage {
    weak var object: Root?
    let keyPath: KeyPath<Root, Value>
    let transform: Transform
    let downstream: Downstream
  }

  init(
    observing object: Root, _ keyPath: KeyPath<Root, Value>, options: KeyPathObservingOptions,
    for downstream: Downstream, transform: @escaping Transform
  ) {
    self.options = options
    state = Locked(
      State(stage: Stage(object: object, keyPath: keyPath, transform: transform, downstream: downstream)))
  }

  /// Tells downstream of the subscription, and begins to look.
  func begin() {
    guard let stage = state.withLock({ $0.stage }), let object = stage.object else { return }
    stage.downstream.receive(subscription: self)
    let cells = KeyPathProbe.cells(of: object) { _ = object[keyPath: stage.keyPath] }
    precondition(!cells.isEmpty, "\(stage.keyPath) reads no property marked @Published of a \(type(of: object)).")
    let observer: any MomentObserver = self
    let sinks = cells.map { cell in
      let sink = Subscribers.Sink<PropertyMoment, Never>(
        receiveCompletion: { _ in }, receiveValue: { observer.look(at: $0) })
      cell.moments.subscribe(sink)
      return sink
    }
    let isOver = state.withLock { state in
      if state.stage != nil { state.sinks = sinks }
      return state.stage == nil
    }
    if isOver { return sinks.forEach { $0.cancel() } }
    if options.contains(.initial) {
      let initial = stage.transform(object[keyPath: stage.keyPath], nil, false)
      state.withLock { $0.pending.append(initial) }
    }
    deliver()
  }

  func look(at moment: PropertyMoment) {
    guard let stage = state.withLock({ $0.stage }), let object = stage.object else { return }
    let value = object[keyPath: stage.keyPath]
    var old: Value?
    switch moment {
    case .willChange:
      old = state.withLock { state in
        defer { state.old = value }
        return state.old
      }
      withExtendedLifetime(old) {}
      guard options.contains(.prior) else { return }
    case .didChange:
      old = state.withLock { $0.old.take() }
    }
    let input = stage.transform(value, old, moment == .willChange)
    let delivers = state.withLock { state in
      guard state.stage != nil else { return false }
      state.pending.append(input)
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    if delivers { deliver() }
  }

  /// Delivers what there is demand for. To be called by the one who has made `isDelivering` true.
  private func deliver() {
    var dropped: [Downstream.Input] = []
    while let (downstream, input) = state.withLock({
      $0.next(owesNewest: options.contains(.initial), dropped: &dropped)
    }) {
      let more = downstream.receive(input)
      state.withLock { $0.demand += more }
    }
  }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand != .none, "A request must be for at least one value (rule 9).")
    let delivers = state.withLock { state in
      guard state.stage != nil else { return false }
      state.demand += demand
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    if delivers { deliver() }
  }

  func cancel() {
    let ended = state.exchange(State(stage: nil, isDelivering: false))
    for sink in ended.sinks { sink.cancel() }
  }

  var description: String { "KeyPath" }

  var mirrorChildren: KeyValuePairs<String, Any> {
    state.withLock { ["downstream": $0.stage?.downstream as Any, "demand": $0.demand] }
  }
}

/// One who looks at a property when it changes, of whatever type.
private protocol MomentObserver: AnyObject, Sendable {
  func look(at moment: PropertyMoment)
}
