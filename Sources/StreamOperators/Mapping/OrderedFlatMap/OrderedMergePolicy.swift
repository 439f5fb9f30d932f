public import StreamCore
public import StreamParts

/// The rules of `orderedFlatMap`: the values of several children, in the order of the children.
///
/// The head is the first child that has not finished: its values are delivered as they arrive. The values of later
/// children are held until all earlier children have finished. The epoch in the key of a child is the child's number,
/// from 1.
@usableFromInline
struct OrderedMergePolicy<Element, Failure: Error>: DeliveryPolicy {
  @usableFromInline
  struct Child {
    @usableFromInline var upstream = UpstreamState.awaitingSubscription

    /// Whether no values follow. The child may still take up a place then.
    @usableFromInline var hasFinished = false

    /// The number of values that may still arrive.
    @usableFromInline var requestedCount: Int

    /// The number of values that have arrived and have not been delivered.
    @usableFromInline var waitingCount = 0

    /// Those of them that are held.
    @usableFromInline var held = Queue<Element>()

    @inlinable
    init(requestedCount: Int) {
      self.requestedCount = requestedCount
    }
  }

  @usableFromInline let maxPublishers: Int
  @usableFromInline let bufferSize: Int
  @usableFromInline var outer = UpstreamState.awaitingSubscription

  /// The children that run or have values that wait: each takes up a place.
  @usableFromInline var children: [Int: Child] = [:]
  @usableFromInline var lastChild = 0

  /// The head, or the number of the next child if all have finished.
  @usableFromInline var head = 1

  @usableFromInline
  init(maxPublishers: Int, bufferSize: Int) {
    self.maxPublishers = maxPublishers
    self.bufferSize = bufferSize
  }

  /// Adds a child, which must then be subscribed to.
  ///
  /// - Returns: Its key; `nil` if upstream is not active.
  @usableFromInline
  mutating func addChild() -> UpstreamKey? {
    guard outer.isActive else { return nil }
    lastChild += 1
    children[lastChild] = Child(requestedCount: bufferSize)
    return UpstreamKey(epoch: lastChild)
  }

  @inlinable
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    if origin == .outer {
      return outer.attach(subscription) ? (maxPublishers < .max ? .max(maxPublishers) : .unlimited) : nil
    }
    guard children[origin.epoch]?.upstream.attach(subscription) == true else { return nil }
    return bufferSize < .max ? .max(bufferSize) : .unlimited
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool { children[origin.epoch]?.upstream.isActive ?? false }

  // MARK: Values

  /// Takes a value of a child that is active.
  ///
  /// - Returns: The value, if it can be let out. Otherwise it is held, or dropped if the child was not asked for it, or
  ///   has finished.
  @inlinable
  mutating func take(_ value: Element, of child: UpstreamKey, isUnrequested: inout Bool) -> Element? {
    guard children[child.epoch]?.hasFinished == false else { return nil }
    guard let requestedCount = children[child.epoch]?.requestedCount, requestedCount > 0 else {
      isUnrequested = true
      return nil
    }
    if bufferSize < .max { children[child.epoch]?.requestedCount -= 1 }
    children[child.epoch]?.waitingCount += 1
    if child.epoch == head { return value }
    children[child.epoch]?.held.append(value)
    return nil
  }

  /// Marks a child as finished. Its place is not free yet.
  @usableFromInline
  mutating func finish(_ child: UpstreamKey) {
    if isActive(child) { children[child.epoch]?.hasFinished = true }
  }

  /// Moves the head on past children that have finished.
  ///
  /// - Returns: The next held value that can be delivered now, with its child.
  @usableFromInline
  mutating func takeHeld() -> (value: Element, child: UpstreamKey)? {
    while head <= lastChild {
      if let value = children[head]?.held.popFirst() { return (value, UpstreamKey(epoch: head)) }
      if let child = children[head], !child.hasFinished { return nil }
      head += 1
    }
    return nil
  }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    switch event {
    case .requested, .drained: return UpstreamRequests()
    case .completed(let child): return freePlace(of: child)
    case .delivered(let child, _):
      children[child.epoch]?.waitingCount -= 1
      guard isActive(child) else { return freePlace(of: child) }
      guard bufferSize < .max else { return UpstreamRequests() }
      children[child.epoch]?.requestedCount += 1
      return UpstreamRequests(.max(1), of: child)
    }
  }

  // MARK: Ends

  @inlinable
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    if origin == .outer { return outer.terminate() }
    return children[origin.epoch]?.upstream.terminate()
  }

  /// Frees the place of a child that has finished, if no value of it waits.
  @usableFromInline
  mutating func freePlace(of child: UpstreamKey) -> UpstreamRequests {
    guard children[child.epoch]?.waitingCount == 0 else { return UpstreamRequests() }
    children[child.epoch] = nil
    return UpstreamRequests(maxPublishers < .max ? .max(1) : .none, of: .outer)
  }

  @inlinable var isOver: Bool { outer.phase == .terminated && children.isEmpty }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    origin == .outer ? outer.subscription : children[origin.epoch]?.upstream.subscription
  }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    defer { children = [:] }
    // Sorted: a dictionary's order differs from run to run.
    let running = children.sorted { $0.key < $1.key }.compactMap(\.value.upstream.subscription)
    return EndedUpstreams([outer.terminate()].compactMap { $0 } + running, releasing: children)
  }
}
