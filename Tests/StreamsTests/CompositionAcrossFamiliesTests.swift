import StreamTesting
import Streams
import TestSupport
import Testing

@Suite("Compositions of several families")
struct CompositionAcrossFamiliesTests {
  // Case XA-075.
  @Test("What delivers nothing can be followed by values of any type")
  func followsAnEnd() {
    let run = marbles("-1|") { $0.ignoreOutput().setOutputType(to: Int.self).append(1) }
    run.expect("--(1|)")
  }

  // Case XA-085.
  @Test("Two equal values are one opposite, if repeated ones are dropped before")
  func togglesOnce() {
    expectEqual([true, true].publisher.removeDuplicates().toggle().record().values, [false])
  }

  // Case XA-110.
  @Test("A stream is split into its values and its failure")
  func splits() {
    let scheduler = TestScheduler()
    let failures = RecordingSubscriber<MarbleFailure, Never>()
    let run = marbles("-1--#", scheduler: scheduler) { upstream in
      let signals = upstream.materialize().share()
      signals.failures().subscribe(failures)
      return signals.inputs()
    }
    run.expect("-1--|")
    expectEqual(failures.values, [MarbleFailure()])
    expect(failures.isFinished)
  }

  // Case XA-142.
  @Test("Statistics so far are a scan")
  func runningStatistics() {
    let means = [1.0, 2, 6].publisher.scan(into: Publishers.Statistics<Double>()) { $0.add($1) }.map(\.mean)
    expectEqual(means.record().values, [1, 1.5, 3])
  }
}
