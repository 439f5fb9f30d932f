/// What happens to values that arrive before a loop asks for them: the argument of
/// ``StreamCore/Publisher/values(buffering:)``.
@frozen
public enum AsyncBuffering: Hashable, Sendable {
  /// One value is requested each time the loop waits, so that a slow loop slows its publisher down. Values that come
  /// unrequested are kept. Nothing is dropped here; a subject drops what it sends without demand.
  case suspending

  /// All values are requested at once, and kept until the loop takes them. Memory grows with the number that waits.
  case unbounded

  /// All values are requested at once. Up to the given number of values wait, zero or more; while that many wait, new
  /// ones are dropped.
  case oldest(Int)

  /// All values are requested at once. Up to the given number of values wait, zero or more; while that many wait, a new
  /// one replaces the oldest.
  case newest(Int)

  /// The number of values that may wait; `nil` for any number.
  @inlinable var limit: Int? {
    switch self {
    case .suspending, .unbounded: nil
    case .oldest(let count), .newest(let count): count
    }
  }
}
