public import StreamCore

/// One subscriber of a ``BroadcastHub``, with its queue: what the hub knows of it. Closures know the subscriber's type.
@usableFromInline
final class BroadcastBranch<Output, Failure: Error> {
  @usableFromInline
  enum Outcome {
    case delivered, buffered, dropped

    /// It has ended.
    case ignored
  }

  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let offer: (Output) -> Outcome
  @usableFromInline let complete: (Completion) -> Void

  // Under the lock of the hub.

  /// The room, of a branch that suspends.
  @usableFromInline var credit: BranchCredit?

  /// Its index in the hub's list; `nil` before it is in the list, and after.
  @usableFromInline var place: Int?
  @usableFromInline var isOver = false

  /// Whether it takes the value that is being sent. Of the drain thread of the hub.
  @usableFromInline var takes = true

  @inlinable
  init(suspendingSize: Int?, offer: @escaping (Output) -> Outcome, complete: @escaping (Completion) -> Void) {
    (self.offer, self.complete) = (offer, complete)
    credit = suspendingSize.map { BranchCredit(size: $0) }
  }

  /// Takes room for a value, if there is any.
  @inlinable
  func takeRoom() -> Bool {
    guard !isOver, let room = credit?.room else { return true }
    if room > 0 { credit?.take() }
    return room > 0
  }
}

/// The upstream of one branch: its requests are room for values, its cancel takes it from the hub.
// Sendable: the branch is used under the lock of the hub alone, or by its drain thread.
@usableFromInline
final class BroadcastLink<Output, Failure: Error>: StageSubscription, @unchecked Sendable {
  @usableFromInline let hub: BroadcastHub<Output, Failure>
  private let owner: AnyObject?
  @usableFromInline let branch: Locked<BroadcastBranch<Output, Failure>?>

  /// - Parameters:
  ///   - hub: The hub.
  ///   - owner: What the subscription retains until it ends.
  @usableFromInline
  init(_ hub: BroadcastHub<Output, Failure>, owner: AnyObject?) {
    (self.hub, self.owner) = (hub, owner)
    branch = Locked(nil)
  }

  @usableFromInline
  func lead(to branch: BroadcastBranch<Output, Failure>) {
    _ = self.branch.exchange(branch)
  }

  @usableFromInline var description: String { "\(hub.name)" }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    if let branch = branch.value { hub.requested(demand, by: branch) }
  }

  @usableFromInline
  func cancel() {
    if let branch = branch.exchange(nil) { hub.remove(branch) }
  }
}
