import StreamCore
import TestSupport
import Testing

@Suite("Just")
struct JustTests {
  @Test("A sink gets the value, then the completion once")
  func valueThenCompletion() {
    let log = Box<[String]>([])
    let cancellable = Just(1).sink(
      receiveCompletion: { completion in log.update { $0.append("\(completion)") } },
      receiveValue: { value in log.update { $0.append("\(value)") } })
    expectEqual(log.value, ["1", "finished"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("Assigns the value to a property")
  func assigns() {
    final class Person {
      var name = ""
    }
    let person = Person()
    expectEqual(person.name, "")
    _ = Just("ZhangSan").assign(to: \.name, on: person)
    expectEqual(person.name, "ZhangSan")
  }

  @Test("Every subscriber gets the same value")
  func everySubscriber() {
    let just = Just("woot")
    expectEqual(just.output, "woot")
    for _ in 0..<3 {
      expectEqual(just.record().events, [.subscription("Just"), .value("woot"), .finished])
    }
  }

  @Test("Two are equal if their values are")
  func equality() {
    expectEqual(Just(1), Just(1))
    expect(Just(1) != Just(2))
  }

  @Test("An optional value is a value, even nil")
  func optionalValue() {
    expectEqual(Just(Int?.none).record().events, [.subscription("Just"), .value(nil), .finished])
  }
}
