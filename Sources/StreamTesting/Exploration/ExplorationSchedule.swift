/// The decisions that make a multi-threaded run repeatable.
///
/// By default a thread runs until it waits or ends, and then the first runnable thread does; a schedule lists the
/// deviations from that. In its text, such as `0.0>2,2.7>1`, `2.7>1` means: at point 7 of thread 2, continue with
/// thread 1 or, if the point is a choice such as that of a timer, take option 1. Threads are numbered from 1, in order
/// of creation; 0 is the start. Points are numbered from 0.
public struct ExplorationSchedule: Hashable, Sendable, LosslessStringConvertible, ExpressibleByStringLiteral {
  struct Point: Hashable, Sendable {
    let thread: Int
    let step: Int
  }

  struct Decision: Hashable, Sendable {
    let point: Point
    let choice: Int
  }

  var decisions: [Decision]

  init(_ decisions: [Decision]) {
    self.decisions = decisions
  }

  /// Parses a schedule.
  ///
  /// - Parameter description: The text of a schedule; `nil` is returned if it is malformed.
  public init?(_ description: String) {
    decisions = []
    for part in description.split(separator: ",") {
      let numbers = part.split { $0 == "." || $0 == ">" }.map { Int($0) }
      guard numbers.count == 3, let thread = numbers[0], let step = numbers[1], let choice = numbers[2] else {
        return nil
      }
      decisions.append(Decision(point: Point(thread: thread, step: step), choice: choice))
    }
  }

  /// Parses a schedule literal; malformed text traps.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) {
    guard let schedule = Self(value) else { preconditionFailure("This is no schedule of an exploration: \(value)") }
    self = schedule
  }

  /// The number of decisions.
  public var count: Int { decisions.count }

  /// The text.
  public var description: String {
    decisions.map { "\($0.point.thread).\($0.point.step)>\($0.choice)" }.joined(separator: ",")
  }
}
