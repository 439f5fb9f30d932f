package enum ExtraHandling: Hashable, Sendable {
  /// Subscribes again after a failure with a code up to the limit.
  case retryIf(Int, codeUpTo: Int)
  case repeated(Int)
  /// Subscribes again a few times, after failures with a code up to the limit, as its trigger answers them at once.
  case retryWhen(Int, codeUpTo: Int, GivingUp)
  /// Each value of a source subscribes again, if upstream has failed.
  case retryWhenTriggered(Int)
  case taggingFailures(places: Int)
  /// Falls back from a failure with a code up to the limit.
  case fallback([Int], codeUpTo: Int)
  case ignoreFailure(completes: Bool)
  case tryMapSkippingFailures(plus: Int, Hazard)
  /// Each value selects a child.
  case flatMapSkippingFailures([Int])

  /// What a trigger sends for a failure that it does not answer.
  package enum GivingUp: Hashable, Sendable {
    case silence
    case finish
    case failure

    /// The end of the stream, if it has one.
    func end(after fault: Fault) -> [Signal] {
      switch self {
      case .silence: []
      case .finish: [.finished]
      case .failure: [.failure(Fault(code: fault.code + 50))]
      }
    }
  }

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> ExtraHandling {
    switch dice.below(13) {
    case 0, 1: .retryIf(dice.within(0...3), codeUpTo: dice.within(1...3))
    case 2, 3: .repeated(dice.within(0...3))
    case 4: .fallback(draft.children(&dice, count: 1...2), codeUpTo: dice.within(1...3))
    case 5: .ignoreFailure(completes: dice.chance(2, in: 3))
    case 6: .tryMapSkippingFailures(plus: dice.value(), .drawn(&dice))
    case 7, 8:
      .retryWhen(
        dice.within(0...3), codeUpTo: dice.within(1...3), [.silence, .finish, .failure][dice.below(3)])
    case 9, 10: .retryWhenTriggered(draft.input(&dice))
    case 11: .taggingFailures(places: dice.within(1...3))
    default: .flatMapSkippingFailures(draft.children(&dice, count: 1...3))
    }
  }
}
