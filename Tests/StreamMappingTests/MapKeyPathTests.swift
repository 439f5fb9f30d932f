import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("map(keyPath)")
struct MapKeyPathTests {
  private struct Person: Equatable {
    var name = "Ada"
    var age = 36
    var isKnown = true
  }

  @Test("Reads one property of each element")
  func onePath() {
    let recorder = [Person(), Person(name: "Bo")].publisher.map(\.name).record()
    expectEqual(recorder.values, ["Ada", "Bo"])
    expect(recorder.isFinished)
  }

  @Test("Puts two properties into a pair")
  func twoPaths() {
    let recorder = Just(Person()).map(\.name, \.age).record()
    expectEqual(recorder.values.map(\.0), ["Ada"])
    expectEqual(recorder.values.map(\.1), [36])
    expect(recorder.isFinished)
  }

  @Test("Puts three properties into a tuple")
  func threePaths() {
    let recorder = Just(Person()).map(\.name, \.age, \.isKnown).record()
    expectEqual(recorder.values.count, 1)
    expect(recorder.values.allSatisfy { $0 == ("Ada", 36, true) })
    expect(recorder.isFinished)
  }

  @Test("A key path of a variable gives a publisher of key paths; a literal one of closures, unless the context asks")
  func staticTypes() {
    let publisher = Just(Person())
    let name = \Person.name
    let ofContext: Publishers.MapKeyPath<Just<Person>, String> = publisher.map(\.name)
    expectEqual(ofContext.keyPath, name)
    #expect(type(of: publisher.map(name)) == Publishers.MapKeyPath<Just<Person>, String>.self)
    #expect(type(of: publisher.map(\.name)) == Publishers.Map<Just<Person>, String>.self)
    #expect(type(of: publisher.map(\.name, \.age)) == Publishers.MapKeyPath2<Just<Person>, String, Int>.self)
    #expect(
      type(of: publisher.map(\.name, \.age, \.isKnown))
        == Publishers.MapKeyPath3<Just<Person>, String, Int, Bool>.self)
  }

  @Test("Serves two subscriptions independently")
  func independent() {
    let publisher = (1...3).publisher.map(\.description)
    expectEqual(publisher.record(demand: .max(1)).values, ["1"])
    expectEqual(publisher.record().values, ["1", "2", "3"])
  }
}
