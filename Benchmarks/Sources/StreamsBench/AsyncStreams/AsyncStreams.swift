import AsyncAlgorithms
package import BenchModel

/// The same pipelines with async sequences, where comparable.
package struct AsyncStreams: Contestant {
  package init() {}

  package func program(_ benchmark: Benchmark, _ work: Work<Int>) -> Program? {
    switch benchmark {
    case .sequenceMapFilter: mapFilter(work)
    case .sequenceTenMaps:
      running { count, sink in
        let values = (0..<count).async
          .map(work.change).map(work.change).map(work.change).map(work.change).map(work.change)
          .map(work.change).map(work.change).map(work.change).map(work.change).map(work.change)
        for await value in values { sink(value) }
      }
    case .sequenceStateful:
      running { count, sink in
        let values = (0..<count).async
          .reductions(0, work.add).removeDuplicates().compactMap(work.narrow)
        for element in await Array(values) { sink(element) }
      }
    case .flatMapJust:
      running { count, sink in
        for await value in (0..<count).async.flatMap({ CollectionOfOne($0).async }) { sink(value) }
      }
    case .flatMapSequence:
      running { count, sink in
        for await value in (0..<(count / 10)).async.flatMap({ ($0 * 10..<$0 * 10 + 10).async }) { sink(value) }
      }
    case .zipSequences:
      running { count, sink in
        for await (left, right) in zip((0..<count).async, (0..<count).async) { sink(work.add(left, right)) }
      }
    case .bufferKeepFull:
      running { count, sink in
        for await value in (0..<count).async.buffer(policy: .bounded(64)) { sink(value) }
      }
    case .valuesLoop, .forEachLoop:
      running { count, sink in
        for await value in (0..<count).async { sink(value) }
      }
    case .asyncSequencePublisher:
      running { count, sink in
        for await value in counting(to: count) { sink(value) }
      }
    default: nil
    }
  }

  package func program(_ growth: Growth, size: Int, _ work: Work<Int>) -> Program? {
    growth == .sequenceElements ? mapFilter(work) : nil
  }

  private func mapFilter(_ work: Work<Int>) -> Program {
    running { count, sink in
      for await value in (0..<count).async.map(work.change).filter(work.isKept) { sink(value) }
    }
  }
}
