package enum ExtraCombining: Hashable, Sendable {
  case withLatestFrom([Int])
  case race([Int])
  case forkJoin([Int])
  case zipCollection([Int])
  case combineLatestCollection([Int])
  case mergeCollection([Int])
  /// The code of its failure is a digest of those of all failures.
  case mergeDelayingFailures([Int])
  case combineLatestDelayingFailures(Int)
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
  case mergeLimited([Int], maxPublishers: Int)
  case allLatest([Int])
  case anyLatest([Int])
  case flatMapBatches([Int], of: Int)
  /// Five to ten streams, with a closure that transforms what they deliver or without.
  case zipSeveral([Int], transforms: Bool)
  case combineLatestSeveral([Int], transforms: Bool)
  case then(Int)

  package enum GateBuffering: Hashable, Sendable {
    case drop
    case keepLatest
    case queue
  }

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> ExtraCombining {
    switch dice.below(32) {
    case 0, 1: .withLatestFrom(draft.inputs(&dice, count: 1...4))
    case 2: .race(draft.inputs(&dice, count: 1...2))
    case 3: .forkJoin(draft.inputs(&dice, count: 1...4))
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
    case 19, 20: .mergeLimited(draft.inputs(&dice, count: 1...4), maxPublishers: dice.within(1...3))
    case 21:
      dice.chance(1, in: 2)
        ? .allLatest(draft.inputs(&dice, count: 1...3)) : .anyLatest(draft.inputs(&dice, count: 1...3))
    case 22, 23: .flatMapBatches(draft.inputs(&dice, count: 1...4), of: dice.within(1...3))
    case 24, 25: .zipSeveral(draft.plentifulInputs(&dice, count: 4...9), transforms: dice.chance(1, in: 2))
    case 26, 27: .combineLatestSeveral(draft.plentifulInputs(&dice, count: 4...9), transforms: dice.chance(1, in: 2))
    case 28: .then(draft.input(&dice))
    case 29: .mergeDelayingFailures(draft.inputs(&dice, count: 1...3))
    case 30: .combineLatestDelayingFailures(draft.input(&dice))
    default: .delaySubscription(until: draft.input(&dice))
    }
  }
}
