import Foundation
import StreamCore
import TestSupport
import Testing

@Suite("Subscribers.Demand")
struct DemandTests {
  typealias Demand = Subscribers.Demand

  @Test("max is the number of values, and nil without a limit")
  func max() {
    expectEqual(Demand.max(3).max, 3)
    expectEqual(Demand.none.max, 0)
    expectEqual(Demand.max(.max).max, .max)
    expect(Demand.unlimited.max == nil)
    expectEqual(Demand.max(0), .none)
    expect(Demand.max(.max) != .unlimited)
  }

  @Test("A sum that no Int can hold is unlimited")
  func sums() {
    expectEqual(Demand.max(2) + .max(3), .max(5))
    expectEqual(Demand.max(2) + 3, .max(5))
    expectEqual(Demand.max(2) + -1, .max(1))
    expectEqual(Demand.max(.max - 1) + .max(1), .max(.max))
    expectEqual(Demand.max(.max) + .max(1), .unlimited)
    expectEqual(Demand.max(.max) + .max(.max), .unlimited)
    expectEqual(Demand.max(.max) + 1, .unlimited)
    expectEqual(Demand.max(1) + .max, .unlimited)
  }

  @Test("A difference is never below zero")
  func differences() {
    expectEqual(Demand.max(5) - .max(3), .max(2))
    expectEqual(Demand.max(1) - .max(2), .none)
    expectEqual(Demand.max(5) - 3, .max(2))
    expectEqual(Demand.max(1) - 2, .none)
    expectEqual(Demand.max(1) + -2, .none)
    expectEqual(Demand.max(1) - -2, .max(3))
    expectEqual(Demand.max(5) - .unlimited, .none)
    expectEqual(Demand.max(5) + .min, .none)
    expectEqual(Demand.max(5) - .min, .unlimited)
  }

  @Test("A product that no Int can hold is unlimited")
  func products() {
    expectEqual(Demand.max(2) * 3, .max(6))
    expectEqual(Demand.max(2) * 0, .none)
    expectEqual(Demand.none * .max, .none)
    expectEqual(Demand.max(.max) * 1, .max(.max))
    expectEqual(Demand.max(.max) * 2, .unlimited)
    expectEqual(Demand.max(.max / 2 + 1) * 2, .unlimited)
    expectEqual(Demand.max(.max) * .max, .unlimited)
  }

  @Test("Unlimited demand stays unlimited when a demand is added or subtracted, or when it is multiplied")
  func unlimitedAbsorbs() {
    expectEqual(Demand.unlimited + .max(1), .unlimited)
    expectEqual(Demand.max(1) + .unlimited, .unlimited)
    expectEqual(Demand.unlimited + .unlimited, .unlimited)
    expectEqual(Demand.unlimited + -1, .unlimited)
    expectEqual(Demand.unlimited + .min, .unlimited)
    expectEqual(Demand.unlimited - .max(1), .unlimited)
    expectEqual(Demand.unlimited - 1, .unlimited)
    expectEqual(Demand.unlimited - .unlimited, .unlimited)
    expectEqual(Demand.unlimited * 2, .unlimited)
    expectEqual(Demand.unlimited * 0, .unlimited)
  }

  @Test("The assigning operators give the same results")
  func assigning() {
    var demand = Demand.max(1)
    demand += .max(2)
    expectEqual(demand, .max(3))
    demand += 4
    expectEqual(demand, .max(7))
    demand -= .max(1)
    expectEqual(demand, .max(6))
    demand -= 2
    expectEqual(demand, .max(4))
    demand *= 3
    expectEqual(demand, .max(12))
    demand -= .unlimited
    expectEqual(demand, .none)
    demand += .unlimited
    expectEqual(demand, .unlimited)
    demand -= 1
    expectEqual(demand, .unlimited)
    demand *= 2
    expectEqual(demand, .unlimited)
  }

  /// Each demand with its place in the order.
  static let ordered: [Demand] = [.none, .max(1), .max(2), .max(.max), .unlimited]

