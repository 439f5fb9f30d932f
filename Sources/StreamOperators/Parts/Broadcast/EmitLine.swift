/// Those who wait for room to send a value, in order. Pure.
@usableFromInline
struct EmitLine<Value> {
  @usableFromInline
  struct Waiter {
    let value: Value
    let marks: EmitMarks?

    /// Whether it waits until the queue of the slowest subscriber is down to the low mark.
    var isHeld = false

    /// Resumed with whether the value has been sent.
    let continuation: CheckedContinuation<Bool, Never>
  }

  private var order: [Int] = []
  private var head = 0
  @usableFromInline var waiters: [Int: Waiter] = [:]
  private var cancelled: Set<Int> = []
  private var last = 0

  /// Whether one of them has waited with marks.
  private(set) var hasMarks = false

  @inlinable var isEmpty: Bool { waiters.isEmpty }

  /// Numbers a caller.
  mutating func enter() -> Int {
    last += 1
    return last
  }

  /// Forgets a caller, which has been resumed.
  mutating func leave(_ number: Int) {
    cancelled.remove(number)
  }

  /// Adds a caller, unless it has been cancelled.
  mutating func wait(_ waiter: Waiter, number: Int) -> Bool {
    if cancelled.contains(number) { return false }
    order.append(number)
    waiters[number] = waiter
    if waiter.marks != nil { hasMarks = true }
    return true
  }

  /// Cancels a caller, now or when it comes.
  ///
  /// - Returns: The one that waited, to be resumed.
  mutating func cancel(_ number: Int) -> Waiter? {
    let waiter = waiters.removeValue(forKey: number)
    if waiter == nil { cancelled.insert(number) }
    return waiter
  }

  /// Takes the first in the line, if it may send.
  ///
  /// - Parameters:
  ///   - hasRoom: Whether every subscriber that suspends has room.
  ///   - held: The number of values that wait in the longest of their queues.
  /// - Returns: The first, which has left the line.
  mutating func admit(hasRoom: Bool, held: Int) -> Waiter? {
    while head < order.count {
      let number = order[head]
      guard var waiter = waiters[number] else {
        advance()
        continue
      }
      guard EmitMarks.admits(waiter.marks, isHeld: &waiter.isHeld, hasRoom: hasRoom, held: held) else {
        waiters[number] = waiter
        return nil
      }
      waiters[number] = nil
      advance()
      return waiter
    }
    return nil
  }

  private mutating func advance() {
    head += 1
    if head == order.count {
      order.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 64, head * 2 > order.count {
      order.removeFirst(head)
      head = 0
    }
  }

  /// Removes all.
  mutating func end() -> [Waiter] {
    defer { (order, head, waiters) = ([], 0, [:]) }
    return order[head...].compactMap { waiters[$0] }
  }
}

/// Between which lengths of the slowest queue senders wait.
@usableFromInline
package struct EmitMarks: Sendable {
  package let low: Int
  package let high: Int

  package init(low: Int, high: Int) {
    precondition(low >= 0 && low <= high, "The low water mark, \(low), must be from zero to the high one, \(high).")
    (self.low, self.high) = (low, high)
  }

  /// Whether a value may be sent. `isHeld` is set once the high mark has been seen; from then on the low one counts.
  static func admits(_ marks: EmitMarks?, isHeld: inout Bool, hasRoom: Bool, held: @autoclosure () -> Int) -> Bool {
    if let marks {
      let held = held()
      if held >= marks.high { isHeld = true }
      if isHeld, held > marks.low { return false }
    }
    return hasRoom
  }
}
