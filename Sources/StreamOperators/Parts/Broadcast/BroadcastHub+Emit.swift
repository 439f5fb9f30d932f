internal import StreamCore

extension BroadcastHub {
  /// Sends a value when every subscriber that suspends has room, in the order of the calls.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - marks: Between which lengths of the slowest queue the caller waits.
  /// - Throws: If the task is cancelled before that.
  package func emit(_ value: Output, marks: EmitMarks? = nil) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    if emitNow(value, marks: marks) { return }
    let number = state.withLock { $0.line.enter() }
    let isSent = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          state.line.wait(
            EmitLine<Output>.Waiter(value: value, marks: marks, continuation: continuation), number: number)
        }
        // Room that has come meanwhile has found nobody in the line.
        if waits { useRoom() } else { continuation.resume(returning: false) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.line.cancel(number) }
      waiter?.continuation.resume(returning: false)
      // It may have been the first in the line, with a mark that the next one does not have.
      useRoom()
    }
    state.withLock { $0.line.leave(number) }
    if !isSent { throw CancellationError() }
  }

  /// Sends a value if nobody waits and there is room.
  private func emitNow(_ value: Output, marks: EmitMarks?) -> Bool {
    let (isSent, isDrainThread) = state.withLock { state -> (Bool, Bool) in
      if state.completion != nil { return (true, false) }
      var isHeld = false
      guard state.line.isEmpty,
        EmitMarks.admits(marks, isHeld: &isHeld, hasRoom: hasRoom(in: state), held: held(in: state))
      else { return (false, false) }
      admit(value, in: &state)
      return (true, gate.enter() || gate.markMissed())
    }
    if isDrainThread { drain() }
    return isSent
  }
}
