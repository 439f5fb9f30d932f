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

  @Test("A key path gives a publisher of key paths, a closure one of closures")
  func staticTypes() {
    let publisher = Just(Person())
    let name = \Person.name
    let ofContext: Publishers.MapKeyPath<Just<Person>, String> = publisher.map(\.name)
    expectEqual(ofContext.keyPath, name)
    #expect(type(of: publisher.map(name)) == Publishers.MapKeyPath<Just<Person>, String>.self)
    #expect(type(of: publisher.map(\.name)) == Publishers.MapKeyPath<Just<Person>, String>.self)
    #expect(type(of: Just("text").map(\.count)) == Publishers.Map<Just<String>, Int>.self)
    #expect(type(of: publisher.map(\.name, \.age)) == Publishers.MapKeyPath2<Just<Person>, String, Int>.self)
    #expect(
      type(of: publisher.map(\.name, \.age, \.isKnown))
        == Publishers.MapKeyPath3<Just<Person>, String, Int, Bool>.self)
    expectEqual(publisher.map(\.name).keyPath, \Person.name)
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    expectEqual(demand { $0.map(\.magnitude) }, .passedOn)
    expectEqual(demand { $0.map(\.magnitude, \.description) }, .passedOn)
    expectEqual(demand { $0.map(\.magnitude, \.description, \.bitWidth) }, .passedOn)
  }

  @Test("Passes a failure on unchanged")
  func failure() {
    let publisher = Fail<Int, TestError>(error: TestError("broken"))
    expectEqual(publisher.map(\.description).record().failure, TestError("broken"))
    expectEqual(publisher.map(\.description, \.bitWidth).record().failure, TestError("broken"))
    expectEqual(publisher.map(\.description, \.bitWidth, \.magnitude).record().failure, TestError("broken"))
  }

  @Test("Delivers nothing after a cancel")
  func cancel() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.map(\.description).record()
    subject.send(1)
    recorder.cancel()
    subject.send(2)
    subject.send(completion: .finished)
    expectEqual(recorder.events, [.subscription("PassthroughSubject"), .value("1")])
  }

  @Test("A value sent from inside a delivery is delivered after the current one")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.map(\.description).record { [subject] value in
      if value == "1" { subject.send(2) }
      return .none
    }
    subject.send(1)
    expectEqual(recorder.values, ["1", "2"])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Releases downstream, however the stream ends")
  func release() {
    expectEqual(leaks { source, _ in source.map(\.description) }, [])
  }

  @Test("Passes on upstream signals that break the contract, as a stage without state")
  func misbehaviourIsPassedOn() {
    expectEqual(misbehaviour { $0.map(\.description) }, .passedOn)
    expectEqual(misbehaviour { $0.map(\.description, \.bitWidth) }, .passedOn)
    expectEqual(misbehaviour { $0.map(\.description, \.bitWidth, \.magnitude) }, .passedOn)
  }

  @Test("Its subscription describes itself as ValueForKey or ValueForKeys")
  func description() {
    let bitWidth = \Int.bitWidth
    expectEqual(names { $0.map(bitWidth) }.subscriber, "ValueForKey")
    expectEqual(names { $0.map(\.bitWidth, \.description) }.subscriber, "ValueForKeys")
    expectEqual(names { $0.map(\.bitWidth, \.description, \.magnitude) }.subscriber, "ValueForKeys")
  }

  @Test("Serves two subscriptions independently")
  func independent() {
    let publisher = (1...3).publisher.map(\.description)
    expectEqual(publisher.record(demand: .max(1)).values, ["1"])
    expectEqual(publisher.record().values, ["1", "2", "3"])
  }
}
