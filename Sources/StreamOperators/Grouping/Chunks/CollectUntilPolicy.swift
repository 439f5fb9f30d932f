public import StreamCore
public import StreamParts

/// The rules of `collect(until:)`: elements are collected until the boundary sends, or until they are as many as may
/// be.
@usableFromInline
struct CollectUntilPolicy<Input, Failure: Error>: BoundedPolicy {
  @usableFromInline typealias Element = [Input]

  @usableFromInline let maxLength: Int
  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  @usableFromInline var boundary = UpstreamState.awaitingSubscription

  /// The elements since the last chunk.
  @usableFromInline var open: [Input] = []

  /// Whether one of the two has completed: what the other sends is ignored, while chunks wait for demand.
  @usableFromInline var isClosed = false

  @inlinable
  init(maxLength: Int) {
    self.maxLength = maxLength
  }

  /// - Returns: The chunk, if it has its greatest length now.
  @inlinable
  mutating func collect(_ element: Input) -> [Input]? {
    open.append(element)
    return open.count < maxLength ? nil : takeOpen()
  }

  @inlinable
  mutating func takeOpen() -> [Input] {
    defer { open = [] }
    return open
  }

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    guard !isClosed else { return nil }
    return (origin == .boundary ? boundary.attach(subscription) : upstream.attach(subscription)) ? .unlimited : nil
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool {
    !isClosed && (origin == .boundary ? boundary.isActive : upstream.isActive)
  }

  // One chunk may wait beyond the demand.
  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    demand + 1 > count ? .append : .replaceOldest
  }

  @usableFromInline
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    guard let ended = origin == .boundary ? boundary.terminate() : upstream.terminate() else { return nil }
    isClosed = true
    return ended
  }

  /// Terminates the one that has not completed, when the other has.
  ///
  /// - Returns: Its subscription, to be cancelled outside the lock.
  @usableFromInline
  mutating func takeOther() -> SubscriptionObject? { boundary.terminate() ?? upstream.terminate() }

  @inlinable var isOver: Bool { isClosed }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    origin == .boundary ? boundary.subscription : upstream.subscription
  }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    EndedUpstreams([upstream.terminate(), boundary.terminate()].compactMap { $0 }, releasing: takeOpen())
  }
}

extension UpstreamKey {
  /// The publisher whose elements end what is being collected.
  @inlinable static var boundary: Self { Self(index: 1) }
}
