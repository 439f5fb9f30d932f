internal import StreamCore

/// Reads a key path's value whenever a property on the path changes, and delivers it to one subscriber.
///
/// The properties may be changed by several threads, and re-entrantly from inside a delivery. Reading and delivering
/// are therefore separate: the changing thread reads the value synchronously and queues it; the first thread that
/// finds no delivery in progress becomes the drain thread, and delivers what is queued (rule 3).
///
/// Reads call the properties' getters, so they happen outside the lock, and one that began earlier may end later, with
/// an older value. Reads are numbered when they begin; a read that ends after a later one has been queued is repeated,
/// so that the last value delivered is the last value of the property.
///
/// It has a drain loop of its own, and no `SerialDelivery`: it has no upstream to request from, a reading becomes an
/// element only when it is delivered, and without demand all queued readings but, with `.initial`, the newest are
/// dropped.
// Sendable: the mutable state is under the lock; downstream is called by one thread at a time, the drain thread.
final class KeyPathSubscription<Root: KeyPathObservable, Value, Downstream: Subscriber>: StageSubscription,
  KeyPathObserver, @unchecked Sendable
where Downstream.Failure == Never {
  /// Creates the element to deliver from the value, the old value, if there is one, and whether the change has not
  /// happened yet.
  typealias Transform = (_ value: Value, _ old: Value?, _ isPrior: Bool) -> Downstream.Input

  private let options: KeyPathObservingOptions
  private let state: Locked<State>

  private struct State {
    var stage: Stage?
    var places: [KeyPathObservers.Place] = []
    var demand = Subscribers.Demand.none

    /// Set from the start, so that nothing is delivered during the handover (rule 3); `begin()` ends that.
    var isDelivering = true

    /// Whether a property on the path has been deinitialized, possibly with the object.
    var hasLost = false

    /// The readings to deliver.
    var pending = Queue<Reading>()

    /// The number of changes in progress, and the old value of the next one to end: read before the first of them
    /// began, or after the last of them that has ended.
    var changesInProgress = 0
    var old: Value?

    /// The numbers of the last read that has begun, and of the last one that has been queued.
    var lastRead = 0
    var lastPending = 0

    /// Begins a read, and returns its number.
    mutating func beginRead() -> Int {
      lastRead += 1
      return lastRead
    }

    /// Queues the value that has been read after a change.
    ///
    /// - Returns: The number of a read that must replace this one, if a later read has been queued already; else
    ///   `nil`.
    mutating func endRead(_ number: Int, at value: Value, wasForetold: Bool) -> Int? {
      guard stage != nil else { return nil }
      guard number > lastPending else { return beginRead() }
      lastPending = number
      pending.append(Reading(value: value, old: old))
      if wasForetold { changesInProgress -= 1 }
      old = changesInProgress == 0 ? nil : value
      return nil
    }

    /// Queues the initial value, unless the value after a change, which is newer, has been queued since the read
    /// began.
    mutating func endInitialRead(_ number: Int, at value: Value) {
      guard stage != nil, number > lastPending else { return }
      lastPending = number
      pending.append(Reading(value: value))
    }

    /// Takes the next reading, or ends the delivery. Without demand, the queued readings are dropped, except the
    /// newest if `owesNewest`: it is then delivered at the next request. `dropped` gets the readings to release
    /// outside the lock.
    mutating func next(owesNewest: Bool, dropped: inout [Reading]) -> (Stage, Reading)? {
      guard let stage, demand != .none else {
        while pending.count > (owesNewest ? 1 : 0), let reading = pending.popFirst() { dropped.append(reading) }
        isDelivering = false
        return nil
      }
      guard let reading = pending.popFirst() else {
        isDelivering = false
        return nil
      }
      demand -= 1
      return (stage, reading)
    }
  }

  /// The references that are released at the end.
  private struct Stage {
    weak var object: Root?
    let keyPath: KeyPath<Root, Value>
    let transform: Transform
    let downstream: Downstream
  }

  /// A value of the key path.
  private struct Reading {
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

  /// Hands downstream its subscription, then registers with the properties.
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
    // Cancelled during the handover or on another thread: `cancel()` has not seen these places.
    if isOver { return places.forEach { $0.leave() } }
    if options.contains(.initial) {
      let number = state.withLock { $0.beginRead() }
      let value = object[keyPath: stage.keyPath]
      state.withLock { $0.endInitialRead(number, at: value) }
    }
    drain()
  }

  /// Whether the value before a change must be read.
  private var readsBefore: Bool { !options.isDisjoint(with: [.old, .prior]) }

  func willChange() {
    guard readsBefore else { return }
    // Counted before the read: if a change on another thread ends during the read, it finds a change in progress, and
    // keeps its value as `old`, which then takes precedence over this one.
    let stage = state.withLock { state in
      state.changesInProgress += 1
      return state.stage
    }
    guard let stage, let object = stage.object else { return }
    let value = object[keyPath: stage.keyPath]
    state.withLock { state in
      guard state.stage != nil else { return }
      if state.old == nil { state.old = value }
      if options.contains(.prior), let old = state.old {
        state.pending.append(Reading(value: old, isPrior: true))
      }
    }
  }

  func didChange(wasForetold: Bool) {
    let (stage, first) = state.withLock { ($0.stage, $0.beginRead()) }
    guard let stage, let object = stage.object else { return }
    var next: Int? = first
    while let number = next {
      let value = object[keyPath: stage.keyPath]
      next = state.withLock { state in
        state.endRead(number, at: value, wasForetold: wasForetold && readsBefore)
      }
    }
  }

  func deliver() {
    let delivers = state.withLock { state in
      guard state.stage != nil, !state.isDelivering, !state.pending.isEmpty else { return false }
      state.isDelivering = true
      return true
    }
    if delivers { drain() }
  }

  /// The drain loop: delivers the readings for which there is demand. The caller has set `isDelivering`.
  private func drain() {
    var dropped: [Reading] = []
    var hasLost = false
    while let (stage, reading) = state.withLock({ state in
      // Read in the locked step that may end the delivery: a property that is deinitialized later finds no delivery in
      // progress, and ends the subscription itself.
      hasLost = state.hasLost
      return state.next(owesNewest: options.contains(.initial), dropped: &dropped)
    }) {
      let more = stage.downstream.receive(stage.transform(reading.value, reading.old, reading.isPrior))
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

  /// Ends the subscription if the object is deinitialized and no reading is queued. No change can follow, and a
  /// subscriber that keeps its subscription must not be retained by it (rule 7).
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
