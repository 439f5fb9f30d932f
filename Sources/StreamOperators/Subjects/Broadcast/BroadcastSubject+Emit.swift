public import StreamCore
public import StreamParts

extension BroadcastSubject {
  /// Sends a value at once if no task waits, no thread delivers, and every queue that suspends has room.
  @inlinable
  func emitNow(_ value: Output) -> Bool {
    guard line.isEmpty, hub.broadcaster.gate.enter() else { return false }
    let hasRoom = hub.rooms.measure().room > 0
    if hasRoom { hub.broadcaster.deliver(value) }
    hub.broadcaster.leave()
    return hasRoom
  }

  @usableFromInline
  func emitInTurn(_ value: Output, marks: EmitMarks?) async throws(CancellationError) {
    let waiter = EmitLine<Output>.Waiter(value, marks)
    line.enter(waiter)
    await withTaskCancellationHandler {
      repeat {
        // Queued behind what this task has done before: an earlier value, a new subscriber, the end.
        hub.broadcaster.perform { self.serveLine(through: waiter) }
      } while await line.sleep(waiter)
    } onCancel: { [line] in
      line.cancel(waiter)
    }
    if line.withdraw(waiter) { throw CancellationError() }
  }

  /// Sends the values of the line up to a waiter's, as long as there is room. The drain thread alone calls this.
  private func serveLine(through last: EmitLine<Output>.Waiter) {
    line.look(for: last)
    while let (waiter, value) = line.serve(through: last) {
      hub.broadcaster.deliver(value)
      line.finish(waiter)
    }
    line.wake()
  }
}
