import Foundation
import StreamFoundationSchedulers
import TestSupport
import Testing

@Suite("Times of run loops and operation queues")
struct TimeTests {
  private typealias Time = RunLoop.SchedulerTimeType
  private typealias Stride = RunLoop.SchedulerTimeType.Stride

  private let time = Time(Date(timeIntervalSinceReferenceDate: 1_000))

  @Test("Literals and units are strides, in seconds")
  func units() {
    expectEqual((5 as Stride).magnitude, 5)
    expectEqual((0.5 as Stride).timeInterval, 0.5)
    expectEqual((-2 as Stride).magnitude, -2)
    expectEqual(Stride.seconds(2), 2)
    expectEqual(Stride.seconds(0.25), 0.25)
    expectEqual(Stride.milliseconds(5), 0.005)
    expectEqual(Stride.microseconds(5), Stride(5e-6))
    expectEqual(Stride.nanoseconds(500), Stride(5e-7))
    expectEqual(Stride(exactly: 7), 7)
    expect(Stride(exactly: UInt64.max) == nil)
    expectEqual((0.5 as OperationQueue.SchedulerTimeType.Stride).magnitude, 0.5)
  }

  // Case XA-010.
  @Test("A duration is the same length, also one of a million years")
  func durations() {
    expectEqual(Stride.duration(.seconds(1)), .seconds(1))
    expectEqual(OperationQueue.SchedulerTimeType.Stride.duration(.seconds(1)), .seconds(1))
    expectEqual(Stride.duration(.milliseconds(250)), .milliseconds(250))
    expectEqual(Stride.duration(.seconds(31_557_600_000_000)).timeInterval, 31_557_600_000_000)
  }

  @Test("Strides are added, subtracted, multiplied and compared")
  func arithmetic() {
    expectEqual((1 as Stride) + 0.5, 1.5)
    expectEqual((1 as Stride) - 3, -2)
    expectEqual((2 as Stride) * 0.25, 0.5)
    expect((1 as Stride) < 2)
    expectEqual(-(1 as Stride), -1)
    var sum: Stride = 1
    sum += 2
    sum -= 0.5
    sum *= 2
    expectEqual(sum, 5)
    expectEqual(Set([1, 1.0, 2] as [Stride]).count, 2)
  }

  @Test("A stride too long for its type becomes infinite, and does not trap")
  func saturation() {
    let endless = Stride(.greatestFiniteMagnitude) * 2
    expectEqual(endless.magnitude, .infinity)
    expectEqual(endless - endless, 0)
    expectEqual(endless * 0, 0)
    expect(time.advanced(by: endless) > time)
    expect(time.advanced(by: endless).distance(to: time) < 0)
    expectEqual(time.advanced(by: endless).distance(to: time.advanced(by: endless)), 0)
    expect(time.advanced(by: Stride(-.infinity)) < time)
    expect(Stride.seconds(Int.max) < endless)
  }

  @Test("A stride that is not a number traps")
  func refusesNaN() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TimeIntervalStride.seconds(Double.nan)
    }
    expect(said("A length of time must be a number of seconds, not NaN.", result))
    let changed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var stride = TimeIntervalStride.seconds(1)
      stride.magnitude = .nan
      _ = stride
    }
    expect(said("A length of time must be a number of seconds, not NaN.", changed))
  }

  @Test("A time moves by strides, and gives its distance to another time")
  func moves() {
    let later = time.advanced(by: 0.5)
    expectEqual(later.date, Date(timeIntervalSinceReferenceDate: 1_000.5))
    expectEqual(time.distance(to: later), 0.5)
    expectEqual(later.distance(to: time), -0.5)
    expect(time < later)
    expectEqual(Set([time, later, later.advanced(by: 0)]).count, 2)
  }

  @Test("A time is coded as an object with its date, a stride as one with its magnitude")
  func coding() throws {
    let data = try JSONEncoder().encode(time)
    expectEqual(String(decoding: data, as: UTF8.self), #"{"date":1000}"#)
    #expect(try JSONDecoder().decode(Time.self, from: data) == time)
    let stride = try JSONEncoder().encode(0.5 as Stride)
    expectEqual(String(decoding: stride, as: UTF8.self), #"{"magnitude":0.5}"#)
    #expect(try JSONDecoder().decode(Stride.self, from: stride) == 0.5)
  }

  @Test(
    "Data that codes no time or stride is refused with a DecodingError",
    arguments: [
      "1", "null", "[]", "{}", #""date""#, #"{"date":"x","magnitude":"x"}"#, #"{"date":null,"magnitude":[]}"#,
    ])
  func codedGarbage(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Time.self, from: Data(json.utf8)) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Stride.self, from: Data(json.utf8)) }
  }

  @Test("A coded date, or stride, that is not a number is refused with a DecodingError")
  func codedNaN() throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let nan = Data(#"{"date":"nan","magnitude":"nan"}"#.utf8)
    #expect(throws: DecodingError.self) { try decoder.decode(Time.self, from: nan) }
    #expect(throws: DecodingError.self) { try decoder.decode(Stride.self, from: nan) }
    let infinite = Data(#"{"magnitude":"inf"}"#.utf8)
    #expect(try decoder.decode(Stride.self, from: infinite) == .seconds(.infinity))
  }
}
