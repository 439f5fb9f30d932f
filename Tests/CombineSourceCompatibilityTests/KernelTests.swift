import Streams
import TestSupport
import Testing

@Suite("Combine's source: publishers")
struct PublisherSourceTests {
  @Test("The elementary publishers, their initialisers and properties")
  func elementary() {
    let just: Just<Int> = Just(1)
    expectEqual(just.output, 1)
    expectEqual(just, Just(1))
    let empty: Empty<Int, Fault> = Empty(completeImmediately: true, outputType: Int.self, failureType: Fault.self)
    expect(empty.completeImmediately)
    #expect(empty == Empty<Int, Fault>())
    #expect(Empty<Int, Never>(completeImmediately: false) != Empty())
    let fail: Fail<Int, Fault> = Fail(outputType: Int.self, failure: .first)
    expectEqual(fail.error, .first)
    expectEqual(fail, Fail(error: .first))
    let sequence: Publishers.Sequence<[Int], Never> = [1, 2].publisher
    expectEqual(sequence.sequence, [1, 2])
    expectEqual(sequence, Publishers.Sequence(sequence: [1, 2]))
    let optional: Optional<Int>.Publisher = Optional(1).publisher
    expectEqual(optional.output, 1)
    expect(outputs(Optional<Int>.Publisher(nil)).isEmpty)
    let result: Result<Int, Fault>.Publisher = Result<Int, Fault>.success(1).publisher
    expectEqual(result, Result.Publisher(1))
    expectEqual(error(Result<Int, Fault>.Publisher(.second)), .second)
    expectEqual(result.result, .success(1))
    let deferred: Deferred<Just<Int>> = Deferred { Just(7) }
    expectEqual(outputs(deferred), [7])
    expectEqual(outputs(deferred.createPublisher()), [7])
    let future: Future<Int, Fault> = Future { promise in promise(.success(3)) }
    expectEqual(outputs(future), [3])
    let promise: Future<Int, Fault>.Promise = { _ in }
    promise(.failure(.first))
    let record = Record<Int, Fault> { recording in
      recording.receive(1)
      recording.receive(completion: .finished)
    }
    expectEqual(record.recording.output, [1])
    expectEqual(record.recording.completion, .finished)
    expectEqual(outputs(Record(recording: record.recording)), [1])
    var recording = Record<Int, Fault>.Recording()
    recording.receive(5)
    recording.receive(completion: .failure(.first))
    expectEqual(outputs(Record<Int, Fault>(output: [1, 2], completion: .finished)), [1, 2])
    expectEqual(recording.output, [5])
  }

  @Test("Custom publishers, and erased ones")
  func ownPublisher() {
    struct Once: Publisher {
      typealias Output = Int
      typealias Failure = Never

      func receive<S: Subscriber>(subscriber: S) where S.Failure == Never, S.Input == Int {
        Just(1).receive(subscriber: subscriber)
      }
    }
    let erased: AnyPublisher<Int, Never> = Once().eraseToAnyPublisher()
    expectEqual(outputs(erased), [1])
    expectEqual(outputs(AnyPublisher(Once())), [1])
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    let sink = subject.sink { values.append($0) }
    let pipe: AnyCancellable = erased.subscribe(subject)
    expectEqual(values, [1])
    pipe.cancel()
    sink.cancel()
    func opaque() -> some Publisher<Int, Never> { Once() }
    expectEqual(outputs(opaque()), [1])
  }
}

@Suite("Combine's source: subjects")
struct SubjectSourceTests {
  @Test("Both subjects, and code that is generic over them")
  func subjects() {
    func feed<S: Subject>(_ subject: S) where S.Output == Int, S.Failure == Fault {
      subject.send(1)
      subject.send(completion: .failure(.first))
    }
    let passthrough = PassthroughSubject<Int, Fault>()
    var log: [String] = []
    let first = passthrough.sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    feed(passthrough)
    expect(log.count == 2 && log[1].hasPrefix("failure("))
    let current = CurrentValueSubject<Int, Never>(1)
    var values: [Int] = []
    let second = current.sink { values.append($0) }
    current.value = 2
    current.value += 1
    current.send(4)
    expectEqual(values, [1, 2, 3, 4])
    expectEqual(current.value, 4)
    let pings = PassthroughSubject<Void, Never>()
    var count = 0
    let third = pings.sink { count += 1 }
    pings.send()
    pings.send(())
    expectEqual(count, 2)
    pings.send(completion: .finished)
    passthrough.send(subscription: Subscriptions.empty)
    for cancellable in [first, second, third] { cancellable.cancel() }
  }
}

@Suite("Combine's source: subscribers")
struct SubscriberSourceTests {
  final class Label {
    var text = ""
  }

  final class Counter: Subscriber, Cancellable {
    typealias Input = Int
    typealias Failure = Never

    var values: [Int] = []
    var subscription: Subscription?
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: Subscription) {
      self.subscription = subscription
      subscription.request(.max(1))
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      values.append(input)
      return values.count < 3 ? .max(1) : .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
      subscription = nil
    }

    func cancel() {
      subscription?.cancel()
    }
  }

  @Test("Custom subscribers")
  func ownSubscriber() {
    let counter = Counter()
    (1...10).publisher.subscribe(counter)
    expectEqual(counter.values, [1, 2, 3])
    counter.cancel()
    let erased = AnySubscriber<Int, Never>(counter)
    expectEqual(erased.combineIdentifier, counter.combineIdentifier)
    let closures = AnySubscriber<Int, Never>(
      receiveSubscription: { $0.request(.unlimited) }, receiveValue: { _ in .none }, receiveCompletion: { _ in })
    Just(1).subscribe(closures)
    let subject = PassthroughSubject<Int, Never>()
    Just(1).subscribe(AnySubscriber(subject))
    // Without demand it would keep the publisher that feeds it, and be kept by it, for ever.
    subject.send(completion: .finished)
  }

  @Test("Demand and completions")
  func demand() {
    var demand: Subscribers.Demand = .none
    demand += 1
    demand += .max(2)
    expect(demand == 3 && demand == .max(3) && demand.max == 3)
    expect(demand > 2 && demand >= .max(3) && demand < .unlimited && demand * 2 == 6 && demand - 1 == 2)
    demand -= 1
    demand *= 3
    expect(demand + 1 == .max(7) && Subscribers.Demand.unlimited.max == nil)
    let finished: Subscribers.Completion<Fault> = .finished
    expect(finished != .failure(.first))
  }

  @Test("sink, assign, cancellables and their storage")
  func ends() {
    let label = Label()
    var set = Set<AnyCancellable>()
    var list: [AnyCancellable] = []
    ["a", "b"].publisher.assign(to: \.text, on: label).store(in: &set)
    expectEqual(label.text, "b")
    var ended = false
    Just(1).sink(receiveCompletion: { if case .finished = $0 { ended = true } }, receiveValue: { _ in })
      .store(in: &list)
    expect(ended)
    var isCancelled = false
    AnyCancellable { isCancelled = true }.cancel()
    expect(isCancelled)
    let wrapped = AnyCancellable(Counter())
    expect(wrapped == wrapped && Set([wrapped]).count == 1)
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    Just(1).subscribe(sink)
    let assign = Subscribers.Assign<Label, String>(object: label, keyPath: \.text)
    Just("c").subscribe(assign)
    expectEqual(label.text, "c")
    let identifier = CombineIdentifier(label)
    expect(identifier == CombineIdentifier(label) && identifier != CombineIdentifier())
  }
}