  @Test("Demands are ordered by number, unlimited last", arguments: ordered.indices, ordered.indices)
  func comparesDemands(left: Int, right: Int) {
    let (lhs, rhs) = (Self.ordered[left], Self.ordered[right])
    expectEqual((lhs < rhs), (left < right))
    expectEqual((lhs <= rhs), (left <= right))
    expectEqual((lhs > rhs), (left > right))
    expectEqual((lhs >= rhs), (left >= right))
    expectEqual((lhs == rhs), (left == right))
    expectEqual((lhs != rhs), (left != right))
    expectEqual((lhs.hashValue == rhs.hashValue), (left == right))
  }

  @Test(
    "A limited demand compares with a number as its own number does",
    arguments: [0, 1, 2, .max], [.min, -1, 0, 1, 2, 3, .max])
  func comparesWithNumbers(value: Int, number: Int) {
    let demand = Demand.max(value)
    expectEqual((demand < number), (value < number))
    expectEqual((demand <= number), (value <= number))
    expectEqual((demand > number), (value > number))
    expectEqual((demand >= number), (value >= number))
    expectEqual((demand == number), (value == number))
    expectEqual((demand != number), (value != number))
    expectEqual((number < demand), (number < value))
    expectEqual((number <= demand), (number <= value))
    expectEqual((number > demand), (number > value))
    expectEqual((number >= demand), (number >= value))
    expectEqual((number == demand), (number == value))
    expectEqual((number != demand), (number != value))
  }

  @Test("Unlimited exceeds every number", arguments: [Int.min, -1, 0, 1, .max])
  func unlimitedExceedsNumbers(number: Int) {
    expect(Demand.unlimited > number)
    expect(Demand.unlimited >= number)
    expect(!(Demand.unlimited < number))
    expect(!(Demand.unlimited <= number))
    expect(!(Demand.unlimited == number))
    expect(Demand.unlimited != number)
    expect(number < Demand.unlimited)
    expect(number <= Demand.unlimited)
    expect(!(number > Demand.unlimited))
    expect(!(number >= Demand.unlimited))
    expect(!(number == Demand.unlimited))
    expect(number != Demand.unlimited)
  }

  @Test("A negative demand traps (rule 9)")
  func negativeTraps() async {
    await #expect(processExitsWith: .failure) { _ = Demand.max(-1) }
    await #expect(processExitsWith: .failure) { _ = Demand.max(.min) }
    await #expect(processExitsWith: .failure) { _ = Demand.max(2) * -1 }
    await #expect(processExitsWith: .failure) { _ = Demand.unlimited * -1 }
  }

  @Test("Coding and decoding keeps a demand", arguments: ordered)
  func codingRoundTrip(demand: Demand) throws {
    let data = try JSONEncoder().encode(demand)
    #expect(try JSONDecoder().decode(Demand.self, from: data) == demand)
  }

  @Test("The coded form is a number; that of unlimited demand is one more than an Int can hold")
  func codedForm() throws {
    let data = try JSONEncoder().encode([Demand.none, .max(3), .max(.max), .unlimited])
    expectEqual(String(decoding: data, as: UTF8.self), "[0,3,9223372036854775807,9223372036854775808]")
  }

  @Test("A number greater than that of unlimited demand decodes as unlimited", arguments: [UInt(Int.max) + 2, .max])
  func codedBeyond(number: UInt) throws {
    #expect(try JSONDecoder().decode([Demand].self, from: Data("[\(number)]".utf8)) == [.unlimited])
  }

  @Test(
    "Data that codes no demand is refused with a DecodingError",
    arguments: [
      "18446744073709551616", "-1", "1.5", "1e40", #""3""#, "null",
      "true", "[]", #"{"rawValue":3}"#,
    ])
  func codedGarbage(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Demand].self, from: Data("[\(json)]".utf8)) }
  }

  @Test("It prints as max(3) or unlimited")
  func description() {
    expectEqual("\(Demand.max(3))", "max(3)")
    expectEqual("\(Demand.none)", "max(0)")
    expectEqual("\(Demand.unlimited)", "unlimited")
  }
}
