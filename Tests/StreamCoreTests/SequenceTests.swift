import StreamCore
import TestSupport
import Testing

@Suite("Publishers.Sequence")
struct SequenceTests {
  // MARK: Values

  @Test("Delivers the elements in order, then finishes")
  func elementsInOrder() {
    expectEqual(
      [1, 2, 3].publisher.record().events,
      [
        .subscription("[1, 2, 3]"), .value(1), .value(2), .value(3), .finished,
      ])
    expectEqual((1...10).publisher.record().values, Array(1...10))
    expectEqual(["one", "two", "red", "blue"].publisher.record().values, ["one", "two", "red", "blue"])
  }

  @Test("Any sequence has a publisher")
  func anySequence() {
    expectEqual(stride(from: 0, to: 10, by: 2).publisher.record().values, [0, 2, 4, 6, 8])
    expectEqual("abc".publisher.record().values, ["a", "b", "c"])
    expectEqual(sequence(first: 1) { $0 < 100 ? $0 * 10 : nil }.publisher.record().values, [1, 10, 100])
  }

  @Test("A dictionary delivers its pairs")
  func dictionary() {
    let recorder = ["a": 1, "b": 2].publisher.record()
    expectEqual(recorder.values.count, 2)
    expectEqual(Dictionary(uniqueKeysWithValues: recorder.values.map { ($0.key, $0.value) }), ["a": 1, "b": 2])
  }

  @Test("A nil element is delivered")
  func optionalElements() {
    expectEqual([1, nil, 3].publisher.record().values, [1, nil, 3])
  }

  @Test("An empty sequence finishes at once, without demand")
  func emptySequence() {
    expectEqual([Int]().publisher.record(demand: .none).events, [.subscription("Empty"), .finished])
  }

  @Test("It may have any failure type, and be compared")
  func typeAndEquality() {
    let publisher = Publishers.Sequence<[Int], TestError>(sequence: [1, 2])
    expect(publisher.record().isFinished)
    expectEqual(publisher.sequence, [1, 2])
    expectEqual(publisher, Publishers.Sequence(sequence: [1, 2]))
    expect(publisher != Publishers.Sequence(sequence: [1]))
  }

  // MARK: Demand

  @Test("With less demand than elements it delivers the requested ones, and no completion")
  func limitedDemand() {
    let recorder = (1...6).publisher.record(demand: .max(3))
    expectEqual(recorder.events, [.subscription("1...6"), .value(1), .value(2), .value(3)])
  }

  @Test("Demand that receive(_:) returns adds up")
  func returnedDemand() {
    let recorder = (1...6).publisher.record(demand: .max(3)) { _ in .max(1) }
    expectEqual(recorder.values, Array(1...6))
    expect(recorder.isFinished)
  }

  @Test("Returning .none does not reduce the demand")
  func returningNothing() {
    let recorder = (1...6).publisher.record(demand: .max(2)) { $0 == 1 ? .max(2) : .none }
    expectEqual(recorder.values, [1, 2, 3, 4])
  }

  @Test("Demand for exactly all elements brings the completion")
  func exactDemand() {
    let recorder = (1...6).publisher.record(demand: .max(6))
    expectEqual(recorder.values, Array(1...6))
    expect(recorder.isFinished)
  }

  @Test("Requests for one element at a time deliver one each")
  func oneAtATime() {
    let recorder = (1...3).publisher.record(demand: .none)
    for count in 1...3 {
      recorder.request(.max(1))
      expectEqual(recorder.values, Array(1...count))
      expectEqual(recorder.isFinished, (count == 3))
    }
    recorder.request(.max(1))
    expectEqual(recorder.events.count, 5)
  }

  @Test("Huge demands, requested or returned, do not overflow")
  func hugeDemand() {
    let recorder = (0..<100).publisher.record(demand: .max(.max)) { $0 == 1 ? .unlimited : .max(.max) }
    recorder.request(.max(.max))
    expectEqual(recorder.values, Array(0..<100))
    expect(recorder.isFinished)
  }

