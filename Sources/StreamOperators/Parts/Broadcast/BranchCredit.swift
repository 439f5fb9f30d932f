public import StreamCore

/// How many values a branch that suspends has room for. Pure.
///
/// A branch with a queue requests its size first, and then as many as have left it. One without a queue passes
/// downstream's demand on.
@frozen
@usableFromInline
struct BranchCredit {
  @usableFromInline let size: Int
  @usableFromInline var isOpen = false

  /// The values that have been taken and have not left the queue.
  @usableFromInline var held = 0

  /// The outstanding demand, of a branch without a queue.
  @usableFromInline var demand = Subscribers.Demand.none

  @inlinable
  init(size: Int) {
    self.size = size
  }

  /// The number of values for which there is room.
  @inlinable var room: Int {
    if size == 0 { return demand.max ?? .max }
    return isOpen ? size - held : 0
  }

  /// Takes room for a value.
  @inlinable
  mutating func take() {
    if size == 0 { demand -= 1 } else { held += 1 }
  }

  /// The branch requests values.
  @inlinable
  mutating func add(_ more: Subscribers.Demand) {
    if size == 0 {
      demand += more
    } else if isOpen {
      held -= more.max ?? held
    } else {
      isOpen = true
    }
  }
}
