import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("map")
struct MapTests {
  @Test(
    "Changes each number into the name of its range, then finishes",
    arguments: [(0, "none"), (1, "one"), (2, "couple"), (3, "few"), (4, "some"), (5, "some"), (8, "some"), (9, "many")])
  func changesEachElement(number: Int, bucket: String) {
    let recorder = Just(number).map { number in
      switch number {
      case ..<1: "none"
      case 1: "one"
      case 2: "couple"
      case 3: "few"
      case 9...: "many"
      default: "some"
      }
    }.record()
    expectEqual(recorder.events, [.subscription("Just"), .value(bucket), .finished])
  }

  @Test("A closure that cancels: its value is still delivered by map, and dropped by a sink (rule 5)")
  func closureCancels() {
    let subject = PassthroughSubject<Int, Never>()
    let cancel = Box<(@Sendable () -> Void)?>(nil)
    let mapped = subject.map { value in
      cancel.value?()
      return value * 10
    }
    let recorder = mapped.record()
    cancel.value = { recorder.cancel() }
    for value in 1...2 { subject.send(value) }
    expectEqual(recorder.values, [10])

    cancel.value = nil
    let seen = Box<[Int]>([])
    let sink = mapped.sink { value in seen.update { $0.append(value) } }
    cancel.value = { sink.cancel() }
    for value in 1...2 { subject.send(value) }
    expectEqual(seen.value, [])
    cancel.value = nil
  }

  @Test("Replaces elements by a constant of another type")
  func constant() {
    expectEqual(Just(5).map { _ in "a string" }.record().values, ["a string"])
    expectEqual(Just(520).map { _ in "I Love You" }.record().values, ["I Love You"])
  }

  @Test("Has the same types as in Combine")
  func staticTypes() {
    let mapped = [[1]].publisher.flatMap { $0.publisher }.map { $0 * 2 }
    typealias Flat = Publishers.FlatMap<Publishers.Sequence<[Int], Never>, Publishers.Sequence<[[Int]], Never>>
    #expect(type(of: mapped) == Publishers.Map<Flat, Int>.self)
    #expect(type(of: mapped.eraseToAnyPublisher()) == AnyPublisher<Int, Never>.self)
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    expectEqual(demand { $0.map { $0 } }, .passedOn)
  }

  @Test("Delivers no more than is requested")
  func exactDemand() {
    let recorder = (1...5).publisher.map { $0 * 10 }.record(demand: .none)
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [10])
    recorder.request(.max(3))
    expectEqual(recorder.values, [10, 20, 30, 40])
    expect(recorder.completions.isEmpty)
  }

  @Test("Passes a failure on unchanged")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).map { $0 + 1 }.record()
    expectEqual(recorder.failure, TestError("broken"))
    expect(recorder.values.isEmpty)
  }

  @Test("Delivers nothing after a cancel from inside a delivery")
  func cancelInside() {
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [weak recorder] value in
      if value == 2 { recorder?.cancel() }
      return .none
    }
    (1...5).publisher.map { $0 }.subscribe(recorder)
    expectEqual(recorder.values, [1, 2])
    expect(recorder.completions.isEmpty)
  }

  @Test("A value sent from inside a delivery is delivered after the current one")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.map { $0 * 10 }.record { [subject] value in
      if value == 10 { subject.send(2) }
      return .none
    }
    subject.send(1)
    expectEqual(recorder.values, [10, 20])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Releases downstream and of the closure, however the stream ends")
  func release() {
    expectEqual(leaks { source, token in source.map { value in withExtendedLifetime(token) { _ in value } } }, [])
  }

  @Test("Passes on upstream signals that break the contract, as a stage without state")
  func misbehaviourIsPassedOn() {
    expectEqual(misbehaviour { $0.map { $0 } }, .passedOn)
    expectEqual(misbehaviour(ending: .failure(TestError())) { $0.map { $0 } }, .passedOn)
  }

  @Test("The subscription describes itself by upstream's name, and the subscriber as Map")
  func description() {
    expectEqual(names { $0.map { $0 } }, NamesReport(subscriber: "Map", subscription: "Scripted"))
  }

  @Test("Serves two subscriptions independently")
  func independent() {
    let publisher = (1...3).publisher.map { $0 + 1 }
    expectEqual(publisher.record(demand: .max(1)).values, [2])
    expectEqual(publisher.record().values, [2, 3, 4])
  }
}
