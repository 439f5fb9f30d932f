import Foundation
import StreamCore

/// A value that several threads change, and that a test can wait for without holding a thread.
final class Watched<Value>: Sendable {
  private struct Waiter {
    let id: UUID
    let isAwaited: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let state: Locked<(value: Value, waiters: [Waiter])>

  init(_ value: Value) {
    state = Locked((value, []))
  }

  var value: Value { state.value.value }

  func update(_ change: (inout Value) -> Void) {
    let ready = state.withLock { state in
      change(&state.value)
      let ready = state.waiters.filter { $0.isAwaited(state.value) }
      state.waiters.removeAll { $0.isAwaited(state.value) }
      return ready
    }
    for waiter in ready { waiter.continuation.resume(returning: true) }
  }

  /// Waits until `isAwaited` is true of the value; not beyond the test's time limit.
  ///
  /// - Returns: Whether that came to be.
  func wait(until isAwaited: @escaping @Sendable (Value) -> Bool) async -> Bool {
    let id = UUID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if isAwaited(state.value) { return true }
          if Task.isCancelled { return false }
          state.waiters.append(Waiter(id: id, isAwaited: isAwaited, continuation: continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let abandoned = state.withLock { state in
        let index = state.waiters.firstIndex { $0.id == id }
        return index.map { state.waiters.remove(at: $0) }
      }
      abandoned?.continuation.resume(returning: false)
    }
  }
}
