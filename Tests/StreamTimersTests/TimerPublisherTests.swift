import Foundation
import StreamCore
import StreamMapping
import StreamSharing
import StreamTimers
import TestSupport
import Testing

extension RunLoopThread {
  fileprivate func timer(every interval: TimeInterval = 0.002) -> Publishers.TimerPublisher {
    Publishers.TimerPublisher(interval: interval, runLoop: runLoop, mode: .default)
  }
}

@Suite("Timer.publish", .timeLimit(.generous))
struct TimerPublisherTests {
  @Test("Ticks from the connection to its cancel")
  func connection() {
    withRunLoop { thread in
      let timer = thread.timer()
      let recorder = timer.record { _ in
        expect(thread.isCurrent)
        return .none
      }
      expect(thread.goRound())
      expect(recorder.values.isEmpty)
      let start = Date()
      let connection = timer.connect()
      expect(eventually { recorder.values.count >= 3 })
      connection.cancel()
      // One may have been on its way.
      thread.perform {}
      let count = recorder.values.count
      expect(thread.goRound())
      expectEqual(recorder.values.count, count)
      expectEqual(recorder.values, recorder.values.sorted())
      expect(recorder.values.allSatisfy { $0 > start })
      expect(recorder.completions.isEmpty)
      expectEqual(recorder.subscriptions, ["Timer"])
      recorder.cancel()
    }
  }

