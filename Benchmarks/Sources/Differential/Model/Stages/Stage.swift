/// A stage of a pipeline. Its input and output are numbers; another output of an operator (an array, a Boolean) is
/// converted to one.
package enum Stage: Hashable, Sendable, CustomStringConvertible {
  case mapping(Mapping)
  case filtering(Filtering)
  case reducing(Reducing)
  case combining(Combining)
  case handling(Handling)
  case sharing(Sharing)
  case debugging(Debugging)
  /// One that the peer lacks.
  case extra(Extra)
  /// `receive(on:)` an immediate scheduler.
  case receivingImmediately

  /// A random stage that can follow the others, with the sources that it needs.
  static func drawn(_ dice: inout Dice, _ draft: inout Draft, behind stages: [Stage]) -> Stage {
    while true {
      var attempt = draft
      let stage =
        draft.hasExtras && dice.chance(1, in: 2)
        ? extra(.drawn(&dice, &attempt)) : any(&dice, &attempt)
      guard !stage.crashesThePeer(behind: stages) else { continue }
      draft = attempt
      return stage
    }
  }

  /// Whether the peer would trap or hang.
  private func crashesThePeer(behind stages: [Stage]) -> Bool {
    switch self {
    case .combining(.zip):
      // The peer calls into a released zip.
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

  /// The description without redundant names: `filter(isEven)`.
  package var description: String {
    switch self {
    case .mapping(let stage): Self.short(stage)
    case .filtering(let stage): Self.short(stage)
    case .reducing(let stage): Self.short(stage)
    case .combining(let stage): Self.short(stage)
    case .handling(let stage): Self.short(stage)
    case .sharing(let stage): Self.short(stage)
    case .debugging(let stage): Self.short(stage)
    case .extra(let stage): Self.short(stage.family)
    case .receivingImmediately: "receive(on: immediately)"
    }
  }

  private static func short(_ stage: some Any) -> String {
    String(describing: stage)
      .split(separator: "DifferentialModel.")
      .joined()
  }

  /// The name of its operator, for grouping differences.
  package var name: String {
    String(description.prefix { $0 != "(" })
  }
}
