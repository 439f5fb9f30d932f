internal import StreamCore
public import StreamParts

/// The tasks that wait for room to send a value to a ``BroadcastSubject``, in the order of their calls.
// Sendable: everything is under the lock.
@usableFromInline
final class EmitLine<Value>: @unchecked Sendable {
  fileprivate typealias Continuation = CheckedContinuation<Void, Never>

  private let rooms: BranchRooms
  private let state = Locked(State())

  fileprivate struct State {
    var waiters = Queue<Waiter>()

    /// How many of them have been cancelled. The first one has not.
    var cancelledCount = 0
  }

  /// A task that waits.
  final class Waiter: @unchecked Sendable {
    // Sendable: as the line.
    let marks: EmitMarks?

    /// Whether the high mark has been reached, so that it waits for the low one.
    fileprivate var isHeld = false
    fileprivate var value: Value?
    fileprivate var phase = Phase.looking
    fileprivate var continuation: Continuation?

    init(_ value: Value, _ marks: EmitMarks?) {
      (self.value, self.marks) = (value, marks)
    }
  }

  fileprivate enum Phase {
    /// It will measure the room.
    case looking

    /// It has measured the room. A thread that makes room wakes it.
    case asleep
    case woken

    /// The drain thread is sending its value.
    case served
    case done, cancelled
  }

  /// - Parameter rooms: Measures the queues of the subscribers that suspend.
  @usableFromInline
  init(_ rooms: BranchRooms) {
    self.rooms = rooms
  }

  @usableFromInline var isEmpty: Bool { state.withLock { $0.waiters.isEmpty } }

  /// Measured outside the lock, under which nothing is called.
  private func measure() -> BranchRooms.Measure {
    let first = state.withLock { $0.waiters.first }
    return rooms.measure(above: first?.marks == nil ? 0 : .min)
  }

  func enter(_ waiter: Waiter) {
    state.withLock { $0.waiters.append(waiter) }
  }

  /// Suspends the task until it is woken, cancelled, or done.
  ///
  /// - Returns: Whether it must look for room again.
  func sleep(_ waiter: Waiter) async -> Bool {
    await withCheckedContinuation { continuation in
      let isAwake = state.withLock { _ in
        if waiter.phase == .woken || waiter.isOver { return true }
        waiter.continuation = continuation
        return false
      }
      if isAwake { continuation.resume() }
    }
    return state.withLock { _ in
      if waiter.phase == .woken { waiter.phase = .looking }
      return !waiter.isOver
    }
  }

  /// Notes that the room is measured for a waiter now: a later change must wake it.
  func look(for waiter: Waiter) {
    state.withLock { _ in if waiter.phase == .looking { waiter.phase = .asleep } }
  }

  /// Wakes the first one, if it is asleep and there seems to be room for its value.
  @usableFromInline
  func wake() {
    guard state.withLock({ $0.waiters.first?.phase == .asleep }) else { return }
    let measured = measure()
    let continuation: Continuation? = state.withLock { state in
      guard let first = state.waiters.first, first.seemsToPass(measured) else { return nil }
      return first.wake()
    }
    continuation?.resume()
  }

  /// Cancels a waiter, unless its value is being sent, and wakes the one behind it.
  ///
  /// The runtime holds a lock of the task meanwhile. So nothing is measured, and no value is released.
  func cancel(_ waiter: Waiter) {
    let (own, next): (Continuation?, Continuation?) = state.withLock { state in
      guard waiter.isWaiting else { return (nil, nil) }
      let isFirst = state.waiters.first === waiter
      waiter.phase = .cancelled
      state.cancelledCount += 1
      state.removeCancelled()
      return (waiter.continuation.take(), isFirst ? state.waiters.first?.wake() : nil)
    }
    own?.resume()
    next?.resume()
  }

  /// Releases a waiter's value if it has been cancelled.
  ///
  /// - Returns: Whether it has been.
  func withdraw(_ waiter: Waiter) -> Bool {
    let (isCancelled, value) = state.withLock { _ in
      waiter.phase == .cancelled ? (true, waiter.value.take()) : (false, nil)
    }
    withExtendedLifetime(value) {}
    return isCancelled
  }

  /// Takes the first value of the line if there is room for it. The caller is the drain thread, and sends the value.
  ///
  /// - Parameter last: The last waiter that the caller may serve.
  /// - Returns: The waiter and its value; `nil` if it must wait, or if `last` has been served.
  func serve(through last: Waiter) -> (waiter: Waiter, value: Value)? {
    let measured = measure()
    return state.withLock { state in
      guard last.isWaiting, let first = state.waiters.first, first.mayPass(measured), let value = first.value.take()
      else { return nil }
      first.phase = .served
      _ = state.waiters.popFirst()
      state.removeCancelled()
      return (first, value)
    }
  }

  /// Resumes a waiter whose value has been sent.
  func finish(_ waiter: Waiter) {
    let continuation = state.withLock { _ in waiter.finish() }
    continuation?.resume()
  }

  /// Resumes all waiters.
  @usableFromInline
  func end() {
    let (waiters, continuations) = state.withLock { state in
      var waiters: [Waiter] = []
      while let waiter = state.waiters.popFirst() { waiters.append(waiter) }
      state.cancelledCount = 0
      return (waiters, waiters.compactMap { $0.isWaiting ? $0.finish() : nil })
    }
    for continuation in continuations { continuation.resume() }
    withExtendedLifetime(waiters) {}
  }
}

extension EmitLine.State {
  /// Removes the cancelled waiters at the head of the line, and all of them once they are more than half of it.
  fileprivate mutating func removeCancelled() {
    while waiters.first?.phase == .cancelled {
      _ = waiters.popFirst()
      cancelledCount -= 1
    }
    guard cancelledCount > 32, cancelledCount > waiters.count / 2 else { return }
    for _ in 0..<waiters.count {
      if let waiter = waiters.popFirst(), waiter.isWaiting { waiters.append(waiter) }
    }
    cancelledCount = 0
  }
}

extension EmitLine.Waiter {
  fileprivate var isOver: Bool { phase == .done || phase == .cancelled }

  fileprivate var isWaiting: Bool { !isOver && phase != .served }

  fileprivate func wake() -> EmitLine.Continuation? {
    guard phase == .asleep else { return nil }
    phase = .woken
    return continuation.take()
  }

  fileprivate func finish() -> EmitLine.Continuation? {
    phase = .done
    return continuation.take()
  }

  /// Whether there is room for its value. The measure is the drain thread's.
  fileprivate func mayPass(_ measured: BranchRooms.Measure) -> Bool {
    if let marks, measured.waiting >= marks.high { isHeld = true }
    return seemsToPass(measured)
  }

  /// Whether there is room for its value, by a measure that may be out of date.
  fileprivate func seemsToPass(_ measured: BranchRooms.Measure) -> Bool {
    if let marks, isHeld, measured.waiting > marks.low { return false }
    return measured.room > 0
  }
}

/// Between which lengths of the longest queue senders wait.
@usableFromInline
struct EmitMarks: Sendable {
  let low: Int
  let high: Int

  init(low: Int, high: Int) {
    precondition(low >= 0 && low <= high, "The low water mark, \(low), must be from zero to the high one, \(high).")
    (self.low, self.high) = (low, high)
  }
}
