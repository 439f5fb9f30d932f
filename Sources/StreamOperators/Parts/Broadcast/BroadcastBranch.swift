public import StreamCore

/// One subscriber of a ``BroadcastHub``, with a queue. It receives every value, and notes in its subscription whether
/// it was delivered.
// Sendable: what changes is under a lock, but for the note, which belongs to the drain thread.
@usableFromInline
final class BroadcastBranch<Downstream: Subscriber>: HubBranch, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Delivery = SerialDelivery<BufferPolicy<Input, Failure>, Downstream>

  @usableFromInline let hub: BroadcastHub<Input, Failure>
  @usableFromInline let delivery: Delivery
  @usableFromInline let whenFull: StreamOverflowPolicy<Failure>
  @usableFromInline let room: BranchRoom
  @usableFromInline let upstream: SubjectSubscription

  @inlinable
  init(
    of hub: BroadcastHub<Input, Failure>, owner: AnyObject, _ policy: BufferPolicy<Input, Failure>,
    whenFull: StreamOverflowPolicy<Failure>, to downstream: Downstream
  ) {
    let delivery = Delivery(hub.name.description, policy, failsAfterQueue: true, to: downstream)
    (self.hub, self.delivery, self.whenFull) = (hub, delivery, whenFull)
    upstream = SubjectSubscription(ofBranch: hub.broadcaster, owner: owner)
    room = BranchRoom { delivery.state.withLock { $0.policy.measure($0.readyCount, $0.demand) } }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    upstream.outcome = take(input)
    return .none
  }

  @inlinable
  func take(_ input: Input) -> SubjectSubscription.OfferAction {
    switch delivery.offer(input, from: UpstreamKey()) {
    case .deliver: return .deliver
    case .nothing: return .queue
    case .dropped:
      hub.reportDrop(whenFull.dropReason)
      return .drop
    case .overflow:
      delivery.overflow(makeFailure: whenFull.makeFailure)
      return .drop
    case nil: return .skip
    }
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    delivery.receive(completion: completion, from: UpstreamKey())
  }

  /// A queue that suspends requests values when it has room for them.
  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    if whenFull.suspends { hub.onRoom() }
  }

  @usableFromInline
  func cancel() {
    upstream.cancel()
    guard whenFull.suspends else { return }
    hub.rooms.remove(room)
    hub.onRoom()
  }
}

extension BufferPolicy {
  /// The rules of a branch. One that suspends says each time that it has room again, even if its queue is endless.
  ///
  /// - Parameters:
  ///   - size: The size of the queue, at least 0.
  ///   - whenFull: What happens to a value when that is full.
  /// - Returns: The rules.
  @usableFromInline
  package static func branch(_ size: Int, _ whenFull: StreamOverflowPolicy<Failure>) -> BufferPolicy {
    BufferPolicy(
      size: size, overflow: Overflow(whenFull), keepsFull: whenFull.suspends,
      passesDemand: whenFull.suspends && size == 0)
  }

  /// - Returns: The room beside `count` queued values. Without a queue of its own, nothing counts as waiting.
  @inlinable
  func measure(_ count: Int, _ demand: Subscribers.Demand) -> BranchRooms.Measure {
    passesDemand ? ((demand.max ?? .max) - count, 0) : (size - count, count)
  }
}
