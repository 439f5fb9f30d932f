import StreamCombining
import StreamCore
import StreamTesting
import TestSupport
import Testing

@Suite("merge")
struct MergeTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  private func sources(_ count: Int = 2, letsGo: Bool = true) -> [Source] {
    (0..<count).map { _ in Source(letsGo: letsGo) }
  }

  @Test("After a request for unlimited demand no input gets another request")
  func asksForEverythingOnce() {
    let sources = sources()
    let recorder = sources[0].merge(with: sources[1]).record(demand: .max(1))
    recorder.request(.unlimited)
    let counts = sources.map(\.requests.count)
    recorder.request(.max(1))
    recorder.request(.unlimited)
    expectEqual(sources.map(\.requests.last), [.demand(.unlimited), .demand(.unlimited)])
    expectEqual(sources.map(\.requests.count), counts)
  }

  @Test("A subscription that an input sends after its end is cancelled, and gets no request (rule 1)")
  func lateSubscription() {
    let (one, other) = (Source(letsGo: false), Source())
    let recorder = UnguardedPublisher(one).merge(with: other).record()
    one.send(completion: .finished)
    let requests = one.requests.count
    one.sendSubscription(description: "Late")
    expectEqual(one.requests.dropFirst(requests), [.cancel])
    one.send(1)
    expectEqual(recorder.values, [])
    recorder.cancel()
  }

  // MARK: Values

  @Test("Republishes elements as they arrive, and finishes when all inputs have")
  func interleaves() {
    let small = PassthroughSubject<Int, Never>()
    let large = PassthroughSubject<Int, Never>()
    let recorder = small.merge(with: large).record()
    small.send(1)
    small.send(2)
    large.send(11)
    large.send(22)
    small.send(3)
    large.send(33)
    expectEqual(recorder.values, [1, 2, 11, 22, 3, 33])
    small.send(completion: .finished)
    expect(recorder.completions.isEmpty)
    large.send(44)
    large.send(completion: .finished)
    expectEqual(recorder.values.last, 44)
    expect(recorder.isFinished)
  }

  @Test("Simultaneous values are delivered in the order of the arguments")
  func order() {
    let letters = PassthroughSubject<String, TestError>()
    let others = PassthroughSubject<String, TestError>()
    // Subscribed at 200; what each sends at 100, 200, 300 and so on is sent to both in the order of the arguments.
    let recorder = letters.merge(with: others).record()
    letters.send("a")
    others.send("x")
    letters.send("b")
    others.send("y")
    others.send("z")
    letters.send("c")
    expectEqual(recorder.values, ["a", "x", "b", "y", "z", "c"])
    letters.send(completion: .finished)
    expect(recorder.completions.isEmpty)
  }

  @Test("Merges two to eight publishers, in the order of the arguments", arguments: 2...8)
  func arities(count: Int) {
    let s = (0..<8).map { ($0 * 10..<$0 * 10 + 2).publisher }
    let merged: AnyPublisher<Int, Never> =
      switch count {
      case 2: s[0].merge(with: s[1]).eraseToAnyPublisher()
      case 3: s[0].merge(with: s[1], s[2]).eraseToAnyPublisher()
      case 4: s[0].merge(with: s[1], s[2], s[3]).eraseToAnyPublisher()
      case 5: s[0].merge(with: s[1], s[2], s[3], s[4]).eraseToAnyPublisher()
      case 6: s[0].merge(with: s[1], s[2], s[3], s[4], s[5]).eraseToAnyPublisher()
      case 7: s[0].merge(with: s[1], s[2], s[3], s[4], s[5], s[6]).eraseToAnyPublisher()
      default: s[0].merge(with: s[1], s[2], s[3], s[4], s[5], s[6], s[7]).eraseToAnyPublisher()
      }
    let recorder = merged.record()
    expectEqual(recorder.values, (0..<count).flatMap { [$0 * 10, $0 * 10 + 1] })
    expect(recorder.isFinished)
  }

  @Test("A merge of a merge is one merge, with all inputs in order")
  func chains() {
    let a = Just(1)
    let two = Publishers.Merge(a, Just(2))
    let three = two.merge(with: Just(3))
    let four = three.merge(with: Just(4))
    let five = four.merge(with: Just(5))
    let six = five.merge(with: Just(6))
    let seven = six.merge(with: Just(7))
    let eight = seven.merge(with: Just(8))
    typealias J = Just<Int>
    #expect(type(of: eight) == Publishers.Merge8<J, J, J, J, J, J, J, J>.self)
    expectEqual(eight.record().values, Array(1...8))
    expectEqual(two.merge(with: Just(3), Just(4)), four)
    expectEqual(two.merge(with: Just(3), Just(4), Just(5)), five)
    expectEqual(two.merge(with: Just(3), Just(4), Just(5), Just(6)), six)
    expectEqual(two.merge(with: Just(3), Just(4), Just(5), Just(6), Just(7)), seven)
    expectEqual(two.merge(with: Just(3), Just(4), Just(5), Just(6), Just(7), Just(8)), eight)
    expectEqual(three.merge(with: Just(4), Just(5)), five)
    expectEqual(three.merge(with: Just(4), Just(5), Just(6)), six)
    expectEqual(three.merge(with: Just(4), Just(5), Just(6), Just(7)), seven)
    expectEqual(three.merge(with: Just(4), Just(5), Just(6), Just(7), Just(8)), eight)
    expectEqual(four.merge(with: Just(5), Just(6)), six)
    expectEqual(four.merge(with: Just(5), Just(6), Just(7)), seven)
    expectEqual(four.merge(with: Just(5), Just(6), Just(7), Just(8)), eight)
    expectEqual(five.merge(with: Just(6), Just(7)), seven)
    expectEqual(five.merge(with: Just(6), Just(7), Just(8)), eight)
    expectEqual(six.merge(with: Just(7), Just(8)), eight)
  }

  @Test("Has the same types as in Combine")
  func staticTypes() {
    let a = Just(1)
    let b = Empty<Int, Never>()
    typealias A = Just<Int>
    typealias B = Empty<Int, Never>
    #expect(type(of: a.merge(with: b)) == Publishers.Merge<A, B>.self)
    #expect(type(of: a.merge(with: b, a)) == Publishers.Merge3<A, B, A>.self)
    #expect(type(of: a.merge(with: b).merge(with: b)) == Publishers.Merge3<A, B, B>.self)
    let many: Publishers.MergeMany<A> = a.merge(with: Just(2))
    expectEqual(many.publishers, [Just(1), Just(2)])
  }

  @Test("Two are equal if their publishers are")
  func equatable() {
    expectEqual(Publishers.Merge(Just(1), Just(2)), Publishers.Merge(Just(1), Just(2)))
    expect(Publishers.Merge(Just(1), Just(2)) != Publishers.Merge(Just(1), Just(3)))
    expect(Publishers.Merge3(Just(1), Just(2), Just(3)) != Publishers.Merge3(Just(1), Just(2), Just(4)))
    expectEqual(Publishers.MergeMany(Just(1)), Publishers.MergeMany(Just(1)))
    expect(Publishers.MergeMany(Just(1)) != Publishers.MergeMany(Just(1), Just(1)))
  }

  // MARK: Demand

  @Test("Requests unlimited demand of each input if downstream does")
  func unlimitedDemand() {
    let sources = sources(3)
    let recorder = sources[0].merge(with: sources[1], sources[2]).record()
    for source in sources { expectEqual(source.requests, [.demand(.unlimited)]) }
    expectEqual(sources[0].send(1), .none)
    withExtendedLifetime(recorder) {}
  }

  @Test("Otherwise requests one value at a time of each input, and holds one of each (rule 2)")
  func limitedDemand() {
    let sources = sources()
    let recorder = sources[0].merge(with: sources[1]).record(demand: .max(1))
    for source in sources { expectEqual(source.requests, [.demand(.max(1))]) }
    expectEqual(sources[0].send(1), .max(1))
    expectEqual(sources[0].send(2), .none)
    expectEqual(sources[1].send(3), .none)
    expectEqual(recorder.values, [1])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2])
    expectEqual(sources[0].requests, [.demand(.max(1)), .demand(.max(1))])
    expectEqual(sources[1].requests, [.demand(.max(1))])
    recorder.request(.unlimited)
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(sources[0].requests.last, .demand(.unlimited))
    expectEqual(sources[1].requests.last, .demand(.unlimited))
  }

  @Test(
    "Delivers all elements of sequences one at a time, requested from inside a delivery or outside",
    arguments: [true, false])
  func oneAtATime(fromInside: Bool) {
    let recorder = (0..<100).publisher.merge(with: (100..<200).publisher)
      .record(demand: .max(1)) { _ in fromInside ? .max(1) : .none }
    if !fromInside { for _ in 1..<200 { recorder.request(.max(1)) } }
    expectEqual(recorder.values.sorted(), Array(0..<200))
    expect(recorder.isFinished)
  }

  @Test("Held values are delivered before the finish")
  func heldBeforeFinish() {
    let sources = sources()
    let recorder = sources[0].merge(with: sources[1]).record(demand: .none)
    for source in sources {
      source.send(1)
      source.send(completion: .finished)
    }
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 1])
    expect(recorder.isFinished)
  }

  // MARK: The end

  @Test("Finishes at once if all inputs are empty, without demand")
  func empty() {
    #expect(Empty<Int, Never>().merge(with: Just(1).ignoring()).record(demand: .none).isFinished)
  }

  @Test("The first failure cancels the other inputs, and is passed on", arguments: 0..<3)
  func failure(failing: Int) {
    let sources = sources(3, letsGo: false)
    let recorder = sources[0].merge(with: sources[1], sources[2]).record()
    sources[(failing + 1) % 3].send(1)
    sources[failing].send(completion: .failure(TestError("first")))
    for source in sources {
      source.send(2)
      source.send(completion: .failure(TestError("late")))
    }
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, TestError("first"))
    expectEqual((0..<3).map { sources[$0].cancelCount }, (0..<3).map { $0 == failing ? 0 : 1 })
  }

  @Test("Does not subscribe to the inputs after one that has failed at once")
  func failureAtSubscription() {
    let late = Source()
    let recorder = Fail<Int, TestError>(error: TestError()).merge(with: late).record()
    expectEqual(recorder.failure, TestError())
    expectEqual(late.subscriberCount, 0)
  }

  @Test("An input that completes while it is subscribed to does not end the others")
  func endsWhileSubscribed() {
    let late = Source()
    let recorder = Empty<Int, TestError>().merge(with: Result<Int, TestError>.Publisher(1), late).record()
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    late.send(2)
    late.send(completion: .finished)
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }

  @Test("A cancel cancels all inputs, once")
  func cancel() {
    let sources = sources(4, letsGo: false)
    let recorder = sources[0].merge(with: sources[1], sources[2], sources[3]).record()
    recorder.cancel()
    recorder.cancel()
    recorder.request(.max(1))
    for source in sources { source.send(2) }
    sources[0].send(completion: .failure(TestError()))
    expectEqual(sources.map(\.cancelCount), [1, 1, 1, 1])
    expect(recorder.values.isEmpty)
    expect(recorder.completions.isEmpty)
  }

  @Test("After a cancel from inside the cancel of another input, no completion comes (rule 5)")
  func cancelsInsideCancel() {
    let failing = Source()
    let recorder = RecordingSubscriber<Int, TestError>()
    failing.merge(with: CancellingPublisher(recorder)).subscribe(recorder)
    failing.send(completion: .failure(TestError()))
    expect(recorder.completions.isEmpty)
  }

  @Test("A cancel from inside a delivery ends the stream")
  func cancelInside() {
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [weak recorder] value in
      if value == 3 { recorder?.cancel() }
      return .max(1)
    }
    (0..<10).publisher.merge(with: (10..<20).publisher).subscribe(recorder)
    expectEqual(recorder.values, [0, 1, 2, 3])
    expect(recorder.completions.isEmpty)
  }

  @Test("A downstream that cancels inside receive(subscription:) receives nothing")
  func cancelAtSubscription() {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onSubscription = { $0.cancel() }
    let sources = sources()
    sources[0].merge(with: sources[1]).subscribe(recorder)
    expectEqual(sources.map(\.subscriberCount), [0, 0])
    expect(recorder.completions.isEmpty)
  }

  // MARK: Re-entrancy

  @Test("Values sent from inside a delivery are delivered after it, and a failure after all of them (rule 3)")
  func reentrantSend() {
    let a = PassthroughSubject<Int, TestError>()
    let b = PassthroughSubject<Int, TestError>()
    let recorder = a.merge(with: b).record { value in
      if value == 1 { b.send(2) }
      if value == 2 { a.send(completion: .failure(TestError("inside"))) }
      return .none
    }
    a.send(1)
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure, TestError("inside"))
    expectEqual(recorder.overlaps, 0)
  }

  // MARK: Release, misbehaviour, descriptions, independence

  @Test("Releases downstream, however the stream ends")
  func release() {
    expectEqual(leaks { source, _ in source.merge(with: source) }, [])
    expectEqual(leaks { source, _ in Publishers.MergeMany(source, source, source) }, [])
  }

  @Test("Ignores signals of an input that break the contract")
  func misbehaviourIsIgnored() {
    let other = Empty<Int, TestError>()
    expectEqual(misbehaviour { $0.merge(with: other) }, .ignored)
    expectEqual(misbehaviour(ending: .failure(TestError())) { other.merge(with: $0, other) }, .ignored)
  }

  @Test("Its subscription describes itself as Merge, whatever the number of its inputs")
  func description() {
    let other = PassthroughSubject<Int, TestError>()
    let expected = NamesReport(subscriber: "Merge", subscription: "Merge")
    expectEqual(names { $0.merge(with: other) }, expected)
    expectEqual(names { $0.merge(with: other, other, other) }, expected)
    expectEqual(names { Publishers.MergeMany($0) }, expected)
  }

  @Test("Serves two subscriptions independently")
  func independent() {
    let a = PassthroughSubject<Int, Never>()
    let publisher = a.merge(with: a)
    let first = publisher.record()
    a.send(1)
    let second = publisher.record()
    a.send(2)
    expectEqual(first.values, [1, 1, 2, 2])
    expectEqual(second.values, [2, 2])
  }
}

extension Publisher {
  /// This family has no `ignoreOutput`.
  fileprivate func ignoring() -> Empty<Output, Failure> { Empty() }
}

/// Never sends a value. Its cancel cancels what a subscriber has received.
private struct CancellingPublisher: Publisher {
  typealias Output = Int
  typealias Failure = TestError

  private let subscriber: RecordingSubscriber<Int, TestError>

  init(_ subscriber: RecordingSubscriber<Int, TestError>) {
    self.subscriber = subscriber
  }

  func receive<S: Subscriber<Int, TestError>>(subscriber downstream: S) {
    downstream.receive(subscription: ScriptedSubscription(onCancel: { [subscriber] in subscriber.cancel() }))
  }
}
