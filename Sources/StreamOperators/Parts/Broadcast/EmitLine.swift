internal import StreamCore

/// Those who wait for room to send a value, in the order of their calls.
// Sendable: everything is under the lock.
@usableFromInline
final class EmitLine<Value>: @unchecked Sendable {
  private let state = Locked(State())

  fileprivate struct State {
    var waiters = Queue<Waiter>()

    /// How many of them have been cancelled; the first has not.
    var cancelledCount = 0
  }

  /// One who waits.
  final class Waiter: @unchecked Sendable {
    // Sendable: as the line.
    let marks: EmitMarks?

    /// Whether it waits until the longest queue is down to the low mark.
    fileprivate var isHeld = false
    fileprivate var value: Value?
    fileprivate var phase = Phase.waiting
    fileprivate var isWoken = false

    /// Whether it will still measure the room.
    fileprivate var isLooking = true
    fileprivate var continuation: CheckedContinuation<Void, Never>?

    init(_ value: Value, _ marks: EmitMarks?) {
      (self.value, self.marks) = (value, marks)
    }
  }

  fileprivate enum Phase {
    case waiting

    /// The drain thread sends its value.
    case served
    case done, cancelled
  }

  @usableFromInline
  init() {}

  @usableFromInline var isEmpty: Bool { state.withLock { $0.waiters.isEmpty } }

  var first: Waiter? { state.withLock { $0.waiters.first } }

  func enter(_ waiter: Waiter) {
    state.withLock { $0.waiters.append(waiter) }
  }

  /// Waits for a change.
  ///
  /// - Returns: Whether the caller must look for room once more: its value is not sent, and it is not cancelled.
  func change(for waiter: Waiter) async -> Bool {
    await withCheckedContinuation { continuation in
      let isDue = state.withLock { _ in
        if waiter.isWoken || waiter.isOver { return true }
        waiter.continuation = continuation
        return false
      }
      if isDue { continuation.resume() }
    }
    return state.withLock { _ in
      (waiter.isWoken, waiter.isLooking) = (false, !waiter.isOver)
      return !waiter.isOver
    }
  }

  /// The caller measures the room for a waiter now: what changes from now on must wake it.
  func look(for waiter: Waiter) {
    state.withLock { _ in waiter.isLooking = false }
  }

  /// Whether somebody waits who does not look for room anyway.
  var needsWaking: Bool {
    state.withLock { $0.waiters.first.map { !$0.isWoken && !$0.isLooking } ?? false }
  }

  /// Lets the first one look for room, if there seems to be some.
  func wakeFirst(_ measured: BranchRooms.Measure) {
    let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard let first = state.waiters.first, first.seemsToPass(measured) else { return nil }
      first.isWoken = true
      return first.continuation.take()
    }
    continuation?.resume()
  }

  func isCancelled(_ waiter: Waiter) -> Bool { state.withLock { _ in waiter.phase == .cancelled } }

  /// Cancels one, unless its value is being sent.
  func cancel(_ waiter: Waiter) {
    let (continuation, value) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Value?) in
      guard waiter.phase == .waiting else { return (nil, nil) }
      waiter.phase = .cancelled
      state.cancelledCount += 1
      state.removeCancelled()
      return (waiter.continuation.take(), waiter.value.take())
    }
    withExtendedLifetime(value) {}
    continuation?.resume()
  }

  /// Takes the first one's value, if it may be sent: the caller is the drain thread, and sends it.
  ///
  /// - Parameters:
  ///   - last: The last one that the caller may serve.
  ///   - measured: The room in the queues.
  /// - Returns: The first one, with its value; `nil` if it must wait, or if the last one waits no longer.
  func serve(through last: Waiter, _ measured: BranchRooms.Measure) -> (waiter: Waiter, value: Value)? {
    state.withLock { state in
      guard last.phase == .waiting, let first = state.waiters.first, first.mayPass(measured),
        let value = first.value.take()
      else { return nil }
      first.phase = .served
      _ = state.waiters.popFirst()
      state.removeCancelled()
      return (first, value)
    }
  }

  func finish(_ waiter: Waiter) {
    let continuation = state.withLock { _ in waiter.finish() }
    continuation?.resume()
  }

  /// Lets all go.
  func end() {
    let (waiters, continuations) = state.withLock { state in
      var waiters: [Waiter] = []
      while let waiter = state.waiters.popFirst() { waiters.append(waiter) }
      state.cancelledCount = 0
      return (waiters, waiters.compactMap { $0.phase == .waiting ? $0.finish() : nil })
    }
    for continuation in continuations { continuation.resume() }
    withExtendedLifetime(waiters) {}
  }
}

extension EmitLine.State {
  /// Removes those at the head of the line, and all of them once they are most of it.
  fileprivate mutating func removeCancelled() {
    while waiters.first?.phase == .cancelled {
      _ = waiters.popFirst()
      cancelledCount -= 1
    }
    guard cancelledCount > 32, cancelledCount > waiters.count / 2 else { return }
    for _ in 0..<waiters.count {
      if let waiter = waiters.popFirst(), waiter.phase == .waiting { waiters.append(waiter) }
    }
    cancelledCount = 0
  }
}

extension EmitLine.Waiter {
  fileprivate var isOver: Bool { phase == .done || phase == .cancelled }

  fileprivate func finish() -> CheckedContinuation<Void, Never>? {
    phase = .done
    return continuation.take()
  }

  /// Whether there is room for its value. Once the drain thread has seen the high mark, the low one counts.
  fileprivate func mayPass(_ measured: BranchRooms.Measure) -> Bool {
    if let marks, measured.waiting >= marks.high { isHeld = true }
    return seemsToPass(measured)
  }

  /// The same by what another thread has measured, which may be out of date.
  fileprivate func seemsToPass(_ measured: BranchRooms.Measure) -> Bool {
    if let marks, isHeld, measured.waiting > marks.low { return false }
    return measured.room > 0
  }
}

/// Between which lengths of the longest queue senders wait.
@usableFromInline
package struct EmitMarks: Sendable {
  package let low: Int
  package let high: Int

  package init(low: Int, high: Int) {
    precondition(low >= 0 && low <= high, "The low water mark, \(low), must be from zero to the high one, \(high).")
    (self.low, self.high) = (low, high)
  }
}
