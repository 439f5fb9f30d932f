import Dispatch
import Foundation
import StreamFoundationSchedulers
import TestSupport
import Testing

/// The clock is a real one here: what is expected of it is only that nothing comes too early.
@Suite("RunLoop as a scheduler")
struct RunLoopSchedulerTests {
  private let thread = LoopThread()
  private let semaphore = DispatchSemaphore(value: 0)
  private var loop: RunLoop { thread.loop }

  /// Runs `body` on the loop's thread, and returns when it has.
  private func onLoop(_ body: @escaping @Sendable () -> Void) {
    let isOver = DispatchSemaphore(value: 0)
    loop.schedule {
      body()
      isOver.signal()
    }
    expect(isOver.waitPatiently())
  }

  @Test("Work scheduled by another thread wakes a sleeping loop, and runs on the loop's thread, in order")
  func order() {
    defer { thread.stop() }
    let log = Box<[Int]>([])
    let strangers = Box(0)
    for number in 0..<1_000 {
      loop.schedule { [thread] in
        if RunLoop.current !== thread.loop { strangers.increment() }
        log.update { $0.append(number) }
      }
    }
    onLoop {}
    expectEqual(log.value, Array(0..<1_000))
    expectEqual(strangers.value, 0)
    // It sleeps again by now, or soon: each of these has to wake it, which nothing else does for half a second.
    let start = DispatchTime.now()
    for _ in 0..<100 { onLoop {} }
    expect(DispatchTime.now() < start + .seconds(25))
  }

  @Test("Work scheduled by many threads runs once each, in the order of each thread")
  func manyThreads() {
    defer { thread.stop() }
    let log = Box<[Int]>([])
    concurrently(4) { [thread] number in
      for index in 0..<250 { thread.loop.schedule { log.update { $0.append(number * 250 + index) } } }
    }
    onLoop {}
    expectEqual(log.value.count, 1_000)
    for number in 0..<4 {
      expectEqual(log.value.filter { $0 / 250 == number }, Array(number * 250..<(number + 1) * 250))
    }
  }

  @Test("Work that is scheduled by work runs without another wake-up of the loop")
  func nested() {
    defer { thread.stop() }
    loop.schedule { [thread, semaphore] in
      thread.loop.schedule { thread.loop.schedule { semaphore.signal() } }
    }
    expect(semaphore.waitPatiently())
  }

  // Case XA-376.
  @Test("Work with a tolerance waits for other work that is due within it, and the loop wakes once for both")
  func tolerance() {
    defer { thread.stop() }
    // A busy machine may keep the loop's thread waiting just between the two times, but hardly ever.
    let wakesOnce = (1...10).contains { _ in
      let times = Box<[SchedulerDate]>([])
      let start = Box(loop.now)
      // On the loop's thread, so that it wakes for none of them before both are there.
      onLoop { [thread, semaphore] in
        let date = thread.loop.now.advanced(by: .milliseconds(40))
        start.value = date
        for milliseconds in [0, 5] {
          thread.loop.schedule(after: date.advanced(by: .milliseconds(milliseconds)), tolerance: .milliseconds(50)) {
            times.update { $0.append(RunLoop.current.now) }
            semaphore.signal()
          }
        }
      }
      expect(semaphore.waitPatiently())
      expect(semaphore.waitPatiently())
      return times.value.allSatisfy { $0 >= start.value.advanced(by: .milliseconds(4)) }
    }
    expect(wakesOnce)
  }

  @Test("Work without a tolerance does not wait for work with one, and a repetition with one waits, too")
  func otherTolerance() {
    defer { thread.stop() }
    let log = Box<[String]>([])
    let timer = Box<(any Cancellable)?>(nil)
    onLoop { [thread, semaphore] in
      let date = thread.loop.now.advanced(by: .milliseconds(20))
      timer.value = thread.loop.schedule(after: date, interval: .seconds(100), tolerance: .seconds(100)) {
        log.update { $0.append("repeated") }
        semaphore.signal()
      }
      thread.loop.schedule(after: date.advanced(by: .milliseconds(-10))) { log.update { $0.append("exact") } }
      thread.loop.schedule(after: date.advanced(by: .milliseconds(10))) {
        log.update { $0.append("last") }
        semaphore.signal()
      }
    }
    // A busy machine may wake the loop between the two.
    expect(semaphore.waitPatiently())
    expect(semaphore.waitPatiently())
    expectEqual(log.value, ["exact", "repeated", "last"])
    timer.value?.cancel()
  }

