import Dispatch
import Foundation
import StreamCore
import StreamFoundationSchedulers
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("marbles(_:) in the time of another scheduler")
struct MarblesOfClocksTests {
  private func check<Clock: VirtualClock>(_ clock: Clock) {
    // Marbles begin whenever they are played: here after an hour.
    clock.schedule(after: clock.now.advanced(by: .seconds(3_600)), tolerance: 0, options: nil) {}
    clock.resume(until: clock.now.advanced(by: .seconds(4_000)))
    let debounced = marbles("12-3---4----|", tick: .milliseconds(100), scheduler: clock) {
      $0.debounce(for: .milliseconds(300), scheduler: clock)
    }
    debounced.expect("------3---4-|")
    expectEqual(debounced.output.elements.map(\.time), [0, 0.6, 1, 1.2])
    marbles("a-b-c!", values: ["a": 1, "b": 2, "c": 3], tick: .milliseconds(100), scheduler: clock) {
      $0.delay(for: .milliseconds(200), scheduler: clock)
    }
    .expect("--1-2!", upstream: "-----!")
    let endless = marbles("1", tick: .milliseconds(100), scheduler: clock, limit: 3) { _ in
      Publishers.interval(.milliseconds(100), scheduler: clock)
    }
    endless.expect("-012")
    marbles("-#", value: { "\($0)" }, scheduler: clock) { $0 }.expect("-#")
  }

  @Test("Plays by the clocks of tests of a queue, a run loop and an operation queue, and by their own")
  func clocks() {
    check(DispatchQueue.test)
    check(RunLoop.test)
    check(OperationQueue.test)
    check(TestScheduler())
  }
}
