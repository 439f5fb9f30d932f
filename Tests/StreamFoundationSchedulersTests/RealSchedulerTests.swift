import Dispatch
import Foundation
import StreamFoundationSchedulers
import TestSupport
import Testing

/// The clocks are real here: what is expected is only that nothing comes too early. `DispatchQueue` has a suite beside
/// its module.
@Suite("What RunLoop and OperationQueue have in common as schedulers")
struct RealSchedulerTests {
  private let semaphore = DispatchSemaphore(value: 0)

  @Test("Work for a later time runs no earlier; work for a past time runs all the same", arguments: Kind.ofFoundation)
  func delay(kind: Kind) {
    func check<R: RealScheduler>(_ real: R) {
      let (scheduler, isCurrent) = (real.context, Box(false))
      let time = Box(scheduler.now)
      let date = scheduler.now.advanced(by: .milliseconds(30))
      scheduler.schedule(after: date) { [semaphore] in
        time.value = real.context.now
        isCurrent.value = real.isCurrent
        semaphore.signal()
      }
      expect(semaphore.waitPatiently())
      expect(time.value >= date.advanced(by: .milliseconds(-1)))
      expect(isCurrent.value)
      let past = scheduler.now.advanced(by: .seconds(-1))
      scheduler.schedule(after: past, tolerance: .milliseconds(100)) { [semaphore] in semaphore.signal() }
      let distantPast = scheduler.now.advanced(by: .seconds(-Double.infinity))
      scheduler.schedule(after: distantPast) { [semaphore] in semaphore.signal() }
      expect(semaphore.waitPatiently())
      expect(semaphore.waitPatiently())
      real.stop()
    }
    check(kind.make())
  }

  @Test(
    "Repeated work runs at its first date, then after each interval, counted from that date",
    arguments: Kind.ofFoundation)
  func repetition(kind: Kind) {
    func check<R: RealScheduler>(_ real: R) {
      let times = Box<[R.Context.SchedulerTimeType]>([])
      let date = real.context.now.advanced(by: .milliseconds(20))
      let timer = real.context.schedule(after: date, interval: .milliseconds(20)) { [semaphore] in
        times.update { $0.append(real.context.now) }
        semaphore.signal()
      }
      for _ in 0..<5 { expect(semaphore.waitPatiently()) }
      timer.cancel()
      for (turn, time) in times.value.enumerated() {
        expect(time >= date.advanced(by: .milliseconds(20 * turn - 1)))
      }
      real.stop()
    }
    check(kind.make())
  }

  @Test("Repeated work that takes a while does not delay the runs after it", arguments: Kind.ofFoundation)
  func drift(kind: Kind) {
    func check<R: RealScheduler>(_ real: R) {
      let times = Box<[R.Context.SchedulerTimeType]>([])
      let date = real.context.now.advanced(by: .milliseconds(160))
      let timer = real.context.schedule(after: date, interval: .milliseconds(160)) { [semaphore] in
        times.update { $0.append(real.context.now) }
        // Counted from the end of work that takes 60 ms, the runs would be 220 ms apart, or more.
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(60))
        semaphore.signal()
      }
      for _ in 0..<8 { expect(semaphore.waitPatiently()) }
      timer.cancel()
      let distances = zip(times.value, times.value.dropFirst()).map { $0.distance(to: $1) }
      // On a busy machine runs may be late, but not each by so much more than the one before it.
      expect(distances.count { $0 < .milliseconds(210) } >= 2, "\(distances)")
      real.stop()
    }
    check(kind.make())
  }
}
