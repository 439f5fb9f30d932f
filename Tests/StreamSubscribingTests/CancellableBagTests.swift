import StreamSubscribing
import TestSupport
import Testing

private final class Meter {
  var level = 0
}

@Suite("CancellableBag, sink(in:), assign(to:on:in:)", .timeLimit(.generous))
struct CancellableBagTests {
  enum Ending: CaseIterable {
    case finish, failure
  }

  // Case XA-337.
  @Test("A subscription leaves the bag when its stream ends", arguments: Ending.allCases)
  func leaves(ending: Ending) {
    let (bag, subject, signals) = (CancellableBag(), PassthroughSubject<Int, TestError>(), Signals())
    subject.sink(in: bag, receiveCompletion: signals.completion, receiveValue: signals.value)
    expectEqual(bag.count, 1)
    subject.send(1)
    expectEqual(bag.count, 1)
    subject.send(completion: ending == .finish ? .finished : .failure(TestError("end")))
    expectEqual(bag.count, 0)
    expectEqual(signals.all, ["1", ending == .finish ? "finished" : "\(TestError("end"))"])
  }

  // Case XA-338.
  @Test("Many short streams leave nothing in the bag, and no memory")
  func shortStreams() {
    let (bag, token) = (CancellableBag(), WeakTokens())
    for _ in 0..<manyTimes { Just(1).sink(in: bag) { _ in } }
    expectEqual(bag.count, 0)
    for index in 0..<manyTimes {
      let subject = PassthroughSubject<Int, Never>()
      let closure = token.make(ifNeeded: index < 10)
      subject.sink(in: bag) { value in _ = closure?.pass(value) }
      expectEqual(bag.count, 1)
      subject.send(completion: .finished)
    }
    expectEqual(bag.count, 0)
    expectEqual(token.living, 0)
  }

  // Case XA-339.
  @Test("The release of the bag inside a delivery cancels")
  func releaseInDelivery() {
    let (upstream, values) = (ScriptedPublisher<Int, Never>(), Box<[Int]>([]))
    let bag = Box<CancellableBag?>(CancellableBag())
    bag.value.map {
      upstream.sink(in: $0) { value in
        values.update { $0.append(value) }
        bag.value = nil
      }
    }
    upstream.send(1)
    upstream.send(2)
    expectEqual(values.value, [1])
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    expectEqual(upstream.livingSubscriptionCount, 0)
  }

  // Case XA-340.
  @Test("What is inserted after the cancel is cancelled at once")
  func insertAfterCancel() {
    let (bag, cancels, values) = (CancellableBag(), Box(0), Box(0))
    bag.cancel()
    bag.cancel()
    bag.insert(AnyCancellable { cancels.increment() })
    AnyCancellable { cancels.increment() }.store(in: bag)
    AnyCancellable { cancels.increment() }.cancelled(by: bag)
    let upstream = ScriptedPublisher<Int, Never>()
    upstream.sink(in: bag) { _ in values.increment() }
    upstream.send(1)
    expectEqual(cancels.value, 3)
    expect(upstream.isCancelled)
    expectEqual(values.value, 0)
    expectEqual(bag.count, 0)
  }

