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
    case .valuesLoop, .forEachLoop, .asyncSequencePublisher:
      running { count, sink in
        for await value in counting(to: count) { sink(value) }
      }
    case .asyncSequenceOneByOne:
      running { count, sink in
        for await value in yielding(to: count) { sink(value) }
      }
    case .asyncSequenceOneByOneElsewhere:
      running { count, sink in
        let channel = AsyncChannel<Int>()
        async let sending: Void = {
          for await value in yielding(to: count) { await channel.send(value) }
          channel.finish()
        }()
        for await value in channel { sink(value) }
        await sending
      }
    case .broadcastEmit:
      running { count, sink in
        let channel = AsyncChannel<Int>()
        async let sending: Void = {
          for element in 0..<count { await channel.send(element) }
          channel.finish()
        }()
        for await value in channel { sink(value) }
        await sending
      }
    case .asyncMapReady:
      running { count, sink in
        for await value in (0..<count).async.map({ await changed($0, work) }) { sink(value) }
      }
    case .asyncMapFour: running { count, sink in await taskGroup(of: count, work, sink) }
    default: nil
    }
  }

  /// A function that could wait.
  private func changed(_ element: Int, _ work: Work<Int>) async -> Int { work.change(element) }

  /// A task for each element, four at a time, and the results in the order of the elements.
  private func taskGroup(of count: Int, _ work: Work<Int>, _ sink: (Int) -> Void) async {
    await withTaskGroup(of: (index: Int, value: Int).self) { group in
      func add(_ element: Int) {
        guard element < count else { return }
        group.addTask {
          await Task.yield()
          return (element, work.change(element))
        }
      }
      for element in 0..<4 { add(element) }
      var (early, next): ([Int: Int], Int) = ([:], 0)
      while let result = await group.next() {
        early[result.index] = result.value
        while let value = early.removeValue(forKey: next) {
          sink(value)
          next += 1
          add(next + 3)
        }
      }
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
