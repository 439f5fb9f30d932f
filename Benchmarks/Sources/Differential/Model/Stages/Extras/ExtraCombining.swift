package enum ExtraCombining: Hashable, Sendable {
  case withLatestFrom([Int])
  case race([Int])
  case forkJoin([Int])
  case zipCollection([Int])
  case combineLatestCollection([Int])
  case mergeCollection([Int])
  case zipBounded(Int, bufferSize: Int)
  case tryZip(Int, Hazard)
  case tryCombineLatest(Int, Hazard)
  /// A value is true if it is even.
  case and(Int)
  case or(Int)
  case zipLongest(Int, padding: Int, otherPadding: Int, bufferSize: Int)
  case sequenceEqual(Int, bufferSize: Int, modulus: Int)
  case concatenate([Int])
  case joined([Int], separator: Int)
  /// Even values open the gate, odd ones close it.
  case gate(Int, initiallyOpen: Bool, GateBuffering)
  case delaySubscription(until: Int)

  package enum GateBuffering: Hashable, Sendable {
    case drop
    case keepLatest
    case queue
  }

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> ExtraCombining {
    switch dice.below(20) {
    case 0, 1: .withLatestFrom(draft.inputs(&dice, count: 1...3))
    case 2: .race(draft.inputs(&dice, count: 1...2))
    case 3: .forkJoin(draft.inputs(&dice, count: 1...2))
    case 4: .zipCollection(draft.inputs(&dice, count: 1...3))
    case 5: .combineLatestCollection(draft.inputs(&dice, count: 1...3))
    case 6: .mergeCollection(draft.inputs(&dice, count: 1...3))
    case 7, 8: .zipBounded(draft.input(&dice), bufferSize: dice.within(1...3))
    case 9: .tryZip(draft.input(&dice), .drawn(&dice))
    case 10: .tryCombineLatest(draft.input(&dice), .drawn(&dice))
    case 11: dice.chance(1, in: 2) ? .and(draft.input(&dice)) : .or(draft.input(&dice))
    case 12, 13:
      .zipLongest(
        draft.input(&dice), padding: dice.value(), otherPadding: dice.value(), bufferSize: [1, 2, 256][dice.below(3)])
    case 14: .sequenceEqual(draft.input(&dice), bufferSize: dice.within(1...3), modulus: dice.within(1...3))
    case 15: .concatenate(draft.inputs(&dice, count: 1...2))
    case 16: .joined(draft.inputs(&dice, count: 1...2), separator: draft.child(&dice))
    case 17, 18:
      .gate(
        draft.input(&dice), initiallyOpen: dice.chance(2, in: 3), [.drop, .keepLatest, .queue][dice.below(3)])
    default: .delaySubscription(until: draft.input(&dice))
    }
  }
}
