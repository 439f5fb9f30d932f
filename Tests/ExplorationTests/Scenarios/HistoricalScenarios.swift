#if Explore
  import Foundation
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: replay")
  struct HistoricalScenarios {
    @Test("replay delivers its events in order, and no longer after a cancel", arguments: [true, false])
    func replay(cancels: Bool) {
      exploring("replay(_:on:), \(cancels ? "cancelled" : "requested")") { scenario in
        let start = Date(timeIntervalSinceReferenceDate: 0)
        let scheduler = HistoricalScheduler(start: start)
        let recorder = scenario.recorder(of: Int.self, demand: .max(1))
        Publishers.replay([(start, 0), (start + 1, 1), (start + 2, 2)], on: scheduler).subscribe(recorder)
        scenario.keep(recorder)
        scenario.thread("clock") {
          scheduler.advance(by: 1)
          scheduler.advance(by: 1)
        }
        scenario.thread("requester") {
          recorder.request(.max(1))
          recorder.request(.max(1))
        }
        if cancels { scenario.thread("canceller") { recorder.cancel() } }
        scenario.atEnd {
          let values = recorder.values
          scenario.check([0, 1, 2].starts(with: values), "\(values) are not the first events.")
          scenario.check(scheduler.base.pendingCount == 0, "Work is left with the scheduler.")
          if !cancels {
            scenario.check(values.count == 3, "Of three events \(values) have come.")
            scenario.check(recorder.completion == .finished, "The completion has not come.")
          }
        }
      }
    }
  }
#endif
