import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("zip")
struct ZipTests {
  private typealias Side = ScriptedPublisher<Int, TestError>

  private func sides(_ count: Int = 2, letsGo: Bool = true) -> [Side] {
    (0..<count).map { _ in Side(letsGo: letsGo) }
  }

  // MARK: Values

  @Test("Pairs elements by position, and finishes once")
  func pairs() {
    let numbers = PassthroughSubject<Int, Never>()
    let letters = PassthroughSubject<String, Never>()
    let recorder = numbers.zip(letters) { "\($0)\($1)" }.record()
    numbers.send(1)
    numbers.send(2)
    letters.send("a")
    letters.send("b")
    numbers.send(3)
    letters.send("c")
    expectEqual(recorder.values, ["1a", "2b", "3c"])
    numbers.send(completion: .finished)
    letters.send(completion: .finished)
    expect(recorder.isFinished)
  }

  @Test("On a schedule, it finishes when a finished input has no element left")
  func schedule() {
    let a = PassthroughSubject<String, Never>()
    let b = PassthroughSubject<Int, Never>()
    let recorder = a.zip(b) { "\($0)\($1)" }.record()
    a.send("a")
    b.send(1)
    a.send("b")
    b.send(2)
    b.send(3)
    a.send("c")
    expectEqual(recorder.values, ["a1", "b2", "c3"])
    expect(recorder.completions.isEmpty)
    a.send(completion: .finished)
    expect(recorder.isFinished)
  }

  @Test("Uses queued elements before it finishes, and stops with the shortest input")
  func shortest() {
    let recorder = [3, 4, 5].publisher.zip(["a", "b"].publisher, [0.2, 0.6].publisher) { "\($0)\($1)\($2)" }.record()
    expectEqual(recorder.values, ["3a0.2", "4b0.6"])
    expect(recorder.isFinished)
  }

  @Test("Three and four publishers give tuples in the order of the arguments")
  func threeAndFour() {
    let three = Just(1).zip(Just("a"), Just(true)).record()
    expect(three.values.allSatisfy { $0 == (1, "a", true) })
    expectEqual(three.values.count, 1)
    expect(three.isFinished)
    let four = [1, 2].publisher.zip(["a", "b"].publisher, [true, false].publisher, [0.5, 1.5].publisher).record()
    expectEqual(four.values.count, 2)
    expectEqual(four.values.last.map { $0 == (2, "b", false, 1.5) }, true)
    expect(four.isFinished)
    let joined = Just(1).zip(Just(2), Just(3), Just(4)) { $0 + $1 + $2 + $3 }.record()
    expectEqual(joined.values, [10])
  }

  @Test("Three slow requests give one tuple after the slowest")
  func slowRequests() {
    let requests = (0..<3).map { _ in PassthroughSubject<Int, TestError>() }
    let recorder = requests[0].zip(requests[1], requests[2]) { [$0, $1, $2] }.record()
    for index in [2, 0] {
      requests[index].send(index)
      requests[index].send(completion: .finished)
    }
    expectEqual(recorder.values, [])
    expect(recorder.completions.isEmpty)
    requests[1].send(1)
    expectEqual(recorder.values, [[0, 1, 2]])
    expect(recorder.isFinished)
  }

