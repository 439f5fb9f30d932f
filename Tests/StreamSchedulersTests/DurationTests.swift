import Dispatch
import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@Suite("duration(_:)")
struct DurationTests {
  private typealias Stride = DispatchQueue.SchedulerTimeType.Stride

  // Case XA-010, with RunLoop and OperationQueue in StreamFoundationSchedulersTests.
  @Test("A duration is the same length in each stride")
  func units() {
    expectEqual(Stride.duration(.seconds(1)), .seconds(1))
    expectEqual(VirtualTime.Stride.duration(.seconds(1)), .seconds(1))
    expectEqual(ClockScheduler<ContinuousClock>.SchedulerTimeType.Stride.duration(.seconds(1)), .seconds(1))
    expectEqual(Stride.duration(.milliseconds(1_250)), .milliseconds(1_250))
    expectEqual(Stride.duration(.nanoseconds(-7)), .nanoseconds(-7))
    expectEqual(Stride.duration(.milliseconds(-1_250)), .milliseconds(-1_250))
    expectEqual(Stride.duration(.zero), .zero)
    expectEqual(ImmediateScheduler.SchedulerTimeType.Stride.duration(.seconds(1)), 0)
  }

  // Case XA-011.
  @Test("Parts of a nanosecond are rounded away from zero")
  func rounding() {
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    expectEqual(Stride.duration(attosecond), .nanoseconds(1))
    expectEqual(Stride.duration(.zero - attosecond), .nanoseconds(-1))
    expectEqual(Stride.duration(.seconds(2) + attosecond), .nanoseconds(2_000_000_001))
    expectEqual(Stride.duration(.seconds(2) - attosecond), .seconds(2))
    expectEqual(Stride.duration(.nanoseconds(5) + attosecond), .nanoseconds(6))
    expectEqual(Stride.duration(.nanoseconds(-5) - attosecond), .nanoseconds(-6))
  }

  // Case XA-012.
  @Test("What is beyond the range becomes the longest stride, or the shortest")
  func saturation() {
    let aeon = Duration.seconds(1_000_000 * 31_557_600)
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    expectEqual(Stride.duration(aeon), .nanoseconds(.max))
    expectEqual(Stride.duration(.zero - aeon), .nanoseconds(.min))
    expectEqual(Stride.duration(aeon + attosecond), .nanoseconds(.max))
    expectEqual(Stride.duration(.zero - aeon - attosecond), .nanoseconds(.min))
    let longest = Duration.nanoseconds(Int64.max)
    expectEqual(Stride.duration(longest), .nanoseconds(.max))
    expectEqual(Stride.duration(longest - .nanoseconds(1)), .nanoseconds(.max - 1))
    expectEqual(Stride.duration(longest + attosecond), .nanoseconds(.max))
  }
}
