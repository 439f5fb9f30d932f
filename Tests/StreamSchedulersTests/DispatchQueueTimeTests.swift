import Dispatch
import Foundation
import StreamSchedulers
import TestSupport
import Testing

@Suite("Times of queues")
struct DispatchQueueTimeTests {
  private typealias Time = DispatchQueue.SchedulerTimeType

  private let time = Time(DispatchTime(uptimeNanoseconds: 1_000))

  @Test("A time moves by strides, and gives its distance to another time")
  func moves() {
    let later = time.advanced(by: .nanoseconds(500))
    expectEqual(later.dispatchTime, DispatchTime(uptimeNanoseconds: 1_500))
    expectEqual(time.distance(to: later), .nanoseconds(500))
    expectEqual(later.distance(to: time), .nanoseconds(-500))
    expect(time < later)
    expectEqual(later.advanced(by: .nanoseconds(-500)), time)
    expectEqual(Set([time, later, later.advanced(by: 0)]).count, 2)
  }

  @Test("A time too late for Dispatch is the distant future, and one too early the first time")
  func saturation() {
    let never = Time(.distantFuture)
    expectEqual(time.advanced(by: .nanoseconds(.max)), never)
    expectEqual(time.advanced(by: Time.Stride(.never)), never)
    expectEqual(time.advanced(by: .nanoseconds(1 << 62)), never)
    expectEqual(time.advanced(by: .nanoseconds(.min)).dispatchTime, DispatchTime(uptimeNanoseconds: 1))
    expectEqual(never.advanced(by: .seconds(-1)), never)
    expectEqual(never.advanced(by: .seconds(1)), never)
    expect(time.distance(to: never) > .seconds(3_000_000_000))
    expect(never.distance(to: time) < .seconds(-3_000_000_000))
    expectEqual(never.distance(to: never), 0)
  }

  @Test("Work for the distant future never runs")
  func neverRuns() {
    let queue = DispatchQueue(label: "never")
    let group = DispatchGroup()
    queue.schedule(
      after: queue.now.advanced(by: .nanoseconds(.max)), tolerance: 0, options: .init(group: group)
    ) {}
    expectEqual(group.wait(timeout: .now() + .milliseconds(100)), .timedOut)
  }

  @Test("A time is coded as its number of nanoseconds, a stride as an object with its number")
  func coding() throws {
    let data = try JSONEncoder().encode([time, Time(.distantFuture)])
    expectEqual(String(decoding: data, as: UTF8.self), "[1000,18446744073709551615]")
    #expect(try JSONDecoder().decode([Time].self, from: data) == [time, Time(.distantFuture)])
    let stride = try JSONEncoder().encode(Time.Stride.milliseconds(-5))
    expectEqual(String(decoding: stride, as: UTF8.self), #"{"_nanoseconds":-5000000}"#)
    #expect(try JSONDecoder().decode(Time.Stride.self, from: stride) == .milliseconds(-5))
  }

  @Test(
    "Data that codes no time of this clock is refused with a DecodingError",
    arguments: [
      "-1", "1.5", "1e40", "4611686018427387904", "9223372036854775807", "18446744073709551614", "18446744073709551616",
      #""1000""#, "null", "{}", "[]",
    ])
  func codedGarbage(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Time].self, from: Data("[\(json)]".utf8)) }
  }

  @Test(
    "Data that codes no stride is refused with a DecodingError",
    arguments: ["9223372036854775808", "1.5", "1e40", #""1000""#, "null", "true"])
  func codedGarbageOfStride(number: String) {
    let data = Data(#"{"_nanoseconds":\#(number)}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Time.Stride.self, from: data) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Time.Stride.self, from: Data(#"{"magnitude":1}"#.utf8))
    }
  }
}