  @Test("Ticks come at their interval")
  func interval() throws {
    try withRunLoop { thread in
      let timer = thread.timer(every: 0.05)
      let recorder = timer.record()
      let start = Date()
      let connection = timer.connect()
      expect(eventually { recorder.values.count >= 4 })
      connection.cancel()
      let (first, fourth) = (try #require(recorder.values.first), recorder.values[3])
      expect(first.timeIntervalSince(start) >= 0.045)
      expect(fourth.timeIntervalSince(start) >= 0.19)
    }
  }

  @Test(
    "An interval of zero or less, or one that is not a number, ticks as fast as possible, an infinite one never",
    arguments: [0, -1, Double.nan])
  func oddIntervals(_ interval: TimeInterval) {
    withRunLoop { thread in
      let (odd, endless) = (thread.timer(every: interval), thread.timer(every: .infinity))
      let (recorder, never) = (odd.record(), endless.record())
      let connections = [odd.connect(), endless.connect()]
      expect(eventually { recorder.values.count >= 3 })
      expect(never.values.isEmpty)
      for connection in connections { connection.cancel() }
    }
  }

  @Test("A tick without demand is dropped; each subscriber has its own demand")
  func demand() {
    withRunLoop { thread in
      let timer = thread.timer()
      let (none, some, all) = (timer.record(demand: .none), timer.record(demand: .max(1)), timer.record())
      some.request(.max(1))
      let connection = timer.connect()
      expect(eventually { all.values.count >= 6 })
      expect(none.values.isEmpty)
      expectEqual(some.values.count, 2)
      let before = Box(Date.distantFuture)
      // On the thread of the ticks, so that none is on its way meanwhile.
      thread.perform {
        before.value = Date()
        none.request(.max(1))
      }
      expect(eventually { none.values.count == 1 })
      // Not one that was missed.
      expect(none.values.allSatisfy { $0 > before.value })
      some.onValue = nil
      connection.cancel()
    }
  }

  @Test("Several subscribers share one timer, and a cancel ends one subscription only")
  func shared() {
    withRunLoop { thread in
      let timer = thread.timer()
      let (one, two) = (timer.record(), timer.record())
      let connection = timer.connect()
      expect(eventually { one.values.count >= 3 })
      thread.perform {
        one.cancel()
        expectEqual(one.values, two.values)
      }
      let count = one.values.count
      expect(eventually { two.values.count >= count + 3 })
      expectEqual(one.values.count, count)
      connection.cancel()
    }
  }

  @Test("connect() during a connection returns the same connection")
  func sameConnection() {
    withRunLoop { thread in
      let timer = thread.timer()
      let recorder = timer.record()
      let first = timer.connect()
      let second = timer.connect()
      expect(eventually { recorder.values.count >= 2 })
      second.cancel()
      thread.perform {}
      let count = recorder.values.count
      expect(thread.goRound())
      expectEqual(recorder.values.count, count)
      withExtendedLifetime(first) {}
    }
  }

  @Test("After a cancel, a new connection ticks for the same subscribers, and the old one cannot cancel it")
  func restart() {
    withRunLoop { thread in
      let timer = thread.timer()
      let recorder = timer.record()
      let first = timer.connect()
      expect(eventually { recorder.values.count >= 2 })
      first.cancel()
      thread.perform {}
      let count = recorder.values.count
      let second = timer.connect()
      first.cancel()
      expect(eventually { recorder.values.count >= count + 2 })
      second.cancel()
    }
  }

  @Test("With autoconnect it ticks while it has subscribers, and again for later ones")
  func autoconnect() {
    withRunLoop { thread in
      let timer = thread.timer().autoconnect()
      let one = timer.record()
      expect(eventually { one.values.count >= 2 })
      one.cancel()
      let two = timer.record()
      expect(eventually { two.values.count >= 2 })
      // Its connection can be had of the upstream.
      timer.upstream.connect().cancel()
      thread.perform {}
      let count = two.values.count
      expect(thread.goRound())
      expectEqual(two.values.count, count)
      two.cancel()
    }
  }

  @Test("A countdown stops itself at zero")
  func countdown() {
    withRunLoop { thread in
      let timer = thread.timer().autoconnect()
      let left = Box(5)
      let subscription = timer.sink { _ in
        if left.update({ left in
          left -= 1
          return left
        }) == 0 {
          timer.upstream.connect().cancel()
        }
      }
      expect(eventually { left.value == 0 })
      expect(thread.goRound())
      expectEqual(left.value, 0)
      subscription.cancel()
    }
  }

  @Test("A view model starts and stops a timer by keeping and releasing its cancellable")
  func startAndStop() {
    withRunLoop { thread in
      let ticks = Box(0)
      var kept: AnyCancellable? = thread.timer().autoconnect().sink { _ in ticks.increment() }
      expect(eventually { ticks.value >= 2 })
      kept?.cancel()
      kept = nil
      thread.perform {}
      let count = ticks.value
      expect(thread.goRound())
      expectEqual(ticks.value, count)
      kept = thread.timer().autoconnect().sink { _ in ticks.increment() }
      expect(eventually { ticks.value >= count + 2 })
      kept = nil
    }
  }

  @Test("A second subscriber of a shared timer continues in step")
  func share() {
    withRunLoop { thread in
      let counted = thread.timer().autoconnect().scan(0) { (count: Int, _: Date) in count + 1 }.share()
      let first = counted.record()
      expect(eventually { first.values.count >= 3 })
      let second = counted.record()
      expect(eventually { second.values.count >= 3 })
      thread.perform {
        first.cancel()
        second.cancel()
      }
      expectEqual(first.values, Array(1...first.values.count))
      expect((second.values.first ?? 0) > 3)
      expectEqual(second.values, Array(first.values.suffix(second.values.count)))
    }
  }

  @Test("A multicast timer ticks for all subscribers from the connection on")
  func multicast() {
    withRunLoop { thread in
      let counted = thread.timer().autoconnect().scan(0) { (count: Int, _: Date) in count + 1 }
        .multicast { PassthroughSubject<Int, Never>() }
      let first = counted.record()
      expect(thread.goRound())
      expect(first.values.isEmpty)
      let second = counted.record()
      let connection = counted.connect()
      expect(eventually { second.values.count >= 3 })
      connection.cancel()
      thread.perform {}
      expectEqual(first.values, second.values)
      expectEqual(first.values.prefix(3), [1, 2, 3])
    }
  }

  @Test("Ticks in the run loop mode it is given, and in no other")
  func modes() {
    withRunLoop { thread in
      let other = Publishers.TimerPublisher(interval: 0.002, runLoop: thread.runLoop, mode: RunLoop.Mode("other"))
      let common = Publishers.TimerPublisher(interval: 0.002, runLoop: thread.runLoop, mode: .common)
      let (unheard, heard) = (other.record(), common.record())
      let connections = [other.connect(), common.connect()]
      expect(eventually { heard.values.count >= 3 })
      expect(unheard.values.isEmpty)
      for connection in connections { connection.cancel() }
    }
  }

  @Test("A run loop that runs inside a delivery does not cause nested deliveries")
  func nestedRunLoop() {
    withRunLoop { thread in
      let timer = thread.timer()
      let recorder = timer.record { _ in
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        return .none
      }
      let connection = timer.connect()
      expect(eventually { recorder.values.count >= 5 })
      connection.cancel()
      recorder.cancel()
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test("No timer is left after a cancel, or after the publisher is released")
  func release() {
    withRunLoop { thread in
      weak var publisher: Publishers.TimerPublisher?
      weak var token: Token?
      do {
        let (timer, newToken) = (thread.timer(), Token())
        (publisher, token) = (timer, newToken)
        let subscription = timer.sink { _ in _ = newToken.pass(0) }
        let connection = timer.connect()
        expect(thread.goRound())
        connection.cancel()
        subscription.cancel()
      }
      thread.perform {}
      expect(publisher == nil)
      expect(token == nil)
      // The connection is released, not cancelled; the subscription retains the timer until it ends.
      let ticks = Box(0)
      var subscription: AnyCancellable?
      do {
        let timer = thread.timer()
        publisher = timer
        subscription = timer.sink { _ in ticks.increment() }
        _ = timer.connect()
      }
      expect(publisher == nil)
      expect(eventually { ticks.value >= 3 })
      subscription?.cancel()
      subscription = nil
      thread.perform {}
      let count = ticks.value
      expect(thread.goRound())
      expectEqual(ticks.value, count)
    }
  }

  @Test("Cancels at every stage leave the run loop with as many timers as before")
  func timersCounted() {
    withRunLoop(hasClock: false) { thread in
      expect(thread.nextTimer == nil)
      let timers = (0..<4).map { _ in Publishers.TimerPublisher(interval: 50, runLoop: thread.runLoop, mode: .default) }
      // Before the connection, after it, through autoconnect, by letting everything go.
      let early = timers[0].record()
      early.cancel()
      expect(thread.nextTimer == nil)
      let connection = timers[1].connect()
      let late = timers[1].record()
      expect(thread.nextTimer != nil)
      late.cancel()
      connection.cancel()
      expect(thread.nextTimer == nil)
      let automatic = timers[2].autoconnect().sink { _ in }
      expect(thread.nextTimer != nil)
      automatic.cancel()
      expect(thread.nextTimer == nil)
      do {
        let timer = Publishers.TimerPublisher(interval: 50, runLoop: thread.runLoop, mode: .default)
        _ = timer.connect()
        expect(thread.nextTimer != nil)
      }
      expect(thread.nextTimer == nil)
    }
  }

  @Test("Connecting, subscribing and cancelling on many threads leaves nothing running")
  func manyThreads() {
    withRunLoop { thread in
      let timer = thread.timer(every: 0.000_5)
      let (automatic, steady) = (timer.autoconnect(), timer.record())
      concurrently(3) { index in
        for step in 0..<60 {
          if index == 0 {
            let connection = timer.connect()
            if step.isMultiple(of: 8) { _ = thread.goRound(3) }
            connection.cancel()
          } else {
            let recorder = automatic.record(demand: .max(1))
            recorder.cancel()
            expect(recorder.values.count <= 1)
          }
        }
      }
      timer.connect().cancel()
      thread.perform {}
      let count = steady.values.count
      expect(thread.goRound())
      expectEqual(steady.values.count, count)
      expectEqual(steady.overlaps, 0)
      steady.cancel()
    }
  }

  #if !canImport(Darwin)
    @Test("The publisher has Combine's names, and shows its parameters")
    func names() {
      withRunLoop { thread in
        let timer: Timer.TimerPublisher = Timer.publish(every: 2, tolerance: 0.5, on: thread.runLoop, in: .common)
        expectEqual(timer.interval, 2)
        expectEqual(timer.tolerance, 0.5)
        expect(timer.runLoop === thread.runLoop)
        expectEqual(timer.mode, .common)
        expect(timer.options == nil)
        expect(Timer.publish(every: 1, on: .main, in: .default, options: nil).tolerance == nil)
      }
    }
  #endif
}