  @Test("A publisher may be zipped with itself")
  func withItself() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.zip(subject) { $0 * 10 + $1 }.record()
    subject.send(1)
    subject.send(2)
    expectEqual(recorder.values, [11, 22])
  }

  @Test("Has the same types as in Combine")
  func staticTypes() {
    let a = Just(1)
    let b = Just("a")
    #expect(type(of: a.zip(b)) == Publishers.Zip<Just<Int>, Just<String>>.self)
    #expect(type(of: a.zip(b, a)) == Publishers.Zip3<Just<Int>, Just<String>, Just<Int>>.self)
    #expect(type(of: a.zip(b, a, b)) == Publishers.Zip4<Just<Int>, Just<String>, Just<Int>, Just<String>>.self)
    #expect(type(of: a.zip(b) { _, _ in true }) == Publishers.Map<Publishers.Zip<Just<Int>, Just<String>>, Bool>.self)
  }

  // MARK: Demand

  @Test("Queued elements are released by a cancel, though the subscription and the inputs are kept")
  func releasesWaiting() {
    let sides = (0..<2).map { _ in ScriptedPublisher<Token, Never>(letsGo: false) }
    let recorder = UnguardedPublisher(sides[0]).zip(UnguardedPublisher(sides[1])).record { _ in .none }
    weak var held: Token?
    do {
      let token = Token()
      held = token
      sides[0].send(token)
    }
    expect(held != nil)
    recorder.cancel()
    expect(held == nil)
    withExtendedLifetime(sides) {}
  }

  @Test("Downstream has its subscription before the inputs are subscribed to")
  func subscriptionFirst() {
    let log = Box<[String]>([])
    let side = Deferred { () -> Just<Int> in
      log.update { $0.append("side") }
      return Just(1)
    }
    let recorder = RecordingSubscriber<(Int, Int), Never>(demand: .none)
    recorder.onSubscription = { _ in log.update { $0.append("subscription") } }
    side.zip(side).subscribe(recorder)
    expectEqual(log.value, ["subscription", "side", "side"])
    recorder.cancel()
  }

  @Test("Requests nothing upstream without demand")
  func noDemand() {
    let sides = sides()
    let recorder = sides[0].zip(sides[1]).record(demand: .none)
    expectEqual(sides.flatMap(\.requests), [])
    withExtendedLifetime(recorder) {}
  }

  @Test("Delivers no more than is requested, even if the inputs send more (rule 2)")
  func exactDemand() {
    let sides = sides()
    let recorder = sides[0].zip(sides[1]) { $0 + $1 }.record(demand: .max(1))
    for number in 1...4 {
      sides[0].send(number)
      sides[1].send(number * 10)
    }
    expectEqual(recorder.values, [11])
    recorder.request(.max(2))
    expectEqual(recorder.values, [11, 22, 33])
    recorder.request(.unlimited)
    expectEqual(recorder.values, [11, 22, 33, 44])
  }

  @Test("Pairs sequences one at a time, requested from outside or from inside each delivery", arguments: [true, false])
  func oneAtATime(fromInside: Bool) {
    let recorder = (1...100).publisher.zip((101...200).publisher) { $0 + $1 }
      .record(demand: .max(1)) { _ in fromInside ? .max(1) : .none }
    if !fromInside { for _ in 1..<100 { recorder.request(.max(1)) } }
    expectEqual(recorder.values, (1...100).map { $0 * 2 + 100 })
    expect(recorder.isFinished)
  }

  @Test("Queues elements that one input sends ahead of the other")
  func oneSided() {
    let numbers = PassthroughSubject<Int, Never>()
    let others = PassthroughSubject<Int, Never>()
    let recorder = numbers.zip(others) { $0 - $1 }.record()
    for number in 0..<manyTimes { numbers.send(number) }
    for number in 0..<manyTimes { others.send(number) }
    expectEqual(recorder.values, Array(repeating: 0, count: manyTimes))
  }

  // MARK: Completion and failure

  @Test("Finishes, and cancels the other, as soon as a finished input has nothing queued")
  func finishesEarly() {
    let sides = sides()
    let recorder = sides[0].zip(sides[1]) { $0 + $1 }.record()
    sides[0].send(1)
    sides[0].send(2)
    sides[0].send(completion: .finished)
    sides[1].send(10)
    expect(recorder.completions.isEmpty)
    expect(!sides[1].isCancelled)
    sides[1].send(20)
    expectEqual(recorder.values, [11, 22])
    expect(recorder.isFinished)
    expectEqual(sides[1].cancelCount, 1)
    expectEqual(sides[0].cancelCount, 0)
  }

  @Test("Finishes at once when an input without queued elements finishes, whatever the other has queued")
  func finishesWithOtherQueued() {
    let sides = sides()
    let recorder = sides[0].zip(sides[1]).record()
    sides[0].send(1)
    sides[1].send(completion: .finished)
    expect(recorder.values.isEmpty)
    expect(recorder.isFinished)
    expectEqual(sides[0].cancelCount, 1)
  }

  @Test("A failure is delivered before the elements that its input has queued")
  func failureBeforeQueued() {
    let sides = sides()
    let recorder = sides[0].zip(sides[1]).record()
    sides[0].send(1)
    sides[0].send(completion: .failure(TestError()))
    sides[1].send(1)
    expect(recorder.values.isEmpty)
    expectEqual(recorder.failure, TestError())
    expectEqual(sides.map(\.cancelCount), [0, 1])
  }

  // MARK: Cancellation

  @Test("A failure sent from inside a delivery does not reach a downstream that cancels there (rule 5)")
  func cancelAfterFailureInside() {
    let sides = sides()
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { [weak recorder] _ in
      sides[0].send(completion: .failure(TestError()))
      recorder?.cancel()
      return .none
    }
    sides[0].zip(sides[1]) { $0 + $1 }.subscribe(recorder)
    sides[0].send(1)
    sides[1].send(1)
    expectEqual(recorder.values, [2])
    expect(recorder.completions.isEmpty)
  }

  @Test("A downstream that cancels inside receive(subscription:) receives nothing")
  func cancelAtSubscription() {
    let recorder = RecordingSubscriber<Int, Never>(demand: .none)
    recorder.onSubscription = { $0.cancel() }
    let sides = (0..<2).map { _ in ScriptedPublisher<Int, Never>() }
    sides[0].zip(sides[1]) { $0 + $1 }.subscribe(recorder)
    expectEqual(sides.map(\.requests), [[.cancel], [.cancel]])
    expectEqual(recorder.values, [])
    expect(recorder.completions.isEmpty)
  }

  // MARK: Re-entrancy

  @Test("Values sent from inside a delivery are delivered after it, and the finish last")
  func reentrantSend() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let recorder = a.zip(b) { $0 * 10 + $1 }.record { value in
      if value == 11 {
        a.send(2)
        b.send(2)
        a.send(3)
        b.send(3)
        a.send(completion: .finished)
      }
      return .none
    }
    a.send(1)
    b.send(1)
    expectEqual(recorder.values, [11, 22, 33])
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A failure sent from inside a delivery comes after that value")
  func reentrantFailure() {
    let a = PassthroughSubject<Int, TestError>()
    let b = PassthroughSubject<Int, TestError>()
    let recorder = a.zip(b) { $0 + $1 }.record { _ in
      b.send(completion: .failure(TestError("inside")))
      return .none
    }
    a.send(1)
    b.send(1)
    expectEqual(recorder.values, [2])
    expectEqual(recorder.failure, TestError("inside"))
    expectEqual(recorder.overlaps, 0)
  }

  @Test("An input may send while it receives a request, and while it is subscribed to")
  func sideSendsWhenAsked() {
    let sides = (0..<2).map { _ in ScriptedPublisher<Int, Never>() }
    for side in sides {
      side.onRequest = { [weak side] _ in
        side?.send(1)
        side?.send(completion: .finished)
      }
    }
    let recorder = sides[0].zip(sides[1]) { $0 + $1 }.record()
    expectEqual(recorder.values, [2])
    expect(recorder.isFinished)
  }

  // MARK: Release

  @Test("Releases downstream and of the closure, however the stream ends")
  func release() {
    expectEqual(
      leaks { source, token in source.zip(source) { a, _ in withExtendedLifetime(token) { _ in a } } }, [])
    let other = CurrentValueSubject<Int, TestError>(0)
    expectEqual(leaks { source, _ in source.zip(other, other) }, [])
    expectEqual(leaks { source, _ in other.zip(other, other, source) }, [])
  }

  @Test("Releases queued elements at the end", arguments: ["finish", "failure", "cancel"])
  func releasesQueued(ending: String) {
    let a = PassthroughSubject<Token, TestError>()
    let b = PassthroughSubject<Token, TestError>()
    let recorder = a.zip(b).record()
    weak var held: Token?
    do {
      let token = Token()
      held = token
      a.send(token)
    }
    expect(held != nil)
    switch ending {
    case "finish": b.send(completion: .finished)
    case "failure": b.send(completion: .failure(TestError()))
    default: recorder.cancel()
    }
    expect(held == nil)
  }

  @Test("Inputs that are released while the stream runs do no harm")
  func sidesThatDie() {
    let recorder: RecordingSubscriber<Int, Never>
    let a = PassthroughSubject<Int, Never>()
    do {
      let b = PassthroughSubject<Int, Never>()
      recorder = a.zip(b) { $0 + $1 }.record()
      b.send(1)
    }
    a.send(1)
    a.send(2)
    expectEqual(recorder.values, [2])
    recorder.request(.max(1))
    recorder.cancel()
    expect(recorder.completions.isEmpty)
  }

  // MARK: Misbehaviour, descriptions, equality, independence

  @Test("Two are equal if their inputs are")
  func equatable() {
    expectEqual(Just(1).zip(Just(2)), Just(1).zip(Just(2)))
    expect(Just(1).zip(Just(2)) != Just(1).zip(Just(3)))
    expectEqual(Just(1).zip(Just(2), Just(3)), Just(1).zip(Just(2), Just(3)))
    expect(Just(1).zip(Just(2), Just(3)) != Just(1).zip(Just(2), Just(4)))
    expectEqual(Just(1).zip(Just(2), Just(3), Just(4)), Just(1).zip(Just(2), Just(3), Just(4)))
    expect(Just(1).zip(Just(2), Just(3), Just(4)) != Just(0).zip(Just(2), Just(3), Just(4)))
  }

  @Test("Serves two subscriptions independently")
  func independent() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let publisher = a.zip(b) { $0 + $1 }
    let first = publisher.record()
    a.send(1)
    let second = publisher.record()
    a.send(2)
    b.send(10)
    expectEqual(first.values, [11])
    expectEqual(second.values, [12])
  }
}
