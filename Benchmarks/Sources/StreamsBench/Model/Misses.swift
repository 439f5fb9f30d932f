extension Benchmark {
  /// What a row that misses its goal has reached, to which `--check` holds it; `nil` for the others. A share that is
  /// not named reaches its goal. `Docs/Performance.md` has the same list, with the reasons.
  package var reached: Goal? {
    switch self {
    case .sequenceTenMaps: Goal(ofOpenCombine: 1 / 20)
    case .passthroughMapFilter: Goal(ofOpenCombine: 1 / 4.4, ofFloor: 9.2)
    case .currentValue: Goal(ofOpenCombine: 1 / 2.6)
    case .thousandSinks: Goal(ofFloor: 1.25)
    case .flatMapJust: Goal(ofOpenCombine: 1 / 26)
    case .flatMapSequence: Goal(ofReference: 3.6)
    case .flatMapFourSubjects: Goal(ofOpenCombine: 1 / 1.8)
    case .appendSequences: Goal(ofOpenCombine: 1 / 8.5, ofReference: 19)
    case .zipSequences: Goal(ofOpenCombine: 1 / 20)
    case .zipTwoSubjects: Goal(ofReference: 2.5)
    case .mergeTwoSubjects: Goal(ofReference: 2.3)
    case .mergeFourSubjects: Goal(ofReference: 2.6)
    case .combineLatestTwoSubjects: Goal(ofReference: 2.7)
    case .switchToLatestSequences: Goal(ofOpenCombine: 1 / 39, ofReference: 3.7)
    case .shareTenSinks: Goal(ofFloor: 1.7)
    case .receiveOnSerialQueue: Goal(ofOpenCombine: 1 / 7.5)
    case .debounceSuperseded: Goal(ofOpenCombine: 1 / 15)
    case .notification: Goal(ofFloor: 1.25)
    case .futureKept: Goal(ofOpenCombine: 1 / 5.4)
    case .futureAwaited: Goal(ofOpenCombine: 1 / 1.9)
    case .withLatestFrom: Goal(ofFloor: 24)
    case .combineLatestFourSubjects: Goal(ofFloor: 53)
    case .zipFourSubjects: Goal(ofFloor: 110)
    case .rateLimited: Goal(ofFloor: 2.7)
    case .justMapFilter: Goal(ofOpenCombine: 1 / 4.7)
    case .subjectSubscribe: Goal(ofOpenCombine: 1 / 2.3)
    case .subjectSubscribeMany: Goal(ofOpenCombine: 1 / 2.5, ofReference: 1.6)
    case .subjectSubscribeBeside: Goal(ofOpenCombine: 1 / 2.7)
    case .subscriptionBytes: Goal(ofOpenCombine: 1 / 1.25)
    default: nil
    }
  }

  /// A goal that the row misses.
  package struct Miss: Sendable, CustomStringConvertible {
    package let row: String
    package let contestant: String
    package let goal: Double
    package let reached: Double

    package var description: String {
      [row, contestant, Self.figure(goal), Self.figure(reached)].joined(separator: " | ")
    }

    /// - Parameters:
    ///   - row: The name of the row.
    ///   - goal: Its goal.
    ///   - reached: What it has reached, if it misses that.
    ///   - reference: The name of its reference.
    /// - Returns: The shares that it misses.
    static func of(_ row: String, _ goal: Goal, _ reached: Goal?, reference: String) -> [Miss] {
      [
        ("OpenCombine", goal.ofOpenCombine, reached?.ofOpenCombine), ("floor", goal.ofFloor, reached?.ofFloor),
        ("async", goal.ofAsync, reached?.ofAsync), ("\"\(reference)\"", goal.ofReference, reached?.ofReference),
      ].compactMap { contestant, goal, reached in
        guard let goal, let reached else { return nil }
        return Miss(row: row, contestant: contestant, goal: goal, reached: reached)
      }
    }

    private static func figure(_ share: Double) -> String {
      share < 1 ? "1 / \(short(1 / share))" : short(share)
    }

    private static func short(_ number: Double) -> String {
      let rounded = (number * 100).rounded() / 100
      return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
  }

  /// The goals that the row is known to miss.
  package var misses: [Miss] { misses(goal, reached) }

  func misses(_ goal: Goal, _ reached: Goal?) -> [Miss] {
    Miss.of(rawValue, goal, reached, reference: reference?.rawValue ?? "")
  }
}
