public import StreamCore

extension BroadcastHub {
  /// Sends a value when every subscriber that suspends has room, in the order of the calls.
  ///
  /// The calling task delivers the value, or the thread that is delivering already. A request or a cancel that makes
  /// room wakes the first waiting task, and delivers nothing itself.
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

  /// Sends a value at once if no task waits, no thread delivers, and every queue that suspends has room.
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
        // Queued behind what this task has done before: an earlier value, a new subscriber, the end.
        broadcaster.perform { self.serveLine(through: waiter) }
      } while await line.sleep(waiter)
    } onCancel: {
      line.cancel(waiter)
    }
    if line.withdraw(waiter) { throw CancellationError() }
  }

  /// Sends the values of the line up to a waiter's, as long as there is room. The drain thread alone calls this.
  private func serveLine(through last: EmitLine<Output>.Waiter) {
    line.look(for: last)
    while let (waiter, value) = line.serve(through: last, measureForLine()) {
      broadcaster.deliver(value)
      line.finish(waiter)
    }
    wakeLine()
  }

  /// Wakes the first task of the line if there is room for its value.
  func wakeLine() {
    if line.isAsleep { line.wakeFirst(measureForLine()) }
  }

  private func measureForLine() -> BranchRooms.Measure {
    rooms.measure(above: line.first?.marks == nil ? 0 : .min)
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
