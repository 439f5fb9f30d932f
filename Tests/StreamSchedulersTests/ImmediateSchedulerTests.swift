import StreamSchedulers
import TestSupport
import Testing

@Suite("ImmediateScheduler")
struct ImmediateSchedulerTests {
  private let scheduler = ImmediateScheduler.shared

  @Test("Work runs before schedule returns")
  func runsInline() {
    let log = Box<[Int]>([])
    scheduler.schedule {
      log.update { $0.append(1) }
      ImmediateScheduler.shared.schedule { log.update { $0.append(2) } }
      log.update { $0.append(3) }
    }
    expectEqual(log.value, [1, 2, 3])
  }

  @Test("Work for a later or an earlier time runs before schedule returns")
  func ignoresDates() {
    let runs = Box(0)
    scheduler.schedule(after: scheduler.now) { runs.update { $0 += 1 } }
    scheduler.schedule(after: scheduler.now.advanced(by: -1)) { runs.update { $0 += 1 } }
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(3_600))) { runs.update { $0 += 1 } }
    scheduler.schedule(after: scheduler.now.advanced(by: 5), tolerance: 2) { runs.update { $0 += 1 } }
    expectEqual(runs.value, 4)
  }

  @Test("Repeated work runs once, before schedule returns")
  func repeatsOnce() {
    let runs = Box(0)
    let repetition = scheduler.schedule(after: scheduler.now, interval: 1) { runs.update { $0 += 1 } }
    _ = scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1)), interval: 0) { runs.update { $0 += 1 } }
    expectEqual(runs.value, 2)
    repetition.cancel()
    expectEqual(runs.value, 2)
  }

  @Test("The clock stands still: a time advanced by any stride is the present")
  func clock() {
    expectEqual(scheduler.now, scheduler.now)
    let later = scheduler.now.advanced(by: 5)
    expectEqual(later, scheduler.now)
    expect(!(scheduler.now < later))
    expectEqual(scheduler.now.distance(to: later), 0)
    expectEqual(scheduler.minimumTolerance, 0)
  }

  @Test("A stride is a plain number: seconds and their fractions are zero, plain numbers themselves")
  func stride() throws {
    typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
    expectEqual(Stride.seconds(1_100), 0)
    expectEqual(Stride.seconds(12.5), 0)
    expectEqual(Stride.milliseconds(1_100), 0)
    expectEqual(Stride.microseconds(1_100), 0)
    expectEqual(Stride.nanoseconds(1_100), 0)
    expectEqual((5 as Stride).magnitude, 5)
    expectEqual((-2.75 as Stride).magnitude, -2)
    expectEqual(Stride(7).magnitude, 7)
    expectEqual(Stride(exactly: 9 as UInt8)?.magnitude, 9)
    expect(Stride(exactly: UInt.max) == nil)
    expectEqual((2 as Stride) + 3, 5)
    expectEqual((2 as Stride) - 3, -1)
    expectEqual((2 as Stride) * 3, 6)
    expect((2 as Stride) < 3)
    var sum: Stride = 4
    sum += 1
    sum -= 2
    sum *= 3
    expectEqual(sum, 9)
    expectEqual(Stride(.max) + 1, Stride(.max))
    expectEqual(Stride(floatLiteral: 1e300), Stride(.max))
    expectEqual(Set([1, 1, 2] as [Stride]).count, 2)
  }
}
