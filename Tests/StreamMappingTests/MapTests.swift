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

  @Test("Serves two subscriptions independently")
  func independent() {
    let publisher = (1...3).publisher.map { $0 + 1 }
    expectEqual(publisher.record(demand: .max(1)).values, [2])
    expectEqual(publisher.record().values, [2, 3, 4])
  }
}
