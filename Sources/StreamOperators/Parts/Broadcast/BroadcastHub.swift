public import StreamCore

/// The hub of subjects and publishers whose subscribers have a queue each: a `Broadcaster`, whose subscribers are
/// ``BroadcastBranch``es.
// Sendable: everything is under a lock, or Sendable.
@usableFromInline
package final class BroadcastHub<Output, Failure: Error>: @unchecked Sendable {
  @usableFromInline package let broadcaster: Broadcaster<Output, Failure>
  @usableFromInline let name: StageName
  @usableFromInline let site: StreamSite?
  @usableFromInline package let rooms: BranchRooms

  /// Called on any thread, outside of locks, when a branch that suspends may have more room, has come, or has left.
  @usableFromInline let onRoom: @Sendable () -> Void

  /// - Parameters:
  ///   - name: The description of the subscriptions.
  ///   - site: Where the subject or the operator was written, for the report of a drop.
  ///   - rooms: Measures the queues of the subscribers that suspend.
  ///   - onRoom: Called when one of these may have more room, comes, or leaves.
  @usableFromInline
  package init(
    _ name: StageName, site: StreamSite?, rooms: BranchRooms = BranchRooms(),
    onRoom: @escaping @Sendable () -> Void = {}
  ) {
    (self.name, self.site, self.rooms, self.onRoom) = (name, site, rooms, onRoom)
    broadcaster = Broadcaster(name)
    broadcaster.requestFromUpstreams()
  }

  /// - Parameters:
  ///   - downstream: The subscriber.
  ///   - policy: The rules of its queue.
  ///   - whenFull: What happens to a value when that is full.
  ///   - owner: What the subscription retains until it ends.
  @inlinable
  package func subscribe<Downstream: Subscriber>(
    _ downstream: Downstream, _ policy: BufferPolicy<Output, Failure>, whenFull: StreamOverflowPolicy<Failure>,
    owner: AnyObject
  ) where Downstream.Input == Output, Downstream.Failure == Failure {
    let branch = BroadcastBranch(of: self, owner: owner, policy, whenFull: whenFull, to: downstream)
    guard whenFull.suspends else { return _ = broadcaster.add(branch) }
    rooms.add(branch.room)
    if broadcaster.add(branch) { rooms.remove(branch.room) }
    // An earlier measure did not count its room, or still counted it.
    onRoom()
  }

  @usableFromInline
  package func send(completion: Subscribers.Completion<Failure>) {
    broadcaster.send(completion: completion)
    // Queued behind the completion: a value that is sent before it still needs room.
    broadcaster.perform(rooms.removeAll)
  }

  @usableFromInline
  func reportDrop(_ reason: DropReport.Reason) {
    DropHook.report(DropReport(operatorName: name.description, reason: reason, site: site))
  }
}

extension Broadcaster {
  /// Runs an action as the drain thread, or leaves it to that, after what is queued.
  @usableFromInline
  package func perform(_ action: @escaping () -> Void) {
    guard lock.withLock({ _ in enters(or: .action(action)) }) else { return }
    action()
    leave()
  }
}
