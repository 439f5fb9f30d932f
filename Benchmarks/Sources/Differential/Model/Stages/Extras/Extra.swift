/// An operator that the peer lacks: only the toolkit runs it, and the value model says what it must deliver.
package enum Extra: Hashable, Sendable {
  case mapping(ExtraMapping)
  case flattening(Flattening)
  case filtering(ExtraFiltering)
  case reducing(ExtraReducing)
  case combining(ExtraCombining)
  case grouping(Grouping)
  case handling(ExtraHandling)
  case sharing(ExtraSharing)
  case resilience(ExtraResilience)
  case modelled(Modelled)

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> Extra {
    switch dice.below(33) {
    case 0...5: .mapping(.drawn(&dice))
    case 6...8: .flattening(.drawn(&dice, &draft))
    case 9...12: .filtering(.drawn(&dice, &draft))
    case 13...14: .reducing(.drawn(&dice))
    case 15...19: .combining(.drawn(&dice, &draft))
    case 20...22: .grouping(.drawn(&dice, &draft))
    case 23...25: .handling(.drawn(&dice, &draft))
    case 26...28: .resilience(.drawn(&dice, &draft))
    case 29: Modelled.drawn(&dice, &draft)
    default: .sharing(.drawn(&dice))
    }
  }

  /// The enumeration of its family, for display.
  var family: any Hashable & Sendable {
    switch self {
    case .mapping(let stage): stage
    case .flattening(let stage): stage
    case .filtering(let stage): stage
    case .reducing(let stage): stage
    case .combining(let stage): stage
    case .grouping(let stage): stage
    case .handling(let stage): stage
    case .sharing(let stage): stage
    case .resilience(let stage): stage
    case .modelled(let stage): stage
    }
  }
}

/// What a bounded queue does when it is full.
package enum WhenFull: Hashable, Sendable {
  case suspend
  case dropOldest
  case dropNewest
  case fail

  /// One that waits, or that no scenario with unlimited demand overflows.
  static func drawn(_ dice: inout Dice) -> WhenFull {
    [.suspend, .suspend, .dropOldest, .dropNewest, .fail][dice.below(5)]
  }
}

/// How two libraries' worth of signals become numbers: the values themselves, and others for the ends.
package enum Code {
  package static let subscription = 2_000
  package static let finished = 3_000
  /// A call that a guard does not permit.
  package static let refused = 5_000

  package static func failure(_ fault: Fault) -> Int { 4_000 + fault.code }
}
