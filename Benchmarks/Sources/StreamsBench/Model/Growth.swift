/// How a cost grows with the size of its input: it should be constant.
package enum Growth: String, CaseIterable, Sendable {
  case sequenceElements = "sequence → map → filter → sink: elements"
  case subjectElements = "PassthroughSubject → map → filter → sink: elements"
  case subjectSubscribers = "PassthroughSubject, per delivery: subscribers"
  case subscribing = "PassthroughSubject, subscribe + cancel: subscribers"
  case typedStages = "sequence → map → … → sink, per stage: stages"
  case piecewiseStages = "sequence → 32 × map, erased → … → sink, per stage: stages"
  case erasedStages = "sequence → map, erased → … → sink, per stage: stages"

  /// The sizes, from the smallest, which is the reference of the others.
  package var sizes: [Int] {
    switch self {
    case .sequenceElements, .subjectElements: [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
    case .subjectSubscribers, .subscribing: [1, 100, 10_000, 100_000]
    case .typedStages, .erasedStages: [1, 2, 4, 8, 16, 32, 64]
    case .piecewiseStages: [32, 64, 128]
    }
  }

  /// Those that a run of all rows measures, too.
  package var usualSizes: [Int] {
    switch self {
    case .sequenceElements, .subjectElements: [1_000, 100_000]
    case .subjectSubscribers, .subscribing: [1, 100, 10_000]
    case .typedStages, .erasedStages: [1, 8, 64]
    case .piecewiseStages: [32, 64]
    }
  }

  /// The number of elements per run; of deliveries, subscriptions or passages of a stage.
  package func elements(_ size: Int) -> Int {
    switch self {
    case .sequenceElements, .subjectElements: size
    case .subjectSubscribers, .subscribing: max(10_000, size)
    case .typedStages, .erasedStages, .piecewiseStages: 10_000 * size
    }
  }

  /// How many bytes of resident memory a run may add, at its peak: the same for each size.
  package var permittedMemory: Int? {
    switch self {
    case .sequenceElements, .subjectElements, .typedStages, .erasedStages, .piecewiseStages: 1_000_000
    // Subscribers are held.
    case .subjectSubscribers, .subscribing: nil
    }
  }
}
