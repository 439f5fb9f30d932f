import Dispatch
import StreamCore
import StreamSchedulers
import TestSupport
import Testing

/// The clock is a real one here: what is expected of it is only that nothing comes too early.
@Suite("DispatchQueue as a scheduler")
struct DispatchQueueSchedulerTests {
  private let queue = DispatchQueue(label: "scheduler")

  @Test("Work runs on the queue, in order")
  func order() {
    let log = Box<[Int]>([])
    for number in 0..<1_000 {
      queue.schedule { [queue] in
        dispatchPrecondition(condition: .onQueue(queue))
        log.update { $0.append(number) }
      }
    }
    queue.sync {}
    expectEqual(log.value, Array(0..<1_000))
  }

  @Test("Work for a later time runs on the queue, and no earlier")
  func delay() {
    let semaphore = DispatchSemaphore(value: 0)
    let time = Box(queue.now)
    let date = queue.now.advanced(by: .milliseconds(30))
    queue.schedule(after: date) { [queue] in
      dispatchPrecondition(condition: .onQueue(queue))
      time.value = queue.now
      semaphore.signal()
    }
    expect(semaphore.waitPatiently())
    expect(time.value >= date)
  }

  // Case XA-377.
  @Test("Work with a tolerance runs on the queue, once and no earlier than its time, and is released then")
  func tolerance() {
    let (semaphore, group) = (DispatchSemaphore(value: 0), DispatchGroup())
    let (time, runs) = (Box(queue.now), Box(0))
    let token = Box<Token?>(Token())
    weak let weakToken = token.value
    let date = queue.now.advanced(by: .milliseconds(20))
    queue.schedule(after: date, tolerance: .milliseconds(10), options: .init(flags: .enforceQoS, group: group)) {
      [queue, kept = token.value] in
      dispatchPrecondition(condition: .onQueue(queue))
      withExtendedLifetime(kept) { time.value = queue.now }
      _ = runs.increment()
    }
    token.value = nil
    expect(group.waitPatiently())
    expect(time.value >= date)
    expectEqual(runs.value, 1)
    expect(eventually { weakToken == nil })
    queue.schedule(after: queue.now.advanced(by: .seconds(-1)), tolerance: .seconds(1)) { semaphore.signal() }
    queue.schedule(after: queue.now.advanced(by: .milliseconds(1)), tolerance: 0.001) { semaphore.signal() }
    expect(semaphore.waitPatiently())
  }

  @Test("Work for a past time runs all the same")
  func past() {
    let semaphore = DispatchSemaphore(value: 0)
    queue.schedule(after: queue.now.advanced(by: .seconds(-1))) { semaphore.signal() }
    queue.schedule(after: queue.now.advanced(by: .nanoseconds(.min))) { semaphore.signal() }
    expect(semaphore.waitPatiently())
    expect(semaphore.waitPatiently())
  }

  @Test("Work stays in the group of its options until it has run")
  func group() {
    let group = DispatchGroup()
    let log = Box<[String]>([])
    let options = DispatchQueue.SchedulerOptions(qos: .utility, flags: .enforceQoS, group: group)
    queue.schedule(options: options) { log.update { $0.append("at once") } }
    let date = queue.now.advanced(by: .milliseconds(20))
    queue.schedule(after: date, tolerance: 0, options: options) { log.update { $0.append("later") } }
    expect(group.waitPatiently())
    expectEqual(log.value, ["at once", "later"])
    let timer = queue.schedule(after: queue.now, interval: 60, tolerance: 0, options: options) {}
    expectEqual(group.wait(timeout: .now()), .timedOut)
    timer.cancel()
    expect(group.waitPatiently())
  }

  @Test("Repeated work runs at its first date, then after each interval, counted from that date")
  func repetition() {
    let semaphore = DispatchSemaphore(value: 0)
    let times = Box<[DispatchQueue.SchedulerTimeType]>([])
    let interval = DispatchQueue.SchedulerTimeType.Stride.milliseconds(20)
    let date = queue.now.advanced(by: interval)
    let timer = queue.schedule(after: date, interval: interval) { [queue] in
      dispatchPrecondition(condition: .onQueue(queue))
      times.update { $0.append(queue.now) }
      semaphore.signal()
    }
    for _ in 0..<5 { expect(semaphore.waitPatiently()) }
    timer.cancel()
    // None before its turn.
    for (turn, time) in times.value.enumerated() {
      expect(time >= date.advanced(by: interval * .nanoseconds(turn)))
    }
  }

  @Test("Repeated work that takes a while does not delay the runs after it")
  func drift() {
    let semaphore = DispatchSemaphore(value: 0)
    let times = Box<[DispatchQueue.SchedulerTimeType]>([])
    let interval = DispatchQueue.SchedulerTimeType.Stride.milliseconds(160)
    let timer = queue.schedule(after: queue.now.advanced(by: interval), interval: interval) { [queue] in
      times.update { $0.append(queue.now) }
      // Counted from the end of work that takes 60 ms, the runs would be 220 ms apart, or more.
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(60))
      semaphore.signal()
    }
    for _ in 0..<8 { expect(semaphore.waitPatiently()) }
    timer.cancel()
    let distances = zip(times.value, times.value.dropFirst()).map { $0.distance(to: $1) }
    // On a busy machine runs may be late, but not each by so much more than the one before it.
    expect(distances.count { $0 < .milliseconds(210) } >= 2, "\(distances)")
  }

  @Test("After a cancel on the queue nothing runs, and the work is released")
  func cancel() {
    let semaphore = DispatchSemaphore(value: 0)
    let runs = Box(0)
    weak var token: Token?
    let timer: any Cancellable
    do {
      let newToken = Token()
      token = newToken
      timer = queue.schedule(after: queue.now, interval: .milliseconds(1)) {
        withExtendedLifetime(newToken) { runs.update { $0 += 1 } }
        semaphore.signal()
      }
    }
    expect(semaphore.waitPatiently())
    let runsAtCancel = queue.sync {
      timer.cancel()
      timer.cancel()
      return runs.value
    }
    // The queue releases the work by itself, soon.
    expect(eventually { token == nil })
    expectEqual(runs.value, runsAtCancel)
  }

  @Test("Repeated work may cancel itself")
  func cancelFromInside() {
    let semaphore = DispatchSemaphore(value: 0)
    let timer = Box<(any Cancellable)?>(nil)
    let runs = Box(0)
    queue.sync {
      timer.value = queue.schedule(after: queue.now, interval: .milliseconds(1)) {
        runs.update { $0 += 1 }
        timer.value?.cancel()
        semaphore.signal()
      }
    }
    expect(semaphore.waitPatiently())
    expectEqual(semaphore.wait(timeout: .now() + .milliseconds(50)), .timedOut)
    expectEqual(runs.value, 1)
  }

  @Test("Repeated work ends when its cancellable is released")
  func release() {
    let group = DispatchGroup()
    let options = DispatchQueue.SchedulerOptions(group: group)
    do {
      let timer = queue.schedule(after: queue.now, interval: .milliseconds(1), tolerance: 0, options: options) {}
      expectEqual(group.wait(timeout: .now()), .timedOut)
      withExtendedLifetime(timer) {}
    }
    expect(group.waitPatiently())
  }

  @Test("An interval of zero or less traps")
  func refusesInterval() async {
    await #expect(processExitsWith: .failure) {
      let queue = DispatchQueue(label: "refused")
      _ = queue.schedule(after: queue.now, interval: 0) {}
    }
  }
}