  @Test("Requests from inside the delivery, and returned demand, all add up")
  func reentrantRequests() {
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1))
    recorder.onValue = { [unowned recorder] value in
      guard value < 10 else { return .none }
      recorder.request(.max(1))
      recorder.request(.max(2))
      return .max(1)
    }
    (0..<100).publisher.subscribe(recorder)
    // One at first, and four with each of the first ten.
    expectEqual(recorder.values, Array(0..<41))
    expectEqual(recorder.overlaps, 0)
  }

  // MARK: Laziness

  @Test("The iterator is called once ahead of the delivery, and never after its end")
  func laziness() {
    let source = CountedSequence(length: 4)
    let publisher = source.publisher
    expectEqual(source.log, .init(iterators: 0, draws: 0))
    let recorder = publisher.record(demand: .none)
    expectEqual(source.log, .init(iterators: 1, draws: 1))
    recorder.request(.max(1))
    expectEqual(source.log, .init(iterators: 1, draws: 2))
    recorder.request(.max(2))
    expectEqual(recorder.values, [0, 1, 2])
    expectEqual(source.log, .init(iterators: 1, draws: 4))
    recorder.request(.unlimited)
    recorder.request(.unlimited)
    expectEqual(recorder.values, [0, 1, 2, 3])
    expect(recorder.isFinished)
    expectEqual(source.log, .init(iterators: 1, draws: 5))
  }

  @Test("No element is drawn after a cancel")
  func drawsNothingAfterCancel() {
    let source = CountedSequence(length: 10)
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [unowned recorder] value in
      if value == 2 { recorder.cancel() }
      return .max(1)
    }
    source.publisher.subscribe(recorder)
    expectEqual(recorder.values, [0, 1, 2])
    expect(recorder.completions.isEmpty)
    expectEqual(source.log.draws, 3)
  }

  @Test("An endless sequence delivers as many elements as are requested")
  func endless() {
    let recorder = sequence(first: 0) { $0 + 1 }.publisher.record(demand: .max(100))
    expectEqual(recorder.values, Array(0..<100))
    expect(recorder.completions.isEmpty)
  }

  @Test("Each subscription has its own iterator")
  func independentSubscriptions() {
    let source = CountedSequence(length: 3)
    let (first, second) = (source.publisher.record(demand: .max(2)), source.publisher.record(demand: .max(1)))
    expectEqual(first.values, [0, 1])
    expectEqual(second.values, [0])
    first.cancel()
    second.request(.unlimited)
    expectEqual(first.values, [0, 1])
    expectEqual(second.values, [0, 1, 2])
    expectEqual(source.log.iterators, 2)
  }

  // MARK: The stack, and threads

  /// In a debug build each element takes a microsecond.
  #if DEBUG
    static let manyElements = 200_000
  #else
    static let manyElements = 10_000_000
  #endif

  enum Asking: CaseIterable, Sendable {
    case byRequest, byReturnValue
  }

  @Test("Requests for one at a time from inside the delivery do not grow the stack", arguments: Asking.allCases)
  func stackDoesNotGrow(asking: Asking) {
    let stack = Box((lowest: UInt.max, highest: UInt.min))
    let subscriber = CountingSubscriber<Int, Never> { _, subscription in
      var here: UInt8 = 0
      let address = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
      stack.update { $0 = (min($0.lowest, address), max($0.highest, address)) }
      switch asking {
      case .byRequest:
        subscription.request(.max(1))
        return .none
      case .byReturnValue:
        return .max(1)
      }
    }
    (0..<Self.manyElements).publisher.subscribe(subscriber)
    subscriber.request(.max(1))
    expectEqual(subscriber.valueCount, Self.manyElements)
    expectEqual(subscriber.completionCount, 1)
    expect(stack.value.highest - stack.value.lowest < 4_096)
  }

  @Test("Requests of many threads are served in order, by one at a time, to the last (rule 3)")
  func concurrentRequests() {
    let recorder = (0..<100_000).publisher.record(demand: .none)
    concurrently(8) { _ in
      for _ in 0..<1_000 { recorder.request(.max(1)) }
    }
    expectEqual(recorder.values, Array(0..<8_000))
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A cancel from another thread stops an endless delivery, and everything is released", .timeLimit(.generous))
  func cancelFromAnotherThread() {
    weak var subscriber: CountingSubscriber<Int, Never>?
    do {
      let counting = CountingSubscriber<Int, Never>()
      subscriber = counting
      sequence(first: 0) { $0 &+ 1 }.publisher.subscribe(counting)
      concurrently(2) { thread in
        if thread == 0 {
          counting.request(.unlimited)
        } else {
          while counting.valueCount < 1_000 {}
          counting.cancel()
        }
      }
      expectEqual(counting.completionCount, 0)
    }
    expect(subscriber == nil)
  }

  // MARK: Release

  @Test("An element is released once it has been delivered", arguments: [Subscribers.Demand.max(1), .unlimited])
  func releasesDeliveredElements(demand: Subscribers.Demand) {
    let alive = Box(0)
    let most = Box(0)
    let subscriber = CountingSubscriber<Counted, Never> { _, _ in
      most.update { $0 = max($0, alive.value) }
      return demand
    }
    sequence(state: 0) { state in
      state += 1
      return state <= 10 ? Counted(alive) : nil
    }.publisher.subscribe(subscriber)
    subscriber.request(demand)
    expectEqual(subscriber.valueCount, 10)
    expectEqual(most.value, 1)
    expectEqual(alive.value, 0)
  }

  @Test("Requests do not copy the iterator")
  func iteratorIsNotCopied() {
    let copies = Box(0)
    let recorder = Countdown(from: 1_000, copies: copies).publisher.record(demand: .none)
    for _ in 0..<1_000 { recorder.request(.max(1)) }
    expect(recorder.isFinished)
    // On the way to the subscription; never afterwards.
    expect(copies.value <= 1)
  }

  @Test("A cancel releases the remaining elements and the iterator")
  func cancelReleasesElements() throws {
    let alive = Box(0)
    weak var captured: Token?
    let kept: any Subscription
    do {
      let token = Token()
      captured = token
      let recorder = sequence(state: 0) { _ in withExtendedLifetime(token) { Counted(alive) } }
        .publisher.record(demand: .max(3))
      kept = try #require(recorder.subscription)
      recorder.cancel()
    }
    expect(captured == nil)
    expectEqual(alive.value, 0)
    withExtendedLifetime(kept) {}
  }

  // MARK: Description

  @Test("The subscription describes itself by the sequence, and after the end as Sequence")
  func description() {
    let recorder = [1, 2, 3].publisher.record(demand: .none)
    let descriptions = Box<[String]>([])
    let describe: @Sendable () -> Void = { [unowned recorder] in
      descriptions.update { $0 += [recorder.subscription.map { "\($0)" } ?? ""] }
    }
    recorder.onValue = { _ in
      describe()
      return .none
    }
    recorder.onCompletion = { _ in describe() }
    describe()
    recorder.request(.unlimited)
    describe()
    expectEqual(descriptions.value, ["[1, 2, 3]", "[1, 2, 3]", "[1, 2, 3]", "[1, 2, 3]", "Sequence", "Sequence"])
  }

  @Test("The mirror shows the outstanding demand")
  func mirror() throws {
    let subscription = try #require((0..<10).publisher.record(demand: .none).subscription)
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(5))
    let demands = Box<[String]>([])
    recorder.onValue = { [unowned recorder] _ in
      let mirror = recorder.subscription.map { Mirror(reflecting: $0) }
      demands.update { $0.append(mirror?.children.first.map { "\($0.label ?? "") \($0.value)" } ?? "") }
      return .none
    }
    (0..<1).publisher.subscribe(recorder)
    expectEqual(demands.value, ["demand max(5)"])
    expectEqual(Mirror(reflecting: subscription).children.map { "\($0.value)" }, ["max(0)"])
  }
}

/// Counts from 0, and counts how its elements are drawn.
private struct CountedSequence: Sequence, Sendable {
  struct Log: Equatable {
    var iterators = 0
    var draws = 0
  }

  private let counts = Box(Log())
  let length: Int

  init(length: Int) {
    self.length = length
  }

  var log: Log { counts.value }

  func makeIterator() -> AnyIterator<Int> {
    counts.update { $0.iterators += 1 }
    var elements = (0..<length).makeIterator()
    return AnyIterator {
      counts.update { $0.draws += 1 }
      return elements.next()
    }
  }
}

/// Counts down in a buffer, which it copies when it shares it.
private struct Countdown: Sequence, IteratorProtocol {
  private final class Buffer {
    var number: Int

    init(_ number: Int) {
      self.number = number
    }
  }

  private var buffer: Buffer
  private let copies: Box<Int>

  init(from number: Int, copies: Box<Int>) {
    buffer = Buffer(number)
    self.copies = copies
  }

  mutating func next() -> Int? {
    if !isKnownUniquelyReferenced(&buffer) {
      copies.update { $0 += 1 }
      buffer = Buffer(buffer.number)
    }
    buffer.number -= 1
    return buffer.number < 0 ? nil : buffer.number
  }
}
