package import BenchModel
import Foundation

extension Floor {
  package func program(_ growth: Growth, size: Int, _ work: Work<Int>) -> Program? {
    switch growth {
    case .sequenceElements, .subjectElements: mapFilter(work)
    case .subjectSubscribers: sinks(size)
    case .subscribing: nil
    case .typedStages, .erasedStages, .piecewiseStages:
      { count in
        let tally = Tally()
        let sink = tally.sink().receive
        let change = work.change
        for element in 0..<(count / size) {
          sink((0..<size).reduce(element) { changed, _ in change(changed) })
        }
        return tally.sum
      }
    }
  }

  /// One lock around the sink, which its senders wait for. Not `Mutex`: once threads wait for that, the system hands it
  /// from one to the next, at ten microseconds each.
  package func program(_ contention: Contention, senders: Int) -> CrowdProgram? {
    { count in
      let tally = Tally()
      let sink = tally.summingSink().receive
      let lock = NSLock()
      let progress = Crowd.run(senders: senders, each: count) { _, value in lock.withLock { sink(value) } }
      return Crowd.Outcome(sum: tally.sum, progress: progress)
    }
  }
}
