import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("merge(maxPublishers:) of a collection")
struct MergeAtATimeTests {
  private func play(_ diagrams: [Marbles], maxPublishers: Int) -> MarbleRun<Int, MarbleFailure> {
    let scheduler = TestScheduler()
    let publishers = diagrams.map { scheduler.publisher($0, failure: MarbleFailure()) { $0.wholeNumberValue ?? -1 } }
    return marbles("|", scheduler: scheduler) { _ in publishers.merge(maxPublishers: maxPublishers) }
  }

  @Test("So many publishers run at a time")
  func atATime() {
    play(["-1---|", "--2|", "-3-|"], maxPublishers: 2).expect("-12-3-|")
    play(["-1-#", "--2|", "-3-|"], maxPublishers: 2).expect("-12#")
  }

  // Case XA-153.
  @Test("One at a time follow each other")
  func one() {
    play(["-1-2|", "-3|", "4-|"], maxPublishers: 1).expect("-1-2-34-|")
  }

  @Test("Without publishers the stream finishes; none at a time trap")
  func bounds() async {
    expect([Just<Int>]().merge(maxPublishers: 3).record(demand: .none).isFinished)
    await #expect(processExitsWith: .failure) { _ = [Just(1)].merge(maxPublishers: 0) }
  }
}
