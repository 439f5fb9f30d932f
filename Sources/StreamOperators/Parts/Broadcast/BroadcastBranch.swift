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

  let offer: (Output) -> Outcome
  let complete: (Completion) -> Void

  // Under the lock of the hub.

  /// The room, of a branch that suspends.
  var credit: BranchCredit?

  /// Its index in the hub's list; `nil` before it is in the list, and after.
  var place: Int?
  var isOver = false

  /// Whether it takes the value that is being sent. Of the drain thread of the hub.
  var takes = true

  @usableFromInline
  init(suspendingSize: Int?, offer: @escaping (Output) -> Outcome, complete: @escaping (Completion) -> Void) {
    (self.offer, self.complete) = (offer, complete)
    credit = suspendingSize.map(BranchCredit.init)
  }

  /// Takes room for a value, if there is any.
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
  private let hub: BroadcastHub<Output, Failure>
  private let owner: AnyObject?
  private let branch: Locked<BroadcastBranch<Output, Failure>?>

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

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    if let branch = branch.value { hub.requested(demand, by: branch) }
  }

  @usableFromInline
  func cancel() {
    if let branch = branch.exchange(nil) { hub.remove(branch) }
  }
}
