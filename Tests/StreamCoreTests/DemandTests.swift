import Foundation
import StreamCore
import Testing

@Suite("Subscribers.Demand")
struct DemandTests {
  typealias Demand = Subscribers.Demand

  @Test("max is the number of values, and nil without a limit")
  func max() {
    #expect(Demand.max(3).max == 3)
    #expect(Demand.none.max == 0)
    #expect(Demand.max(.max).max == .max)
    #expect(Demand.unlimited.max == nil)
    #expect(Demand.max(0) == .none)
    #expect(Demand.max(.max) != .unlimited)
  }

  @Test("A sum that no Int can hold is unlimited")
  func sums() {
    #expect(Demand.max(2) + .max(3) == .max(5))
    #expect(Demand.max(2) + 3 == .max(5))
    #expect(Demand.max(2) + -1 == .max(1))
    #expect(Demand.max(.max - 1) + .max(1) == .max(.max))
    #expect(Demand.max(.max) + .max(1) == .unlimited)
    #expect(Demand.max(.max) + .max(.max) == .unlimited)
    #expect(Demand.max(.max) + 1 == .unlimited)
    #expect(Demand.max(1) + .max == .unlimited)
  }

  @Test("A difference is never below zero")
  func differences() {
    #expect(Demand.max(5) - .max(3) == .max(2))
    #expect(Demand.max(1) - .max(2) == .none)
    #expect(Demand.max(5) - 3 == .max(2))
    #expect(Demand.max(1) - 2 == .none)
    #expect(Demand.max(1) + -2 == .none)
    #expect(Demand.max(1) - -2 == .max(3))
    #expect(Demand.max(5) - .unlimited == .none)
    #expect(Demand.max(5) + .min == .none)
    #expect(Demand.max(5) - .min == .unlimited)
  }

  @Test("A product that no Int can hold is unlimited")
  func products() {
    #expect(Demand.max(2) * 3 == .max(6))
    #expect(Demand.max(2) * 0 == .none)
    #expect(Demand.none * .max == .none)
    #expect(Demand.max(.max) * 1 == .max(.max))
    #expect(Demand.max(.max) * 2 == .unlimited)
    #expect(Demand.max(.max / 2 + 1) * 2 == .unlimited)
    #expect(Demand.max(.max) * .max == .unlimited)
  }

  @Test("Unlimited demand stays unlimited when a demand is added or subtracted, or when it is multiplied")
  func unlimitedAbsorbs() {
    #expect(Demand.unlimited + .max(1) == .unlimited)
    #expect(Demand.max(1) + .unlimited == .unlimited)
    #expect(Demand.unlimited + .unlimited == .unlimited)
    #expect(Demand.unlimited + -1 == .unlimited)
    #expect(Demand.unlimited + .min == .unlimited)
    #expect(Demand.unlimited - .max(1) == .unlimited)
    #expect(Demand.unlimited - 1 == .unlimited)
    #expect(Demand.unlimited - .unlimited == .unlimited)
    #expect(Demand.unlimited * 2 == .unlimited)
    #expect(Demand.unlimited * 0 == .unlimited)
  }

  @Test("The assigning operators give the same results")
  func assigning() {
    var demand = Demand.max(1)
    demand += .max(2)
    #expect(demand == .max(3))
    demand += 4
    #expect(demand == .max(7))
    demand -= .max(1)
    #expect(demand == .max(6))
    demand -= 2
    #expect(demand == .max(4))
    demand *= 3
    #expect(demand == .max(12))
    demand -= .unlimited
    #expect(demand == .none)
    demand += .unlimited
    #expect(demand == .unlimited)
    demand -= 1
    #expect(demand == .unlimited)
    demand *= 2
    #expect(demand == .unlimited)
  }

  /// Each demand with its place in the order.
  static let ordered: [Demand] = [.none, .max(1), .max(2), .max(.max), .unlimited]

  @Test("Demands are ordered by number, unlimited last", arguments: ordered.indices, ordered.indices)
  func comparesDemands(left: Int, right: Int) {
    let (lhs, rhs) = (Self.ordered[left], Self.ordered[right])
    #expect((lhs < rhs) == (left < right))
    #expect((lhs <= rhs) == (left <= right))
    #expect((lhs > rhs) == (left > right))
    #expect((lhs >= rhs) == (left >= right))
    #expect((lhs == rhs) == (left == right))
    #expect((lhs != rhs) == (left != right))
    #expect((lhs.hashValue == rhs.hashValue) == (left == right))
  }

  @Test(
    "A limited demand compares with a number as its own number does",
    arguments: [0, 1, 2, .max], [.min, -1, 0, 1, 2, 3, .max])
  func comparesWithNumbers(value: Int, number: Int) {
    let demand = Demand.max(value)
    #expect((demand < number) == (value < number))
    #expect((demand <= number) == (value <= number))
    #expect((demand > number) == (value > number))
    #expect((demand >= number) == (value >= number))
    #expect((demand == number) == (value == number))
    #expect((demand != number) == (value != number))
    #expect((number < demand) == (number < value))
    #expect((number <= demand) == (number <= value))
    #expect((number > demand) == (number > value))
    #expect((number >= demand) == (number >= value))
    #expect((number == demand) == (number == value))
    #expect((number != demand) == (number != value))
  }

  @Test("Unlimited exceeds every number", arguments: [Int.min, -1, 0, 1, .max])
  func unlimitedExceedsNumbers(number: Int) {
    #expect(Demand.unlimited > number)
    #expect(Demand.unlimited >= number)
    #expect(!(Demand.unlimited < number))
    #expect(!(Demand.unlimited <= number))
    #expect(!(Demand.unlimited == number))
    #expect(Demand.unlimited != number)
    #expect(number < Demand.unlimited)
    #expect(number <= Demand.unlimited)
    #expect(!(number > Demand.unlimited))
    #expect(!(number >= Demand.unlimited))
    #expect(!(number == Demand.unlimited))
    #expect(number != Demand.unlimited)
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
    #expect(String(decoding: data, as: UTF8.self) == "[0,3,9223372036854775807,9223372036854775808]")
  }

  @Test(
    "Data that codes no demand is refused with a DecodingError",
    arguments: [
      "9223372036854775809", "18446744073709551615", "18446744073709551616", "-1", "1.5", "1e40", #""3""#, "null",
      "true", "[]", #"{"rawValue":3}"#,
    ])
  func codedGarbage(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Demand].self, from: Data("[\(json)]".utf8)) }
  }

  @Test("It prints as max(3) or unlimited")
  func description() {
    #expect("\(Demand.max(3))" == "max(3)")
    #expect("\(Demand.none)" == "max(0)")
    #expect("\(Demand.unlimited)" == "unlimited")
  }
}
