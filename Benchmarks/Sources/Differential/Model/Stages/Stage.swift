/// A stage of a pipeline. It takes values and gives values; what an operator makes of them otherwise (an array, a
/// Boolean) is turned into one.
package enum Stage: Hashable, Sendable, CustomStringConvertible {
  case mapping(Mapping)
  case filtering(Filtering)
  case reducing(Reducing)
  case combining(Combining)
  case handling(Handling)
  case sharing(Sharing)
  case debugging(Debugging)
  /// `receive(on:)` the scheduler that is immediate.
  case receivingImmediately

  /// A stage that can stand behind the others, with the sources that it needs.
  static func drawn(_ dice: inout Dice, _ draft: inout Draft, behind stages: [Stage]) -> Stage {
    while true {
      var attempt = draft
      let stage = any(&dice, &attempt)
      guard !stage.crashesThePeer(behind: stages) else { continue }
      draft = attempt
      return stage
    }
  }

  /// Whether the peer would stop the program, or wait for ever.
  private func crashesThePeer(behind stages: [Stage]) -> Bool {
    switch self {
    case .combining(.zip):
      // It calls back into a zip that has been released.
      stages.contains { if case .filtering(.prefixUntilOutput) = $0 { true } else { false } }
    default: false
    }
  }

  private static func any(_ dice: inout Dice, _ draft: inout Draft) -> Stage {
    switch dice.below(31) {
    case 0...6: .mapping(.drawn(&dice, &draft))
    case 7...13: .filtering(.drawn(&dice, &draft))
    case 14...16: .reducing(.drawn(&dice, &draft))
    case 17...20: .combining(.drawn(&dice, &draft))
    case 21...24: .handling(.drawn(&dice, &draft))
    case 25...27: .sharing(.drawn(&dice, &draft))
    case 28...29: .debugging(.drawn(&dice, &draft))
    default: .receivingImmediately  // the peer's `subscribe(on:)` that scheduler waits for itself for ever
    }
  }

  /// What it says without the names that do not help: `filter(isEven)`.
  package var description: String {
    switch self {
    case .mapping(let stage): Self.short(stage)
    case .filtering(let stage): Self.short(stage)
    case .reducing(let stage): Self.short(stage)
    case .combining(let stage): Self.short(stage)
    case .handling(let stage): Self.short(stage)
    case .sharing(let stage): Self.short(stage)
    case .debugging(let stage): Self.short(stage)
    case .receivingImmediately: "receive(on: immediately)"
    }
  }

  private static func short(_ stage: some Any) -> String {
    String(describing: stage)
      .split(separator: "DifferentialModel.")
      .joined()
  }

  /// The name of its operator, by which differences are counted.
  package var name: String {
    String(description.prefix { $0 != "(" })
  }
}
