public import StreamCore
public import StreamParts

/// Takes each element to the group of its key.
@usableFromInline
struct GroupInner<Input, Key: Hashable, Downstream: Subscriber>: StageSubscriber
where Downstream.Input == GroupedPublisher<Key, Input, Downstream.Failure> {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let hub: InletHub<Input, Downstream>
  @usableFromInline let maxGroups: Int

  /// Whether a key is forgotten when its group has been cancelled.
  @usableFromInline let forgets: Bool
  @usableFromInline let key: (Input) -> Key

  /// The keys, which belong to upstream's thread: their comparison is a client's code, and needs no lock.
  @usableFromInline let groups = SerialState(GroupTable<Key, Input, Failure>())

  @inlinable
  init(hub: InletHub<Input, Downstream>, maxGroups: Int, forgets: Bool, key: @escaping (Input) -> Key) {
    self.hub = hub
    self.maxGroups = maxGroups
    self.forgets = forgets
    self.key = key
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { hub.pipelineEnd }

  @usableFromInline var description: String { hub.description }

  @inlinable var combineIdentifier: CombineIdentifier { hub.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if hub.begin(with: subscription) { hub.requestFirst() }
  }

  // Replacement demand uses `request`, because the element may leave its group on another thread.
  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard hub.isActive else { return .none }
    let key = key(input)
    // The closure may have cancelled.
    guard hub.isActive else { return .none }
    if let group = groups.value.inlets[key], !(forgets && hub.isOver(group)) {
      if hub.offer(input, to: group) { drop() }
    } else {
      open(key, with: input)
    }
    return .none
  }

  @inlinable
  func open(_ key: Key, with input: Input) {
    if forgets { groups.value.forget(hub.takeCancelled()) }
    guard groups.value.inlets.count < maxGroups else { return dropForWantOfGroup() }
    guard hub.hasRoom else { return drop() }
    guard let (group, port) = hub.open("Group") else { return hub.leaveOut() }
    groups.value.add(group, for: key)
    _ = hub.offer(input, to: group)
    hub.giveOut(GroupedPublisher(key: key, port: port))
  }

  /// Handles an element for which there is no room: reports the drop, or fails the stream, as the policy demands.
  @inlinable
  func drop() {
    if let makeFailure = hub.bounds.makeFailure { return end(.failure(makeFailure()), cancels: true) }
    hub.bounds.reportDrop()
  }

  /// Handles an element that would open one group too many. Unlike an element without room, it has been requested, so
  /// another one is requested in its place.
  @inlinable
  func dropForWantOfGroup() {
    if let makeFailure = hub.bounds.makeFailure { return end(.failure(makeFailure()), cancels: true) }
    hub.bounds.reportDrop(.overflow)
    hub.leaveOut()
  }

  @inlinable
  func end(_ completion: Subscribers.Completion<Failure>, cancels: Bool) {
    guard hub.terminate(cancels: cancels) else { return }
    let ended = groups.value
    groups.value = GroupTable()
    for group in ended.inOrder { hub.close(group, completion) }
    hub.complete(completion)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    end(completion, cancels: false)
  }
}

/// The groups by their keys.
@usableFromInline
struct GroupTable<Key: Hashable, Element, Failure: Error> {
  @usableFromInline typealias Child = Inlet<Element, Failure>

  @usableFromInline var inlets: [Key: Child] = [:]
  @usableFromInline var keys: [ObjectIdentifier: Key] = [:]

  @inlinable
  init() {}

  /// The number of groups that have been opened.
  @usableFromInline var openedCount = 0

  /// The groups in the order in which they were opened.
  @usableFromInline var inOrder: [Child] { inlets.values.sorted { $0.number < $1.number } }

  @inlinable
  mutating func add(_ inlet: Child, for key: Key) {
    openedCount += 1
    inlet.number = openedCount
    inlets[key] = inlet
    keys[ObjectIdentifier(inlet)] = key
  }

  @inlinable
  mutating func forget(_ cancelled: [Child]) {
    for inlet in cancelled {
      if let key = keys.removeValue(forKey: ObjectIdentifier(inlet)) { inlets[key] = nil }
    }
  }
}
