import StreamCore
import StreamMapping
import TestSupport
import Testing

/// Publishers whose values are at hand, which `flatMap` and its kin deliver without a subscription.
@Suite("flatMap, of values at hand")
struct ValuesAtHandTests {
  /// A publisher of the toolkit's kind, without a guard.
  private enum Child: Publisher, ReleasingPublisher {
    typealias Output = Int
    typealias Failure = TestError

    case values([Int])
    case failure(TestError)
    case subject(PassthroughSubject<Int, TestError>)
    case scripted(ScriptedPublisher<Int, TestError>)

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
      switch self {
      case .values(let values): Publishers.Sequence(sequence: values).receive(subscriber: subscriber)
      case .failure(let error): Fail(error: error).receive(subscriber: subscriber)
      case .subject(let subject): subject.receive(subscriber: subscriber)
      case .scripted(let publisher): publisher.receive(subscriber: subscriber)
      }
    }
  }

  /// Counts how many elements have been pulled from it.
  private struct Counting: Sequence, IteratorProtocol {
    let pulled: Box<Int>
    var onPull: @Sendable (Int) -> Void = { _ in }
    var number = 0

    mutating func next() -> Int? {
      number += 1
      pulled.value = number
      onPull(number)
      return number > 9 ? nil : number
    }
  }

  @Test("The values of each arrive in order, with values of others between them only where these are sent")
  func order() {
    let other = PassthroughSubject<Int, TestError>()
    let received = Box<[Int]>([])
    let upstream = PassthroughSubject<Child, TestError>()
    let cancellable = upstream.flatMap { $0 }.sink(receiveCompletion: { _ in }) { value in
      received.update { $0.append(value) }
      if value < 100 { other.send(value + 100) }
    }
    upstream.send(.values([1, 2]))
    upstream.send(.subject(other))
    upstream.send(.values([3, 4]))
    upstream.send(.values([]))
    upstream.send(.values([5]))
    expectEqual(received.value, [1, 2, 3, 103, 4, 104, 5, 105])
    withExtendedLifetime(cancellable) {}
  }

  @Test("After a cancel inside a delivery nothing is delivered, and no further element is pulled", arguments: [1, 4])
  func cancelInside(last: Int) {
    let pulled = Box(0)
    let received = Box<[Int]>([])
    let cancellable = Box<AnyCancellable?>(nil)
    let upstream = PassthroughSubject<Int, Never>()
    cancellable.value = upstream.flatMap { _ in Counting(pulled: pulled).publisher }.sink { value in
      received.update { $0.append(value) }
      if value == last { cancellable.value?.cancel() }
    }
    upstream.send(0)
    expectEqual(received.value, Array(1...last))
    expectEqual(pulled.value, last)
  }

  @Test("After a cancel inside the delivery of one of an array nothing is delivered", arguments: [1, 4])
  func cancelInsideArray(last: Int) {
    let received = Box<[Int]>([])
    let cancellable = Box<AnyCancellable?>(nil)
    let upstream = PassthroughSubject<Int, Never>()
    cancellable.value = upstream.flatMap { _ in Array(1...9).publisher }.sink { value in
      received.update { $0.append(value) }
      if value == last { cancellable.value?.cancel() }
    }
    upstream.send(0)
    expectEqual(received.value, Array(1...last))
  }

  @Test("A publisher superseded inside a delivery delivers no more, though an earlier one sends after its cancel")
  func superseded() {
    let (upstream, first) = (ScriptedPublisher<Child, TestError>(), ScriptedPublisher<Int, TestError>())
    let received = Box<[Int]>([])
    let cancellable = upstream.flatMapLatest { $0 }.sink(receiveCompletion: { _ in }) { value in
      received.update { $0.append(value) }
      guard value == 1 else { return }
      upstream.send(.values([7]))
      first.send(99)
    }
    upstream.send(.scripted(first))
    upstream.send(.values([1, 2, 3]))
    expectEqual(received.value, [1, 7])
    withExtendedLifetime(cancellable) {}
  }

  @Test("After a cancel inside the sequence nothing is delivered")
  func cancelInsideIterator() {
    let received = Box<[Int]>([])
    let cancellable = Box<AnyCancellable?>(nil)
    let upstream = PassthroughSubject<Int, Never>()
    cancellable.value = upstream.flatMap { _ in
      Counting(pulled: Box(0), onPull: { if $0 == 4 { cancellable.value?.cancel() } }).publisher
    }.sink { value in received.update { $0.append(value) } }
    upstream.send(0)
    expectEqual(received.value, [1, 2, 3])
  }

  @Test("A failure of another publisher inside a delivery follows that value, and ends the stream")
  func failureInside() {
    let other = PassthroughSubject<Int, TestError>()
    let received = Box<[Int]>([])
    let completion = Box<Subscribers.Completion<TestError>?>(nil)
    let upstream = PassthroughSubject<Child, TestError>()
    let cancellable = upstream.flatMap { $0 }.sink(receiveCompletion: { completion.value = $0 }) { value in
      received.update { $0.append(value) }
      if value == 2 { other.send(completion: .failure(TestError("inside"))) }
    }
    upstream.send(.subject(other))
    upstream.send(.values([1, 2, 3]))
    expectEqual(received.value, [1, 2])
    expectEqual(completion.value, .failure(TestError("inside")))
    withExtendedLifetime(cancellable) {}
  }

  @Test("A failure at hand ends the stream, and cancels the others")
  func failureAtHand() {
    let other = PassthroughSubject<Int, TestError>()
    let upstream = PassthroughSubject<Child, TestError>()
    let recorder = upstream.flatMap { $0 }.record()
    upstream.send(.subject(other))
    upstream.send(.values([1]))
    upstream.send(.failure(TestError("at hand")))
    other.send(2)
    upstream.send(.values([3]))
    expectEqual(recorder.values, [1])
    expectEqual(recorder.completions, [.failure(TestError("at hand"))])
  }

  @Test("Finishes with the last publisher if upstream has finished, and with upstream if that is last")
  func finishes() {
    let all = [3, 0, 2].publisher.flatMap { (0..<$0).publisher }.record()
    expectEqual(all.values, [0, 1, 2, 0, 1])
    expect(all.isFinished)
    let upstream = PassthroughSubject<Child, TestError>()
    let other = PassthroughSubject<Int, TestError>()
    let recorder = upstream.flatMap { $0 }.record()
    upstream.send(.values([1]))
    upstream.send(.subject(other))
    upstream.send(completion: .finished)
    expect(recorder.completions.isEmpty)
    other.send(completion: .finished)
    expect(recorder.isFinished)
  }

  @Test("With a limit, each publisher at hand makes room for the next", arguments: [1, 2])
  func limit(maxPublishers: Int) {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.flatMap(maxPublishers: .max(maxPublishers)) { Just($0).map { $0 * 10 } }.record()
    expectEqual(upstream.requests, [.demand(.max(maxPublishers))])
    for value in 1...3 { upstream.send(value) }
    expectEqual(upstream.requests.count, 4)
    expectEqual(recorder.values, [10, 20, 30])
  }

  @Test("With a limited demand, values wait in their publishers")
  func limitedDemand() {
    let recorder = [1, 2].publisher.flatMap { [$0, $0 * 10].publisher }.record(demand: .max(1))
    expectEqual(recorder.values, [1])
    recorder.request(.max(2))
    expectEqual(recorder.values.count, 3)
    recorder.request(.unlimited)
    expectEqual(recorder.values.sorted(), [1, 2, 10, 20])
    expect(recorder.isFinished)
  }

  @Test("flatMapLatest, flatMapFirst and concatMap deliver them in order")
  func kin() {
    let numbers = [3, 1, 2].publisher
    let expected = [0, 1, 2, 0, 0, 1]
    expectEqual(numbers.flatMapLatest { (0..<$0).publisher }.record().values, expected)
    expectEqual(numbers.flatMapFirst { (0..<$0).publisher }.record().values, expected)
    expectEqual(numbers.concatMap { (0..<$0).publisher }.record().values, expected)
    expect(numbers.flatMapLatest { Just($0).map { -$0 } }.record().isFinished)
    expect(numbers.concatMap { _ in Empty<Int, Never>() }.record().isFinished)
  }
}