  @Test("Work for the distant future never runs")
  func never() {
    defer { thread.stop() }
    let runs = Box(0)
    loop.schedule(after: loop.now.advanced(by: .seconds(Double.infinity))) { runs.increment() }
    loop.schedule(after: loop.now.advanced(by: .seconds(Int.max))) { runs.increment() }
    let timer = loop.schedule(after: loop.now.advanced(by: .seconds(Double.infinity)), interval: .seconds(.max)) {
      runs.increment()
    }
    for _ in 0..<10 { onLoop {} }
    expectEqual(runs.value, 0)
    timer.cancel()
  }

  @Test("Work waits while the loop runs in another mode, as in Combine")
  func modes() {
    defer { thread.stop() }
    let log = Box<[String]>([])
    onLoop { [thread, semaphore] in
      thread.loop.schedule {
        log.update { $0.append("default") }
        semaphore.signal()
      }
      // Another mode, which somebody tracks a finger in.
      let other = RunLoop.Mode("other")
      let timer = Timer(timeInterval: 0.005, repeats: true) { timer in
        if log.update({
          $0.append("other")
          return $0.count
        }) == 3 {
          timer.invalidate()
        }
      }
      thread.loop.add(timer, forMode: other)
      while timer.isValid, thread.loop.run(mode: other, before: .distantFuture) {}
    }
    expect(semaphore.waitPatiently())
    expectEqual(log.value, ["other", "other", "other", "default"])
  }

  @Test("After a cancel on the loop's thread nothing runs, and the work is released at once")
  func cancel() {
    defer { thread.stop() }
    let runs = Box(0)
    weak var token: Token?
    let timer: any Cancellable
    do {
      let newToken = Token()
      token = newToken
      timer = loop.schedule(after: loop.now, interval: .milliseconds(1)) { [semaphore] in
        withExtendedLifetime(newToken) { _ = runs.increment() }
        semaphore.signal()
      }
    }
    expect(semaphore.waitPatiently())
    let runsAtCancel = Box(0)
    nonisolated(unsafe) let shared = timer
    onLoop {
      shared.cancel()
      shared.cancel()
      runsAtCancel.value = runs.value
    }
    expect(token == nil)
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
    onLoop {}
    expectEqual(runs.value, runsAtCancel.value)
  }

  @Test("Repeated work may cancel itself, and ends when its cancellable is released")
  func cancelFromInside() {
    defer { thread.stop() }
    let timer = Box<(any Cancellable)?>(nil)
    let runs = Box(0)
    onLoop { [thread, semaphore] in
      timer.value = thread.loop.schedule(after: thread.loop.now, interval: .milliseconds(1)) {
        runs.increment()
        timer.value?.cancel()
        semaphore.signal()
      }
    }
    expect(semaphore.waitPatiently())
    expectEqual(semaphore.wait(timeout: .now() + .milliseconds(30)), .timedOut)
    expectEqual(runs.value, 1)
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      let released = loop.schedule(after: loop.now, interval: .milliseconds(1)) { _ = newToken.pass(1) }
      withExtendedLifetime(released) {}
    }
    expect(eventually { token == nil })
  }

  @Test("Work that runs once is released when it has run")
  func release() {
    defer { thread.stop() }
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      loop.schedule { _ = newToken.pass(1) }
      loop.schedule(after: loop.now.advanced(by: 0.01)) { [semaphore] in
        _ = newToken.pass(1)
        semaphore.signal()
      }
    }
    expect(semaphore.waitPatiently())
    expect(eventually { token == nil })
  }

  @Test("An interval of zero or less traps")
  func refusesInterval() async {
    thread.stop()
    await #expect(processExitsWith: .failure) { _ = RunLoop.main.schedule(after: RunLoop.main.now, interval: 0) {} }
  }
}
