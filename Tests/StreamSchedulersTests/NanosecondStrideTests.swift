import Dispatch
import StreamSchedulers
import TestSupport
import Testing

@Suite("Strides of queues")
struct NanosecondStrideTests {
  private typealias Stride = DispatchQueue.SchedulerTimeType.Stride

  @Test("Literals are seconds, and each unit is converted to nanoseconds")
  func units() {
    let fromInteger: Stride = 5
    let fromFloat: Stride = 0.5
    expectEqual(fromInteger.magnitude, 5_000_000_000)
    expectEqual(fromFloat.magnitude, 500_000_000)
    expectEqual(Stride.seconds(2).magnitude, 2_000_000_000)
    expectEqual(Stride.seconds(0.25).magnitude, 250_000_000)
    expectEqual(Stride.milliseconds(3).magnitude, 3_000_000)
    expectEqual(Stride.microseconds(4).magnitude, 4_000)
    expectEqual(Stride.nanoseconds(-7).magnitude, -7)
    expectEqual(Stride(integerLiteral: 5), .seconds(5))
    expectEqual(Stride(floatLiteral: 2.0), .seconds(2))
    let count = 5
    expectEqual(Stride(count), Stride(5))
  }

  @Test("Fractions of a second are rounded to the nearest nanosecond")
  func rounding() {
    expectEqual(Stride.seconds(0.1).magnitude, 100_000_000)
    expectEqual(Stride.seconds(0.3).magnitude, 300_000_000)
    expectEqual(Stride.seconds(1e-9 * 0.6).magnitude, 1)
    expectEqual(Stride.seconds(-0.1).magnitude, -100_000_000)
  }

  @Test("A stride and a DispatchTimeInterval convert to each other")
  func timeInterval() {
    expectEqual(Stride(.seconds(1)), .seconds(1))
    expectEqual(Stride(.milliseconds(1)), .milliseconds(1))
    expectEqual(Stride(.microseconds(1)), .microseconds(1))
    expectEqual(Stride(.nanoseconds(1)), .nanoseconds(1))
    expectEqual(Stride.milliseconds(1).timeInterval, .nanoseconds(1_000_000))
    expectEqual(Stride(.never).timeInterval, .never)
  }

  @Test("Strides are compared, added, subtracted and negated")
  func arithmetic() {
    expect(Stride.milliseconds(999) < .seconds(1))
    expectEqual(Stride.seconds(1) + .milliseconds(500), 1.5)
    expectEqual(Stride.seconds(1) - 3, .seconds(-2))
    expectEqual(-Stride.seconds(1), .seconds(-1))
    var stride = Stride.zero
    stride += 2
    stride -= 0.5
    expectEqual(stride, .milliseconds(1_500))
  }

  @Test("A product of strides is the product of their nanoseconds")
  func product() {
    expectEqual(Stride.seconds(3) * .nanoseconds(2), .seconds(6))
    var stride = Stride.seconds(1)
    stride *= .nanoseconds(-4)
    expectEqual(stride, .seconds(-4))
  }

  @Test("An exact number of seconds must fit an Int of nanoseconds")
  func exactly() {
    expectEqual(Stride(exactly: UInt8(9)), .seconds(9))
    expect(Stride(exactly: UInt64.max) == nil)
  }

  @Test("A length that no Int can hold becomes the longest or the shortest stride, without a trap")
  func saturation() {
    let longest = Stride.nanoseconds(.max)
    let shortest = Stride.nanoseconds(.min)
    expectEqual(Stride.seconds(Int.max), longest)
    expectEqual(Stride.seconds(Int.min), shortest)
    expectEqual(Stride.milliseconds(.max), longest)
    expectEqual(Stride.microseconds(.min), shortest)
    expectEqual(Stride.seconds(1e300), longest)
    expectEqual(Stride.seconds(-.infinity), shortest)
    expectEqual(Stride.seconds(Double(Int.max) / 1e9), longest)
    expectEqual(longest + 1, longest)
    expectEqual(shortest + .nanoseconds(-1), shortest)
    expectEqual(shortest - 1, shortest)
    expectEqual(longest - .nanoseconds(-1), longest)
    expectEqual(-shortest, longest)
    expectEqual(longest * 2, longest)
    expectEqual(longest * .nanoseconds(-2), shortest)
    expectEqual(shortest * .nanoseconds(-2), longest)
    expectEqual(Stride(.seconds(.max)).timeInterval, .never)
  }

  @Test("A length that is not a number traps")
  func notANumber() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NanosecondStride.seconds(.nan)
    }
    expect(said("A length of time must be a number, not NaN.", result))
  }
}
