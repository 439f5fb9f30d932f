public import StreamCore

extension BroadcastHub {
  /// Sends a value when every subscriber that suspends has room, in the order of the calls: the task that calls does it, or
  /// the thread that is delivering. Whoever makes room wakes the first in the line, and delivers nothing.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - marks: Between which lengths of the longest queue the caller waits.
  /// - Throws: If the task is cancelled before that.
  @inlinable
  package func emit(_ value: Output, marks: EmitMarks? = nil) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    if marks == nil, emitNow(value) { return }
    try await emitInTurn(value, marks: marks)
  }

  /// Sends a value, if nobody waits or delivers, and there is room.
  @inlinable
  func emitNow(_ value: Output) -> Bool {
    guard line.isEmpty, broadcaster.gate.enter() else { return false }
    let hasRoom = rooms.measure().room > 0
    if hasRoom { broadcaster.deliver(value) }
    broadcaster.leave()
    return hasRoom
  }

  @usableFromInline
  func emitInTurn(_ value: Output, marks: EmitMarks?) async throws(CancellationError) {
    let waiter = EmitLine<Output>.Waiter(value, marks)
    line.enter(waiter)
    await withTaskCancellationHandler {
      repeat {
        // Work that was queued before is done before: an earlier value, a new subscriber, the end.
        broadcaster.perform { self.serveLine(through: waiter) }
      } while await line.change(for: waiter)
    } onCancel: {
      line.cancel(waiter)
      wakeLine()
    }
    if line.isCancelled(waiter) { throw CancellationError() }
  }

  /// Sends what waits in the line up to a waiter, as long as there is room. Of the drain thread, which alone takes room.
  private func serveLine(through last: EmitLine<Output>.Waiter) {
    line.look(for: last)
    while let (waiter, value) = line.serve(through: last, measureForLine()) {
      broadcaster.deliver(value)
      line.finish(waiter)
    }
    wakeLine()
  }

  /// Wakes the first in the line, if there is room for its value.
  func wakeLine() {
    if line.needsWaking { line.wakeFirst(measureForLine()) }
  }

  private func measureForLine() -> BranchRooms.Measure {
    rooms.measure(above: line.first?.marks == nil ? 0 : .min)
  }
}
