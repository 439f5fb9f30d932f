import AsyncAlgorithms
package import BenchModel
import Dispatch

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

  /// Runs a pipeline in a task, and waits for its end.
  private func running(
    _ body: @escaping @Sendable (_ count: Int, _ sink: @Sendable (Int) -> Void) async -> Void
  ) -> Program {
    { count in
      let tally = Tally()
      let sink = tally.sink().receive
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        await body(count, sink)
        done.signal()
      }
      done.wait()
      return tally.sum
    }
  }
}
