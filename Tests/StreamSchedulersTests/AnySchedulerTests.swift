import Dispatch
import StreamCore
import StreamSchedulers
import TestSupport
import Testing

@Suite("AnyScheduler")
struct AnySchedulerTests {
  @Test("Work to run at once is passed to the wrapped scheduler")
  func immediate() {
    let scheduler: AnySchedulerOf<ImmediateScheduler> = ImmediateScheduler.shared.eraseToAnyScheduler()
    let count = Box(0)
    scheduler.schedule { count.increment() }
    scheduler.schedule(after: scheduler.now) { count.increment() }
    expectEqual(count.value, 2)
    expectEqual(scheduler.minimumTolerance, ImmediateScheduler.shared.minimumTolerance)
  }

  @Test("Options, times and cancels are passed to the wrapped queue")
  func queue() {
    let queue = DispatchQueue(label: "erased")
    let scheduler = queue.eraseToAnyScheduler()
    let group = DispatchGroup()
    let ran = Box(false)
    scheduler.schedule(options: .init(group: group)) {
      dispatchPrecondition(condition: .onQueue(queue))
      ran.value = true
    }
    group.wait()
    expect(ran.value)

    let semaphore = DispatchSemaphore(value: 0)
    let start = scheduler.now
    let repetition = scheduler.schedule(after: start.advanced(by: .milliseconds(10)), interval: .milliseconds(10)) {
      semaphore.signal()
    }
    for _ in 0..<3 { expect(semaphore.waitPatiently()) }
    repetition.cancel()
    expect(start.distance(to: scheduler.now) >= .milliseconds(30))
    scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(5))) { semaphore.signal() }
    expect(semaphore.waitPatiently())
  }

  @Test("Erasing twice adds no wrapper")
  func twice() {
    let once = ImmediateScheduler.shared.eraseToAnyScheduler()
    let twice = once.eraseToAnyScheduler()
    expect(type(of: twice) == type(of: once))
  }
}
