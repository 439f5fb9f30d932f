public import StreamCore

extension BroadcastHub {
  /// Sends a value when every subscriber that suspends has room, in the order of the calls.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - marks: Between which lengths of the slowest queue the caller waits.
  /// - Throws: If the task is cancelled before that.
  @inlinable
  package func emit(_ value: Output, marks: EmitMarks? = nil) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    if marks == nil, emitNow(value) { return }
    try await emitInTurn(value, marks: marks)
  }

  /// Waits in the line, even if nobody else does.
  @usableFromInline
  func emitInTurn(_ value: Output, marks: EmitMarks?) async throws(CancellationError) {
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
  @inlinable
  func emitNow(_ value: Output) -> Bool {
    var places: Places?
    let isSent = state.withLock { state in
      if state.completion != nil { return true }
      guard state.line.isEmpty, hasRoom(in: state) else { return false }
      if state.suspendingCount > 0 { takeRoom(in: state.branches.places, always: true) }
      if gate.enterOrMark() {
        places = state.branches.places
      } else {
        state.work.append(.value(value, state.branches.places, hasRoom: true))
      }
      return true
    }
    guard let places else { return isSent }
    _ = deliver(value, to: places)
    leave()
    return true
  }
}
