internal import Foundation

/// What an ordered replay knows of its place in the log. Pure: no lock, no call to anybody.
struct ReplayState {
  /// Where the replay goes on, if its consumer has to be made anew.
  private(set) var start: StreamPosition

  /// Whether it finishes after the newest message.
  let endsAtNewest: Bool

  /// The number that the consumer gives to its next message.
  private var expected: UInt64 = 1

  init(start: StreamPosition, endsAtNewest: Bool) {
    self.start = start
    self.endsAtNewest = endsAtNewest
  }

  /// There is a new consumer.
  mutating func began() {
    expected = 1
  }

  /// What is to be done with a message.
  enum Verdict {
    case deliver

    /// It comes before the place that was asked for: a server whose copy of the log does not go so far yet begins with
    /// the next message that it gets; and see `timeForLibrary`.
    case skip

    /// Some before it are missing.
    case gap
  }

  mutating func verdict(on origin: AckSubject) -> Verdict {
    guard origin.consumerSequence == expected else { return .gap }
    expected += 1
    switch start {
    case .sequence(let first) where origin.sequence < first: return .skip
    case .time(let date) where origin.time < nanoseconds(date): return .skip
    default: break
    }
    start = .sequence(origin.sequence + 1)
    return .deliver
  }
}
