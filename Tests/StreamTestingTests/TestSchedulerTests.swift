import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@Suite("TestScheduler")
struct TestSchedulerTests {
  @Test("Work runs in the order of its times")
  func ordersByTime() {
    let scheduler = TestScheduler()
    let times = Box<[VirtualTime]>([])
    for time in [300, 200, 100] as [VirtualTime] {
      scheduler.schedule(after: time) { times.update { $0.append(scheduler.now) } }
    }
    expectEqual(times.value, [])
    scheduler.resume()
    expectEqual(times.value, [100, 200, 300])
    expectEqual(scheduler.now, 300)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("Work for one time runs in the order in which it was scheduled")
  func keepsOrder() {
    let scheduler = TestScheduler()
    let order = Box<[Int]>([])
    for number in 0..<100 { scheduler.schedule(after: 5) { order.update { $0.append(number) } } }
    scheduler.resume()
    expectEqual(order.value, Array(0..<100))
  }

  @Test("A seed shuffles work for one time, the same way in every run", arguments: [1, 2, 3] as [UInt64])
  func shuffles(seed: UInt64) {
    func run() -> [Int] {
      let scheduler = TestScheduler(shuffleSeed: seed)
      let order = Box<[Int]>([])
      for number in 0..<100 { scheduler.schedule(after: 5) { order.update { $0.append(number) } } }
      scheduler.schedule(after: 4) { order.update { $0.append(-1) } }
      scheduler.resume()
      return order.value
    }
    let order = run()
    expectEqual(order.first, -1)
    expect(order != [-1] + Array(0..<100))
    expectEqual(order.sorted(), Array(-1..<100))
    expectEqual(order, run())
  }

  @Test("Advancing runs all work that is due, including work scheduled by it, and no more")
  func advances() {
    let scheduler = TestScheduler(initialClock: 10)
    let log = Box<[String]>([])
    scheduler.schedule { log.update { $0.append("at once") } }
    scheduler.schedule(after: 11) {
      scheduler.schedule(after: scheduler.now.advanced(by: 0.5)) { log.update { $0.append("at \(scheduler.now)") } }
    }
    scheduler.schedule(after: 12.5) { log.update { $0.append("too early") } }
    expectEqual(log.value, [])
    scheduler.advance(by: 0)
    expectEqual(log.value, ["at once"])
    scheduler.advance(to: 12)
    expectEqual(log.value, ["at once", "at 11.5"])
    expectEqual(scheduler.now, 12)
    expectEqual(scheduler.pendingCount, 1)
  }

  @Test("Work for the past runs at the present time")
  func pastIsPresent() {
    let scheduler = TestScheduler(initialClock: 10)
    let time = Box<VirtualTime?>(nil)
    scheduler.schedule(after: 1) { time.value = scheduler.now }
    scheduler.advance(by: 0)
    expectEqual(time.value, 10)
  }

  @Test("Repeated work runs at its date, then after every interval, until cancelled")
  func repeats() {
    let scheduler = TestScheduler()
    let times = Box<[VirtualTime]>([])
    let token = Token()
    let repetition = scheduler.schedule(after: 1, interval: 0.25) {
      times.update { $0.append(token.pass(scheduler.now)) }
    }
    scheduler.advance(to: 1.6)
    expectEqual(times.value, [1, 1.25, 1.5])
    repetition.cancel()
    scheduler.advance(to: 5)
    expectEqual(times.value.count, 3)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("Repeated work keeps its place among work for one time")
  func repetitionKeepsItsPlace() {
    let scheduler = TestScheduler()
    let log = Box<[String]>([])
    let repetition = scheduler.schedule(after: 200, interval: 2) { log.update { $0.append("\(scheduler.now)") } }
    scheduler.schedule(after: 204) { log.update { $0.append("between") } }
    let second = scheduler.schedule(after: 204, interval: 2) { log.update { $0.append("second") } }
    nonisolated(unsafe) let cancellables = [repetition, second]
    scheduler.schedule(after: 210) {
      for cancellable in cancellables { cancellable.cancel() }
    }
    scheduler.resume()
    expectEqual(
      log.value,
      [
        "200", "202", "204", "between", "second", "206", "second", "208", "second", "210", "second",
      ])
    expectEqual(scheduler.now, 210)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("An interval of zero or less becomes the next instant; the end of the run bounds it", arguments: [0, -3])
  func noInterval(seconds: Int) {
    let scheduler = TestScheduler()
    let times = Box<[VirtualTime]>([])
    let repetition = scheduler.schedule(after: 1, interval: .seconds(seconds)) {
      times.update { $0.append(scheduler.now) }
    }
    scheduler.advance(to: 1)
    expectEqual(times.value, [1])
    scheduler.advance(by: 3)
    expectEqual(times.value, [1, 2, 3, 4])
    repetition.cancel()
    scheduler.resume()
    expectEqual(times.value.count, 4)
  }

  @Test("Work repeated very many times costs linear time, and does not grow the stack")
  func manyRepetitions() {
    let scheduler = TestScheduler()
    let runs = Box(0)
    let repetition = scheduler.schedule(after: 1, interval: 1) { runs.increment() }
    scheduler.advance(by: .seconds(manyTimes))
    expectEqual(runs.value, manyTimes)
    repetition.cancel()
  }

  @Test("Repeated work at the clock's last time runs once more, and the run ends")
  func lastTime() {
    let scheduler = TestScheduler(initialClock: .distantFuture)
    let runs = Box(0)
    let repetition = scheduler.schedule(after: .distantFuture, interval: 5) { runs.increment() }
    scheduler.resume()
    expectEqual(runs.value, 1)
    repetition.cancel()
  }

  @Test("Repeated work may cancel itself, and retains nothing then")
  func cancelsItself() {
    let scheduler = TestScheduler()
    weak var token: Token?
    let repetition = Box<(any Cancellable)?>(nil)
    let count = Box(0)
    do {
      let newToken = Token()
      token = newToken
      repetition.value = scheduler.schedule(after: 1, interval: 1) {
        if newToken.pass(count.increment()) == 2 { repetition.value?.cancel() }
      }
    }
    scheduler.resume(until: 100)
    expectEqual(count.value, 2)
    expect(token == nil)
  }

  @Test("A limit ends a run whose work would repeat for ever")
  func limit() {
    let scheduler = TestScheduler()
    let count = Box(0)
    let repetition = scheduler.schedule(after: 0, interval: 1) { count.increment() }
    scheduler.resume(until: 9)
    expectEqual(count.value, 10)
    repetition.cancel()
  }

  @Test("Threads may schedule while the clock moves")
  func threads() {
    let scheduler = TestScheduler()
    let count = Box(0)
    concurrently(4) { _ in
      for _ in 0..<500 {
        scheduler.schedule(after: scheduler.now.advanced(by: .nanoseconds(1))) { count.increment() }
        scheduler.advance(by: .nanoseconds(1))
      }
    }
    scheduler.resume()
    expectEqual(count.value, 2_000)
  }
}
