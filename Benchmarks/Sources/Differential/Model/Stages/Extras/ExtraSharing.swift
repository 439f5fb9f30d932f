package enum ExtraSharing: Hashable, Sendable {
  case shareReplay(Int)
  case sharePacing(prefetch: Int)
  case shareWithQueues(bufferSize: Int)
  case autoconnectCounted
  case referenceCounted
  case multicastReplay(Int)
  case multicastLastValue
  case conflate
  case conflateInto
  case batch(max: Int, WhenFull)
  case boundedBuffer(size: Int, WhenFull)

  static func drawn(_ dice: inout Dice) -> ExtraSharing {
    switch dice.below(13) {
    case 0: .shareReplay(dice.within(0...3))
    case 1: .sharePacing(prefetch: dice.within(0...3))
    case 2: .shareWithQueues(bufferSize: dice.within(1...3))
    case 3: .autoconnectCounted
    case 4: .referenceCounted
    case 5: .conflate
    case 6: .conflateInto
    case 7: .multicastReplay(dice.within(0...3))
    case 8: .multicastLastValue
    case 9: .batch(max: dice.within(1...3), .drawn(&dice))
    default: .boundedBuffer(size: dice.within(0...3), .drawn(&dice))
    }
  }
}
