/// Where the elements of a law's run come from.
public enum LawSource: Hashable, Sendable {
  /// A cold array, which honours demand.
  case array

  /// A `PassthroughSubject`, to which one thread sends.
  case subject

  /// A `PassthroughSubject`, to which several threads send at a time.
  case threads(Int)

  /// A `PassthroughSubject`, to which a timer of the run's scheduler sends: an element each second. In real time there
  /// are at most sixteen elements.
  case timer

  /// Whether elements are sent even without demand.
  var isHot: Bool { self != .array }

  /// Whether threads send them.
  var hasSenders: Bool { isHot && self != .timer }
}
