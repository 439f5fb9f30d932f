public import StreamCore

/// The hub of subjects and publishers whose subscribers have a queue each: a `Broadcaster`, whose subscribers are
/// ``BroadcastBranch``es.
// Sendable: everything is under a lock, or Sendable.
@usableFromInline
package final class BroadcastHub<Output, Failure: Error>: @unchecked Sendable {
  @usableFromInline package let broadcaster: Broadcaster<Output, Failure>
  @usableFromInline let name: StageName
  @usableFromInline let site: StreamSite?
  @usableFromInline let line = EmitLine<Output>()
  @usableFromInline let rooms: BranchRooms

  /// Called on any thread, under no lock, when there may be more room.
  private let onRoom: @Sendable () -> Void

  /// - Parameters:
  ///   - name: The description of the subscriptions.
  ///   - site: Where the subject or the operator was written, for the report of a drop.
  ///   - rooms: Keeps the rooms of the subscribers that suspend.
  ///   - onRoom: Called when one of these may have more room, has come, or has left.
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
    let delivery = branch.delivery
    delivery.attach(branch, from: UpstreamKey())
    var completion: Subscribers.Completion<Failure>?
    delivery.beginLate(
      { _ in },
      registering: {
        if whenFull.suspends { rooms.add(branch.room) }
        completion = broadcaster.enlist(SubscriberConduit(branch.upstream, to: branch)).completion
      })
    if let completion {
      delivery.receive(completion: completion, from: UpstreamKey())
      rooms.remove(branch.room)
    }
    delivery.endHandover()
    // Who measured earlier did not count its room, or still counted it.
    if whenFull.suspends { roomChanged() }
  }

  @usableFromInline
  package func send(completion: Subscribers.Completion<Failure>) {
    broadcaster.send(completion: completion)
    // After the end, whoever delivers it: until then room is needed.
    broadcaster.perform {
      self.rooms.removeAll()
      self.line.end()
    }
  }

  /// A branch that suspends may have more room, or has come, or has left.
  @usableFromInline
  func roomChanged() {
    wakeLine()
    onRoom()
  }

  @usableFromInline
  func reportDrop(_ reason: DropReport.Reason) {
    DropHook.report(DropReport(operatorName: name.description, reason: reason, site: site))
  }
}
