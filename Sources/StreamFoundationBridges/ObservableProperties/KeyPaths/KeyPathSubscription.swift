internal import StreamCore

/// Looks at a key path's value when a property on its way changes, and tells one subscriber.
///
/// The properties may be changed by several threads, and from inside a delivery: what is seen while another delivers waits
/// for that one.
// Sendable: everything that changes is reached under the lock; the downstream is called by one thread at a time.
final class KeyPathSubscription<Root: KeyPathObservable, Value, Downstream: Subscriber>: StageSubscription,
  KeyPathObserver, @unchecked Sendable
where Downstream.Failure == Never {
  /// Makes what is delivered of the value, the old value, if there is one, and whether the change is to come.
  typealias Transform = (_ value: Value, _ old: Value?, _ isPrior: Bool) -> Downstream.Input

  private let options: KeyPathObservingOptions
  private let state: Locked<State>

  private struct State {
    var stage: Stage?
    var places: [KeyPathObservers.Place] = []
    var demand = Subscribers.Demand.none
    var isDelivering = true

    /// Whether a property has gone, perhaps with the object.
    var hasLost = false

    /// What is to be delivered.
    var pending = Queue<Sighting>()

    /// How many changes have begun and not ended, and what was seen before the first of them or after the last that ended.
    var changesUnderWay = 0
    var old: Value?

    /// Looks are numbered as they begin: one that began before another that is pending already may have seen less.
    var lastLook = 0
    var lastPending = 0

    /// Numbers a look that is about to be taken.
    mutating func beginLook() -> Int {
      lastLook += 1
      return lastLook
    }

    /// Leaves what a look has seen of a change to be delivered.
    ///
    /// - Returns: The number of a look to be taken instead, if a later one has been quicker: else the last to be delivered
    ///   might not be what has come of the changes.
    mutating func endLook(_ look: Int, at value: Value, wasForetold: Bool) -> Int? {
      guard stage != nil else { return nil }
      guard look > lastPending else { return beginLook() }
      lastPending = look
      pending.append(Sighting(value: value, old: old))
      if wasForetold { changesUnderWay -= 1 }
      old = changesUnderWay == 0 ? nil : value
      return nil
    }

    /// Leaves what the first look has seen to be delivered, unless a change has been seen meanwhile, which is newer.
    mutating func endFirstLook(_ look: Int, at value: Value) {
      guard stage != nil, look > lastPending else { return }
      lastPending = look
      pending.append(Sighting(value: value))
    }

    /// Takes what is to be delivered next. What there is no demand for is dropped, but for the newest, if that is owed.
    mutating func next(owesNewest: Bool, dropped: inout [Sighting]) -> (Stage, Sighting)? {
      guard let stage, demand != .none else {
        while pending.count > (owesNewest ? 1 : 0), let sighting = pending.popFirst() { dropped.append(sighting) }
        isDelivering = false
        return nil
      }
      guard let sighting = pending.popFirst() else {
        isDelivering = false
        return nil
      }
      demand -= 1
      return (stage, sighting)
    }
  }

  /// What is let go of at the end.
  private struct Stage {
    weak var object: Root?
    let keyPath: KeyPath<Root, Value>
    let transform: Transform
    let downstream: Downstream
  }

  /// What the key path led to.
  private struct Sighting {
    let value: Value
    var old: Value?
    var isPrior = false
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
    let places = cells.map { $0.observers.add(self) }
    let isOver = state.withLock { state in
      if state.stage != nil { state.places = places }
      return state.stage == nil
    }
    if isOver { return places.forEach { $0.leave() } }
    if options.contains(.initial) {
      let look = state.withLock { $0.beginLook() }
      let value = object[keyPath: stage.keyPath]
      state.withLock { $0.endFirstLook(look, at: value) }
    }
    deliverInTurn()
  }

  /// Whether it matters what was there before a change.
  private var looksBefore: Bool { !options.isDisjoint(with: [.old, .prior]) }

  func willChange() {
    guard looksBefore else { return }
    // Counted before the look, so that a change on another thread, which ends meanwhile, leaves what came of it.
    let stage = state.withLock { state in
      state.changesUnderWay += 1
      return state.stage
    }
    guard let stage, let object = stage.object else { return }
    let value = object[keyPath: stage.keyPath]
    state.withLock { state in
      guard state.stage != nil else { return }
      if state.old == nil { state.old = value }
      if options.contains(.prior), let old = state.old {
        state.pending.append(Sighting(value: old, isPrior: true))
      }
    }
  }

  func didChange(wasForetold: Bool) {
    let (stage, first) = state.withLock { ($0.stage, $0.beginLook()) }
    guard let stage, let object = stage.object else { return }
    var next: Int? = first
    while let look = next {
      let value = object[keyPath: stage.keyPath]
      next = state.withLock { state in
        state.endLook(look, at: value, wasForetold: wasForetold && looksBefore)
      }
    }
  }

  func deliver() {
    let delivers = state.withLock { state in
      guard state.stage != nil, !state.isDelivering, !state.pending.isEmpty else { return false }
      state.isDelivering = true
      return true
    }
    if delivers { deliverInTurn() }
  }

  /// Delivers what there is demand for. To be called by the one who has made `isDelivering` true.
  private func deliverInTurn() {
    var dropped: [Sighting] = []
    var hasLost = false
    while let (stage, sighting) = state.withLock({ state in
      hasLost = state.hasLost
      return state.next(owesNewest: options.contains(.initial), dropped: &dropped)
    }) {
      let more = stage.downstream.receive(stage.transform(sighting.value, sighting.old, sighting.isPrior))
      state.withLock { $0.demand += more }
    }
    if hasLost { endIfObjectIsGone() }
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { state in
      if state.stage != nil { state.demand += demand }
    }
    deliver()
  }

  func cancel() {
    let ended = state.exchange(State(stage: nil, isDelivering: false))
    for place in ended.places { place.leave() }
  }

  func propertyGoes() {
    state.withLock { $0.hasLost = true }
    endIfObjectIsGone()
  }

  /// Of an object that is gone nothing comes but what waits to be delivered: after that, a subscriber that keeps its
  /// subscription is not kept by it.
  private func endIfObjectIsGone() {
    let stage = state.withLock { state in
      !state.isDelivering && state.pending.isEmpty ? state.stage : nil
    }
    if let stage, stage.object == nil { cancel() }
  }

  var description: String { "KeyPath" }

  var mirrorChildren: KeyValuePairs<String, Any> {
    state.withLock { ["downstream": $0.stage?.downstream as Any, "demand": $0.demand] }
  }
}
