import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("timerPublisher(every:tolerance:options:)")
struct SchedulerTimerTests {
  private let scheduler = TestScheduler()

  @Test("Its subscribers share a timer, which begins with the connection; each has a demand of its own")
  func shared() {
    let publisher = scheduler.timerPublisher(every: 2)
    let (all, one) = (publisher.record(), publisher.record(demand: .max(1)))
    expectEqual(scheduler.pendingCount, 0)
    scheduler.advance(to: 1)
    let connection = publisher.connect()
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(to: 8)
    expectEqual(all.values, [3, 5, 7])
    expectEqual(one.values, [3])
    one.request(.max(1))
    scheduler.advance(to: 9)
    expectEqual(one.values, [3, 9])
    connection.cancel()
    expectEqual(scheduler.pendingCount, 0)
    expectEqual(all.completions, [])
  }

  @Test("After a cancel a new connection starts the timer anew, and an old handle does not stop it")
  func restart() {
    let publisher = scheduler.timerPublisher(every: 2)
    let recorder = publisher.record()
    let (first, second) = (publisher.connect(), publisher.connect())
    expectEqual(scheduler.pendingCount, 1)
    second.cancel()
    expectEqual(scheduler.pendingCount, 0)
    scheduler.advance(to: 3)
    let third = publisher.connect()
    first.cancel()
    scheduler.advance(to: 5)
    expectEqual(recorder.values, [5])
    third.cancel()
    scheduler.resume()
    expectEqual(recorder.values, [5])
  }

  @Test("A released connection goes on; the timer ends with the last of publisher and subscriptions")
  func lifetime() {
    var recorder: RecordingSubscriber<VirtualTime, Never>?
    do {
      let publisher = scheduler.timerPublisher(every: 1)
      recorder = publisher.record()
      _ = publisher.connect()
    }
    scheduler.advance(to: 2)
    expectEqual(recorder?.values, [1, 2])
    recorder?.cancel()
    recorder = nil
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("A cancel inside a tick ends the subscription, and stops the timer")
  func cancelInTick() {
    let publisher = scheduler.timerPublisher(every: 1)
    let connection = Box<(any Cancellable)?>(nil)
    let recorder = RecordingSubscriber<VirtualTime, Never>(demand: .unlimited)
    recorder.onValue = { [unowned recorder] _ in
      recorder.cancel()
      connection.value?.cancel()
      return .none
    }
    publisher.subscribe(recorder)
    connection.value = publisher.connect()
    scheduler.advance(to: 3)
    expectEqual(recorder.values, [1])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("Releases a downstream that cancels, or is left without a connection")
  func release() {
    let publisher = scheduler.timerPublisher(every: 1)
    weak var downstream: RecordingSubscriber<VirtualTime, Never>?
    var subscriptions: [any Subscription] = []
    for isConnected in [true, false] {
      var connection: (any Cancellable)?
      if isConnected { connection = publisher.connect() }
      do {
        let recorder = publisher.record()
        downstream = recorder
        scheduler.advance(by: 1)
        if let subscription = recorder.subscription { subscriptions.append(subscription) }
        recorder.cancel()
      }
      expect(downstream == nil)
      connection?.cancel()
    }
    expectEqual(subscriptions.count, 2)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("An immediate scheduler ticks once, at the connection")
  func immediate() {
    let publisher = ImmediateScheduler.shared.timerPublisher(every: .seconds(1))
    let recorder = publisher.record()
    let connection = publisher.connect()
    expectEqual(recorder.values.count, 1)
    connection.cancel()
  }
}
