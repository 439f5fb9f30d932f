#if os(Linux)
  import Foundation
  import StreamCore
  import StreamSharing
  import StreamTimers
  import TestSupport
  import Testing

  /// In a process of its own: other tests start threads meanwhile. `STREAMS_FULL=1` plays 2,000 rounds.
  @Suite("Timer.publish: cancels at random moments", .timeLimit(.generous))
  struct TimerChurnTests {
    @Test("Timers connected, cancelled and released at random moments leave nothing behind, and stop")
    func leavesNothing() async {
      await #expect(processExitsWith: .success) {
        let churn = Churn(rounds: 300, within: 0.01)
        // What Foundation and Dispatch keep for all time is there after the first ones.
        try play(churn, from: 0, to: 40)
        let before = try Footprint()
        try play(churn, from: 40, to: 40 + churn.rounds)
        let left = try await before.whatIsLeft()
        expect(left == nil, "\(left ?? ""), seed \(churn.seed)")
      }
    }
  }

  @Sendable
  private func play(_ churn: Churn, from first: Int, to end: Int) throws {
    let tally = ChurnTally()
    let timers = Box(0)
    withRunLoop(hasClock: false) { one in
      withRunLoop(hasClock: false) { other in
        churn.play(first..<end) { number, random in
          round(number, on: number.isMultiple(of: 3) ? one : other, tally, timers, &random)
        }
        // A timer without references is removed at its next tick.
        expect(eventually { one.nextTimer == nil && other.nextTimer == nil }, "seed \(churn.seed)")
      }
    }
    let counts = tally.counts
    expect(counts.values > 0, "No timer has ticked: \(counts), seed \(churn.seed)")
    expect(counts.alive == 0 && counts.late == 0 && counts.overlaps == 0, "\(counts), seed \(churn.seed)")
    expectEqual(timers.value, 0, "\(timers.value) timers are left, seed \(churn.seed)")
  }

  /// A publisher whose release is counted: the closure that watches its values is held by what downstream holds.
  @Sendable
  private func round(
    _ number: Int, on thread: RunLoopThread, _ tally: ChurnTally, _ timers: Box<Int>, _ random: inout SeededGenerator
  ) -> Churn.Round {
    let counted = Counted(timers)
    let timer = Publishers.TimerPublisher(
      interval: .random(in: 0.000_1...0.003, using: &random), runLoop: thread.runLoop, mode: .default)
    let demand: Subscribers.Demand = Bool.random(using: &random) ? .unlimited : .max(1)
    let onValue: @Sendable (Date) -> Subscribers.Demand = { _ in
      withExtendedLifetime(counted) {}
      return .max(1)
    }
    switch number % 5 {
    case 0:
      let automatic = timer.autoconnect()
      let (one, other) = (automatic.churn(tally, demand: demand, onValue: onValue), automatic.churn(tally))
      return Churn.Round(use: one.cancel, cancel: other.cancel)
    case 1:
      let subscriber = timer.churn(tally, demand: demand, onValue: onValue)
      let connection = AnyCancellable(timer.connect())
      return Churn.Round(use: connection.cancel, cancel: subscriber.cancel)
    case 2:
      // One thread connects anew while the other cancels.
      let subscriber = timer.churn(tally, demand: demand, onValue: onValue)
      let first = AnyCancellable(timer.connect())
      return Churn.Round {
        first.cancel()
        let second = timer.connect()
        subscriber.request(.max(2))
        second.cancel()
      } cancel: {
        first.cancel()
        subscriber.cancel()
      }
    case 3:
      // Cancelled from inside a tick, on the thread of the run loop, and from outside.
      let automatic = timer.autoconnect()
      let inside = Box<AnyCancellable?>(nil)
      let subscriber = automatic.churn(tally, demand: demand) { date in
        inside.value?.cancel()
        return onValue(date)
      }
      inside.value = AnyCancellable(subscriber)
      return Churn.Round(cancel: {
        subscriber.cancel()
        inside.value = nil
      })
    default:
      // No connection is cancelled: the timer goes with the last who has its publisher, a connection or a subscription.
      let subscription = AnyCancellable(timer.churn(tally, demand: demand, onValue: onValue))
      let kept = Box<[AnyObject]>([timer, subscription])
      let connection = Box<(any Cancellable)?>(timer.connect())
      return Churn.Round(use: { connection.value = nil }, cancel: { kept.value = [] })
    }
  }
#endif