  @Test("The bag's cancel reaches all that is in it, the newest last, and empties it")
  func cancel() {
    let (bag, log) = (CancellableBag(), Box<[Int]>([]))
    for number in 1...3 {
      let cancellable = AnyCancellable { log.update { $0.append(number) } }
      switch number {
      case 1: cancellable.store(in: bag)
      case 2: cancellable.cancelled(by: bag)
      default: bag.insert(cancellable)
      }
    }
    let upstream = ScriptedPublisher<Int, Never>()
    upstream.sink(in: bag) { _ in }
    expectEqual(bag.count, 4)
    bag.cancel()
    expectEqual(bag.count, 0)
    expectEqual(log.value, [1, 2, 3])
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("assign(to:on:in:) sets the property, leaves at the end, and releases the object")
  func assigns() {
    let (bag, upstream) = (CancellableBag(), ScriptedPublisher<Int, Never>(letsGo: false))
    weak var target: Meter?
    do {
      let meter = Meter()
      upstream.assign(to: \.level, on: meter, in: bag)
      target = meter
      expectEqual(bag.count, 1)
      upstream.send(5)
      expectEqual(meter.level, 5)
    }
    expect(target != nil)
    upstream.send(completion: .finished)
    expect(target == nil)
    expectEqual(bag.count, 0)
    expectEqual(upstream.requests, [.demand(.unlimited)])
  }

  @Test("The release of the bag releases the closures of streams that have not ended, and their bag")
  func releases() {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    weak var bag: CancellableBag?
    weak var token: ReleaseToken?
    do {
      let (short, closure) = (CancellableBag(), ReleaseToken())
      upstream.sink(in: short) { value in _ = closure.pass(value) }
      upstream.assign(to: \.level, on: Meter(), in: short)
      (bag, token) = (short, closure)
    }
    expect(bag == nil)
    expect(token == nil)
    expectEqual(upstream.cancelCount, 2)
  }

  @Test("Closures on the main actor run there, and the subscription leaves the bag after the completion there")
  @MainActor
  func onMainActor() async {
    let (bag, subject) = (CancellableBag(), PassthroughSubject<Int, Never>())
    var (values, isFinished) = ([Int](), false)
    let meter = Meter()
    subject.sink(in: bag, receiveCompletion: { _ in isFinished = true }, receiveValue: { values.append($0) })
    subject.sink(in: bag) { values.append(10 * $0) }
    subject.assign(to: \.level, on: meter, in: bag)
    expectEqual(bag.count, 3)
    concurrently(1) { _ in
      subject.send(1)
      subject.send(completion: .finished)
    }
    expectEqual(bag.count, 3, "What the actor has not taken can still be cancelled.")
    while bag.count > 0 { await Task.yield() }
    expectEqual(values.sorted(), [1, 10])
    expect(isFinished)
    expectEqual(meter.level, 1)
  }

  @Test("A completion that belongs to an actor is passed there after the values, which belong to none")
  @MainActor
  func completionOnActor() async {
    let (bag, subject, values) = (CancellableBag(), PassthroughSubject<Int, Never>(), Box<[Int]>([]))
    var isFinished = false
    let add: @Sendable (Int) -> Void = { value in values.update { $0.append(value) } }
    subject.sink(in: bag, receiveCompletion: { _ in isFinished = true }, receiveValue: add)
    concurrently(1) { _ in
      subject.send(1)
      subject.send(completion: .finished)
    }
    expectEqual(values.value, [1])
    expect(!isFinished && bag.count == 1)
    while bag.count > 0 { await Task.yield() }
    expect(isFinished)
  }

  @Test("The bag's cancel prevents what waits for the main actor")
  @MainActor
  func cancelOnActor() async {
    let (bag, subject) = (CancellableBag(), PassthroughSubject<Int, Never>())
    var values = [Int]()
    subject.sink(in: bag) { values.append($0) }
    concurrently(1) { _ in subject.send(1) }
    bag.cancel()
    for _ in 0..<100 { await Task.yield() }
    expectEqual(values, [])
  }

  @Test("Streams that end on several threads, while others begin and the bag is cancelled, leave nothing in it")
  func threads() {
    let bag = CancellableBag()
    let subjects = (0..<500).map { _ in PassthroughSubject<Int, Never>() }
    race(over: subjects, { $0.sink(in: bag) { _ in } }, against: { $0.send(completion: .finished) })
    for subject in subjects { subject.send(completion: .finished) }
    expectEqual(bag.count, 0)
    let later = (0..<500).map { _ in ScriptedPublisher<Int, Never>() }
    concurrently(2) { thread in
      if thread == 0 { for publisher in later { publisher.sink(in: bag) { _ in } } } else { bag.cancel() }
    }
    expect(later.allSatisfy { $0.cancelCount == 1 })
  }
}

/// Weak references to tokens that closures keep.
private final class WeakTokens {
  private struct Reference {
    weak var token: ReleaseToken?
  }

  private var references: [Reference] = []

  var living: Int { references.count { $0.token != nil } }

  func make(ifNeeded isNeeded: Bool) -> ReleaseToken? {
    guard isNeeded else { return nil }
    let token = ReleaseToken()
    references.append(Reference(token: token))
    return token
  }
}
