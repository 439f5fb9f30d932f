/// Operators that make a publisher of each value: the value selects a child.
package enum Flattening: Hashable, Sendable {
  case concatMap(bufferSize: Int, WhenFull, [Int])
  /// The code of its failure is a digest of those of all failures.
  case concatMapDelayingFailures(bufferSize: Int, [Int])
  case flatMapDelayingFailures([Int])
  /// Of a stream of the children.
  case concatenated(bufferSize: Int, WhenFull, [Int])
  case flatMapLatest([Int])
  case flatMapFirst([Int])
  case flatMapRace([Int])
  case orderedFlatMap(maxPublishers: Int, bufferSize: Int, [Int])
  /// The first value, and each below the limit, is followed by as many greater ones.
  case expand(maxPublishers: Int, limit: Int, fan: Int)

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> Flattening {
    switch dice.below(11) {
    case 0, 1: .concatMap(bufferSize: queue(&dice), policy(&dice), draft.children(&dice, count: 1...3))
    case 7: .concatenated(bufferSize: queue(&dice), policy(&dice), draft.children(&dice, count: 1...3))
    case 2: .flatMapLatest(draft.children(&dice, count: 1...3))
    case 3: .flatMapFirst(draft.children(&dice, count: 1...3))
    case 4: .flatMapRace(draft.children(&dice, count: 1...3))
    case 5, 6:
      .orderedFlatMap(
        maxPublishers: dice.within(1...3), bufferSize: [1, 2, 32][dice.below(3)],
        draft.children(&dice, count: 1...3))
    case 8: .concatMapDelayingFailures(bufferSize: queue(&dice), draft.children(&dice, count: 1...3))
    case 9: .flatMapDelayingFailures(draft.children(&dice, count: 1...3))
    default: .expand(maxPublishers: dice.within(1...2), limit: dice.within(4...9), fan: dice.within(1...2))
    }
  }

  private static func queue(_ dice: inout Dice) -> Int { [0, 1, 2, 32][dice.below(4)] }

  private static func policy(_ dice: inout Dice) -> WhenFull {
    [.suspend, .suspend, .dropOldest, .dropNewest][dice.below(4)]
  }

  /// The values that follow one in `expand`.
  package static func expansion(of value: Int, limit: Int, fan: Int) -> [Int] {
    (0..<limit).contains(value) ? (1...fan).map { value + $0 } : []
  }
}
