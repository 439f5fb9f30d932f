import StreamCombining
import StreamCore
import StreamParts
import TestSupport
import Testing

@Suite("append")
struct AppendTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  // MARK: Values

  @Test("Elements, a sequence, or a publisher follow those of upstream")
  func values() {
    let numbers = (1...2).publisher
    expectEqual(numbers.append(3, 4).record().values, [1, 2, 3, 4])
    expectEqual(numbers.append([3, 4]).record().values, [1, 2, 3, 4])
    expectEqual(numbers.append(Just(3)).record().values, [1, 2, 3])
    expect(numbers.append(Just(3)).append(4).append([5]).record().isFinished)
    expectEqual(numbers.append([]).record().values, [1, 2])
    expect(numbers.append([]).record().isFinished)
  }

  @Test("One value before and one after are delivered in order")
  func around() {
    let recorder = Just(2).prepend(Just(1)).append(Just(3)).record()
    expectEqual(recorder.values, [1, 2, 3])
    expect(recorder.isFinished)
  }

  @Test("A second publisher that never completes keeps the stream open")
  func neverCompletes() {
    let recorder = Just(1).append(Empty(completeImmediately: false)).record()
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
  }

  @Test("Subscribes to the second only when the first has finished, so that earlier values of the second are lost")
  func subjects() {
    let prefix = PassthroughSubject<String, TestError>()
    let suffix = PassthroughSubject<String, TestError>()
    let recorder = Publishers.Concatenate(prefix: prefix, suffix: suffix).record()
    prefix.send("p1")
    suffix.send("s-lost")
    prefix.send("p2")
    prefix.send(completion: .finished)
    suffix.send("s1")
    expect(recorder.completions.isEmpty)
    suffix.send(completion: .finished)
    expectEqual(recorder.values, ["p1", "p2", "s1"])
    expect(recorder.isFinished)
  }

  @Test("A failure of the second takes effect when the first has finished")
  func suffixFailsEarly() {
    let prefix = PassthroughSubject<String, TestError>()
    let suffix = PassthroughSubject<String, TestError>()
    let recorder = Publishers.Concatenate(prefix: prefix, suffix: suffix).record()
    suffix.send(completion: .failure(TestError()))
    prefix.send("p1")
    prefix.send("p2")
    expect(recorder.completions.isEmpty)
    prefix.send(completion: .finished)
    expectEqual(recorder.values, ["p1", "p2"])
    expectEqual(recorder.failure, TestError())
  }

  @Test("Has the same types as in Combine")
  func staticTypes() {
    let subject = PassthroughSubject<Int, Never>()
    typealias Subject = PassthroughSubject<Int, Never>
    typealias Numbers = Publishers.Sequence<[Int], Never>
    #expect(type(of: subject.append(1, 2)) == Publishers.Concatenate<Subject, Numbers>.self)
    #expect(type(of: subject.append([1])) == Publishers.Concatenate<Subject, Numbers>.self)
    #expect(type(of: subject.append(Just(1))) == Publishers.Concatenate<Subject, Just<Int>>.self)
    #expect(type(of: subject.prepend(1, 2)) == Publishers.Concatenate<Numbers, Subject>.self)
    #expect(type(of: subject.prepend([1])) == Publishers.Concatenate<Numbers, Subject>.self)
    #expect(type(of: subject.prepend(Just(1))) == Publishers.Concatenate<Just<Int>, Subject>.self)
  }

  // MARK: Demand

  @Test("Outstanding demand carries over to the second (rule 2)")
  func demandGoesOver() {
    let (first, second) = (Source(), Source())
    let recorder = first.append(second).record(demand: .max(3))
    expectEqual(first.requests, [.demand(.max(3))])
    first.send(1)
    first.send(completion: .finished)
    expectEqual(second.requests, [.demand(.max(2))])
    recorder.request(.max(4))
    expectEqual(second.requests, [.demand(.max(2)), .demand(.max(4))])
    expectEqual(first.requests, [.demand(.max(3))])
  }

  @Test("Sequences are drawn from on demand, made from inside a delivery or outside", arguments: [true, false])
  func oneAtATime(fromInside: Bool) {
    let recorder = (1...50).publisher.append(51...100).record(demand: .max(1)) { _ in fromInside ? .max(1) : .none }
    if !fromInside {
      for count in 1..<100 {
        expectEqual(recorder.values.count, count)
        recorder.request(.max(1))
      }
    }
    expectEqual(recorder.values, Array(1...100))
    expect(recorder.isFinished)
  }

  // MARK: The end

  @Test("A failure of the first ends the stream, and the second is never subscribed to")
  func prefixFails() {
    let (first, second) = (Source(), Source())
    let recorder = first.append(second).record()
    first.send(1)
    first.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, TestError())
    expectEqual(second.subscriberCount, 0)
  }

  @Test("A cancel cancels the current publisher, once")
  func cancel() {
    let (first, second) = (Source(letsGo: false), Source(letsGo: false))
    let early = first.append(second).record()
    early.cancel()
    early.cancel()
    first.send(completion: .finished)
    expectEqual(first.cancelCount, 1)
    expectEqual(second.subscriberCount, 0)

    let (third, fourth) = (Source(letsGo: false), Source(letsGo: false))
    let late = third.append(fourth).record()
    third.send(completion: .finished)
    late.cancel()
    fourth.send(1)
    fourth.send(completion: .finished)
    expectEqual(third.cancelCount, 0)
    expectEqual(fourth.cancelCount, 1)
    expect(late.values.isEmpty)
    expect(late.completions.isEmpty)
  }

  @Test("A cancel from inside a delivery ends the stream", arguments: [1, 2, 3, 4])
  func cancelInside(last: Int) {
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [weak recorder] value in
      if value == last { recorder?.cancel() }
      return .none
    }
    [1, 2].publisher.append([3, 4]).append(Just(5)).subscribe(recorder)
    expectEqual(recorder.values, Array(1...last))
    expect(recorder.completions.isEmpty)
  }

  @Test("A request from inside a delivery, even the first's last, is served by the publisher that follows (rule 3)")
  func reentrantRequest() {
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1))
    recorder.onValue = { [weak recorder] _ in
      recorder?.request(.max(1))
      return .none
    }
    (1...1_000).publisher.append(1_001...2_000).subscribe(recorder)
    expectEqual(recorder.values, Array(1...2_000))
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  // MARK: Length

  @Test(
    "Appending twenty thousand times, one by one, neither nests publishers nor grows the stack", arguments: [1, 20_000])
  func flattened(demand: Int) {
    let count = 20_000
    var numbers = Just(0).eraseToAnyPublisher()
    for number in 1...count { numbers = numbers.append(number).eraseToAnyPublisher() }
    let recorder = numbers.record(demand: .max(demand)) { _ in .max(demand) }
    expectEqual(recorder.values, Array(0...count))
    expect(recorder.isFinished)
  }

  @Test("Nor does prepending, nor appending publishers at both ends, nor using a generic function")
  func flattenedBothWays() {
    func around<P: Publisher<Int, Never>>(_ publisher: P, _ value: Int) -> AnyPublisher<Int, Never> {
      AnyPublisher(publisher.append(Just(value)).prepend(-value))
    }
    let count = 20_000
    var numbers = Just(0).eraseToAnyPublisher()
    for number in 1...count { numbers = around(numbers, number) }
    let recorder = numbers.record()
    expectEqual(recorder.values, Array(-count...count))
    expect(recorder.isFinished)

    var late = Just(0).eraseToAnyPublisher()
    for number in 1...count { late = late.prepend(number).eraseToAnyPublisher() }
    expectEqual(late.append(-1).record().values, Array((-1...count).reversed()))
  }

  @Test("Concatenations of concatenations are one: each publisher is attached to the same stage")
  func joined() {
    let stages = Box<[String]>([])
    func part(_ value: Int) -> StageReporting { StageReporting(value: value, stages: stages) }
    let recorder = part(1).append(part(2)).append(part(3).append(part(4))).prepend(part(0)).append(part(5)).record()
    expectEqual(recorder.values, Array(0...5))
    expect(recorder.isFinished)
    expectEqual(stages.value.count, 6)
    // A probe at each edge keeps them apart.
    if !isInspected { expectEqual(Set(stages.value).count, 1) }
  }

  @Test("Demand, and a failure or a cancel, reach the part of a joined concatenation that runs", arguments: 0..<4)
  func joinedSignals(index: Int) {
    for fails in [true, false] {
      let sources = (0..<4).map { _ in Source() }
      let recorder = sources[0].append(sources[1].append(sources[2])).append(sources[3]).record(demand: .max(9))
      for source in sources.prefix(index) {
        source.send(1)
        source.send(completion: .finished)
      }
      let running = sources[index]
      expectEqual(running.requests, [.demand(.max(9 - index))])
      if fails { running.send(completion: .failure(TestError())) } else { recorder.cancel() }
      expectEqual(recorder.failure, (fails ? TestError() : nil))
      expectEqual(running.cancelCount, (fails ? 0 : 1))
      expect(sources.dropFirst(index + 1).allSatisfy { $0.subscriberCount == 0 })
    }
  }

  @Test("A part that sends its subscriber twice to a concatenation which does not begin yet is attached once")
  func joinedTwiceLater() {
    let late = LateSubscription()
    let recorder = Twice(publisher: late.eraseToAnyPublisher(), plain: late.append(3)).append(9).record()
    late.begin()
    expectEqual(recorder.values, [1, 3, 9])
    expect(recorder.isFinished)
  }

  @Test("A part that sends its subscriber to a concatenation twice is attached to the first alone")
  func joinedTwice() {
    let twice = Twice(publisher: (1...2).publisher.append(3).eraseToAnyPublisher(), plain: (1...2).publisher.append(3))
    for recorder in [twice.append(9).record(), twice.prepend(0).record()] {
      expectEqual(recorder.values.filter { $0 % 9 != 0 }, [1, 2, 3])
      expectEqual(recorder.values.count, 4)
      expect(recorder.isFinished)
    }
  }

  @Test("A chain can be cancelled from inside a delivery, and be part of other chains")
  func chainIsAValue() {
    let two = Just(1).append(2).eraseToAnyPublisher()
    let three = two.append(3).eraseToAnyPublisher()
    let four = two.append(4).eraseToAnyPublisher()
    expectEqual(three.append(four).eraseToAnyPublisher().append(three).record().values, [1, 2, 3, 1, 2, 4, 1, 2, 3])
    expectEqual(two.record().values, [1, 2])
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [weak recorder] value in
      if value == 2 { recorder?.cancel() }
      return .none
    }
    three.subscribe(recorder)
    expectEqual(recorder.values, [1, 2])
    expect(recorder.completions.isEmpty)
  }

  @Test("Parts of a chain are released with their last owner")
  func releasesParts() {
    let alive = Box(0)
    func counted(_ value: Int) -> AnyPublisher<Int, Never> {
      let counted = Counted(alive)
      return Deferred { withExtendedLifetime(counted) { Just(value) } }.eraseToAnyPublisher()
    }
    do {
      var shared = counted(0)
      for number in 1...10 { shared = shared.append(counted(number)).eraseToAnyPublisher() }
      do {
        var longer = shared
        for number in 1...10 { longer = longer.append(counted(number)).eraseToAnyPublisher() }
        expectEqual(longer.record().values.count, 21)
        expectEqual(alive.value, 21)
      }
      expectEqual(alive.value, 11)
      expectEqual(shared.record().values, Array(0...10))
    }
    expectEqual(alive.value, 0)
  }

  // MARK: Release, misbehaviour, descriptions, equality

  @Test("Releases downstream, however the stream ends")
  func release() {
    expectEqual(leaks { source, _ in source.append(1) }, [])
    expectEqual(leaks { source, _ in source.prepend(1) }, [])
    expectEqual(leaks { source, _ in source.append(1).eraseToAnyPublisher().append(2) }, [])
  }

  @Test("Ignores signals that break the contract")
  func misbehaviourIsIgnored() {
    expectEqual(misbehaviour { $0.append(Empty()) }, .ignored)
    expectEqual(misbehaviour { $0.prepend(Empty()) }.completionCount, 1)
    expectEqual(misbehaviour(ending: .failure(TestError())) { $0.append(Empty()) }, .ignored)
  }

  @Test("Its subscription describes itself as Concatenate")
  func description() {
    let expected = NamesReport(subscriber: "Concatenate", subscription: "Concatenate")
    expectEqual(names { $0.append(1) }, expected)
    expectEqual(names { $0.append(1).eraseToAnyPublisher().append(2).eraseToAnyPublisher() }, expected)
  }

  @Test("Two are equal if their publishers are")
  func equatable() {
    expectEqual(Just(1).append(Just(2)), Just(1).append(Just(2)))
    expect(Just(1).append(Just(2)) != Just(1).append(Just(3)))
    expectEqual(Just(1).append(Just(2)).prefix, Just(1))
    expectEqual(Just(1).append(Just(2)).suffix, Just(2))
  }

  @Test("Serves two subscriptions independently")
  func independent() {
    let source = PassthroughSubject<Int, Never>()
    let publisher = source.append(9)
    let first = publisher.record()
    source.send(1)
    let second = publisher.record()
    source.send(completion: .finished)
    expectEqual(first.values, [1, 9])
    expectEqual(second.values, [9])
  }

  @Test("A value that comes without demand is dropped, and reported")
  func beyondDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let drops = reportedDrops {
      let recorder = upstream.append(9).record(demand: .max(1))
      for value in 1...2 { upstream.send(value) }
      expectEqual(recorder.values, [1])
      recorder.cancel()
    }
    expectEqual(drops, [DropReport(operatorName: "Concatenate", reason: .beyondDemand)])
  }
}

/// Delivers a value, and records the type of what is attached to it. As a `ReleasingPublisher` it is given it without a
/// guard.
private struct StageReporting: Publisher, ReleasingPublisher {
  typealias Output = Int
  typealias Failure = Never

  let value: Int
  let stages: Box<[String]>

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    stages.update { $0.append("\(S.self)") }
    Just(value).subscribe(subscriber)
  }
}

/// Breaks the contract: it has its subscriber attached twice.
private struct Twice<Plain: Publisher<Int, Never>>: Publisher, ReleasingPublisher {
  typealias Output = Int
  typealias Failure = Never

  let publisher: AnyPublisher<Int, Never>
  let plain: Plain

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    plain.subscribe(subscriber)
    publisher.subscribe(subscriber)
    plain.subscribe(subscriber)
  }
}

/// Delivers a value when it is told to begin, to all that have been attached; before that it sends no subscription.
private final class LateSubscription: Publisher, ReleasingPublisher {
  typealias Output = Int
  typealias Failure = Never

  private var beginning: [() -> Void] = []

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    beginning.append { Just(1).subscribe(subscriber) }
  }

  func begin() {
    for body in beginning { body() }
  }
}
