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
    #expect(log.value == ["1", "finished"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("Assigns the value to a property")
  func assigns() {
    final class Person {
      var name = ""
    }
    let person = Person()
    #expect(person.name == "")
    _ = Just("ZhangSan").assign(to: \.name, on: person)
    #expect(person.name == "ZhangSan")
  }

  @Test("Every subscriber gets the same value")
  func everySubscriber() {
    let just = Just("woot")
    #expect(just.output == "woot")
    for _ in 0..<3 {
      #expect(just.record().events == [.subscription("Just"), .value("woot"), .finished])
    }
  }

  @Test("Two are equal if their values are")
  func equality() {
    #expect(Just(1) == Just(1))
    #expect(Just(1) != Just(2))
  }

  @Test("An optional value is a value, even nil")
  func optionalValue() {
    #expect(Just(Int?.none).record().events == [.subscription("Just"), .value(nil), .finished])
  }
}
