import StreamCore
import TestSupport
import Testing

@Suite("Optional.Publisher")
struct OptionalPublisherTests {
  @Test("Delivers the value, then finishes")
  func value() {
    expectEqual(Optional.Publisher(1).record().events, [.subscription("Optional"), .value(1), .finished])
    expectEqual(Optional(1).publisher.record().events, [.subscription("Optional"), .value(1), .finished])
  }

  @Test("Without a value finishes at once, without demand")
  func noValue() {
    expectEqual(Optional<Int>.Publisher(nil).record(demand: .none).events, [.subscription("Empty"), .finished])
    expectEqual(Int?.none.publisher.record(demand: .none).events, [.subscription("Empty"), .finished])
  }

  @Test("Two are equal if their values are")
  func equality() {
    expectEqual(Optional(1).publisher, Optional.Publisher(1))
    expect(Optional(1).publisher != Optional(2).publisher)
    expect(Optional(1).publisher != Int?.none.publisher)
    expectEqual(Optional(1).publisher.output, 1)
  }
}
