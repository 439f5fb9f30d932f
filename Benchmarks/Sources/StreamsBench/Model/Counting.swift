extension Benchmark {
  /// Why the row's instructions are not counted; `nil` if they are. A count must be repeatable, and is that of one
  /// thread.
  package var isNotCountedBecause: String? {
    switch self {
    case .receiveOnSerialQueue, .receiveOnLatency:
      "its values cross to another thread, in batches that depend on the timing"
    case .valuesLoop, .forEachLoop, .asyncSequencePublisher, .asyncSequenceOneByOne, .asyncSequenceOneByOneElsewhere,
      .asyncMapReady, .asyncMapFour, .broadcastEmit:
      "it runs in tasks, on the threads of the concurrency runtime"
    case .subscriptionBytes: "it measures memory"
    default: nil
    }
  }

  /// The number of elements whose instructions are counted: few, since callgrind takes fifty times as long.
  package var countedElements: Int { self == .subjectSubscribeMany ? 10_000 : min(elements / 2, 4_000) }
}
