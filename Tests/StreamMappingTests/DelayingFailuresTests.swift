import StreamCore
import StreamMapping
import StreamTesting
import TestSupport
import Testing

/// An operator that fails only when all publishers have ended, with the name of its type.
enum DelayingOperator: String, CaseIterable {
  case flatMap = "FlatMapDelayingFailures"
  case concatMap = "ConcatMapDelayingFailures"

  func callAsFunction<Upstream: Publisher, Child: Publisher<Int, Upstream.Failure>>(
    _ upstream: Upstream, _ transform: @escaping @Sendable (Upstream.Output) -> Child
  ) -> AnyPublisher<Int, MergedFailures<Upstream.Failure>> {
    switch self {
    case .flatMap: AnyPublisher(upstream.flatMapDelayingFailures(transform))
    case .concatMap: AnyPublisher(upstream.concatMapDelayingFailures(transform))
    }
  }
}

@Suite("flatMapDelayingFailures and concatMapDelayingFailures")
struct DelayingFailuresTests {
  private typealias Source = ScriptedPublisher<Int, TestError>
  private typealias Value = Result<Int, TestError>.Publisher

  private let first = TestError("first")
  private let second = TestError("second")
  private let third = TestError("third")

  private func sources(_ count: Int, letsGo: Bool = true) -> [Source] {
    (0..<count).map { _ in Source(letsGo: letsGo) }
  }

  // MARK: Values and the end

  @Test("Without a failure they deliver what flatMap and concatMap deliver, and finish")
  func none() {
    let children: [Character: Marbles] = ["a": "-1-2|", "b": "-3--4|"]
    childMarbles("-ab---|", children) { $0.flatMapDelayingFailures($1) }.expect("--132-4|")
    childMarbles("-ab---|", children) { $0.concatMapDelayingFailures($1) }.expect("--1-2-3--4|")
    childMarbles("--|", [:]) { $0.flatMapDelayingFailures($1) }.expect("--|")
    childMarbles("--|", [:]) { $0.concatMapDelayingFailures($1) }.expect("--|")
  }

  // Case XA-399.
  @Test("After a failure of a publisher the others go on, upstream too, and the stream fails when all have ended")
  func publisherFails() {
    let children: [Character: Marbles] = ["a": "-1#", "b": "-2-3|"]
    childMarbles("-ab---a|", children) { $0.flatMapDelayingFailures($1) }.expect("--12-3-1#")
    childMarbles("-ab---a|", children) { $0.concatMapDelayingFailures($1) }.expect("--1-2-3-1#")
  }

  // Case XA-400.
  @Test("After a failure of upstream the publishers go on, those of elements that wait, too")
  func upstreamFails() {
    let children: [Character: Marbles] = ["a": "-1-2|", "b": "-3-4|"]
    childMarbles("-ab#", children) { $0.flatMapDelayingFailures($1) }.expect("--1324#")
    childMarbles("-ab#", children) { $0.concatMapDelayingFailures($1) }.expect("--1-2-3-4#")
    childMarbles("--#", [:]) { $0.flatMapDelayingFailures($1) }.expect("--#")
    childMarbles("--#", [:]) { $0.concatMapDelayingFailures($1) }.expect("--#")
  }

  // Case XA-401.
  @Test("The failure has all failures, in the order in which they arrived", arguments: DelayingOperator.allCases)
  func several(flatten: DelayingOperator) {
    let (upstream, children) = (Source(letsGo: false), sources(2, letsGo: false))
    let recorder = flatten(upstream) { children[$0] }.record()
    for number in 0...1 { upstream.send(number) }
    children[0].send(completion: .failure(first))
    upstream.send(completion: .failure(second))
    expect(recorder.completions.isEmpty)
    children[1].send(1)
    children[1].send(completion: .failure(third))
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, MergedFailures(first, others: [second, third]))
    expectEqual(recorder.completions.count, 1)
    expectEqual((children + [upstream]).map(\.cancelCount), [0, 0, 0])
  }

  @Test("The failure types may differ if one of them is Never, and the same one is preferred")
  func failureTypes() {
    let failing = Fail<Int, TestError>(error: first)
    #expect(
      type(of: Just(1).flatMapDelayingFailures { Just($0) })
        == Publishers.FlatMapDelayingFailures<Just<Int>, Just<Int>>.self)
    #expect(
      type(of: Just(1).concatMapDelayingFailures { Just($0) })
        == Publishers.ConcatMapDelayingFailures<Just<Int>, Just<Int>>.self)
    expectEqual(Just(1).flatMapDelayingFailures { _ in failing }.record().failure?.failures, [first])
    expectEqual(Just(1).concatMapDelayingFailures { _ in failing }.record().failure?.failures, [first])
    for recorder in [
      Value(1).flatMapDelayingFailures { Just($0 + 1) }.record(),
      Value(1).concatMapDelayingFailures { Just($0 + 1) }.record(),
    ] {
      expectEqual(recorder.values, [2])
      expect(recorder.isFinished)
    }
  }

  @Test("Of publishers whose values are at hand, all are delivered in order", arguments: DelayingOperator.allCases)
  func atHand(flatten: DelayingOperator) {
    let values = (0..<3).publisher.setFailureType(to: TestError.self)
    let recorder = flatten(values) { [10 * $0, 10 * $0 + 1].publisher.setFailureType(to: TestError.self) }.record()
    expectEqual(recorder.values, [0, 1, 10, 11, 20, 21])
    expect(recorder.isFinished)
  }

  @Test("Very many publishers that fail at once do not grow the stack", arguments: DelayingOperator.allCases)
  func depth(flatten: DelayingOperator) {
    let numbers = (0..<manyTimes).publisher.setFailureType(to: TestError.self)
    let failure = flatten(numbers) { Fail<Int, TestError>(error: TestError("\($0)")) }.record().failure
    expectEqual(failure?.failures.count, manyTimes)
    expectEqual(failure?.failures.last?.name, "\(manyTimes - 1)")
  }

  // MARK: Demand

  @Test("flatMapDelayingFailures asks upstream for one more when a publisher ends, a failing one, too")
  func demandOfUpstream() {
    let (upstream, children) = (Source(), sources(3))
    let recorder = upstream.flatMapDelayingFailures(maxPublishers: .max(2)) { children[$0] }.record()
    expectEqual(upstream.requests, [.demand(.max(2))])
    for number in 0...1 { upstream.send(number) }
    children[0].send(completion: .failure(first))
    expectEqual(upstream.demand, .max(3))
    children[1].send(completion: .finished)
    expectEqual(upstream.demand, .max(4))
    let unbounded = Source()
    let all = unbounded.flatMapDelayingFailures { _ in Source() }.record(demand: .none)
    expectEqual(unbounded.requests, [.demand(.unlimited)])
    withExtendedLifetime((recorder, all)) {}
  }

  @Test("concatMapDelayingFailures asks upstream for what may run and wait, and for one more when a publisher ends")
  func room() {
    let (upstream, children) = (Source(), sources(3))
    let recorder = upstream.concatMapDelayingFailures(bufferSize: 2) { children[$0] }.record()
    expectEqual(upstream.requests, [.demand(.max(3))])
    for number in 0...2 { upstream.send(number) }
    for number in 0...2 {
      expectEqual(children.map(\.subscriberCount), (0...2).map { $0 == number ? 1 : 0 })
      children[number].send(completion: number == 1 ? .finished : .failure(first))
      expectEqual(upstream.demand, .max(4 + number))
    }
    withExtendedLifetime(recorder) {}
  }

  @Test("concatMapDelayingFailures lets 32 elements wait, and reports one for which there is no room")
  func bounds() {
    let (failing, unfailing) = (Source(), ScriptedPublisher<Int, Never>())
    expectEqual(failing.concatMapDelayingFailures { _ in failing }.bufferSize, 32)
    expectEqual(unfailing.concatMapDelayingFailures { _ in failing }.bufferSize, 32)
    expectEqual(failing.concatMapDelayingFailures { _ in unfailing }.bufferSize, 32)
    let drops = DropRecorder()
    let recorder = failing.concatMapDelayingFailures(bufferSize: 0, { _ in Source() }, line: 2101).record()
    for number in 0...1 { failing.send(number) }
    expectEqual(drops.reports.filter { $0.site?.line == 2101 }.map(\.reason), [.beyondDemand])
    withExtendedLifetime(recorder) {}
  }

  @Test("Values that wait for demand are delivered before the failure", arguments: DelayingOperator.allCases)
  func waitsForDemand(flatten: DelayingOperator) {
    let upstream = Source()
    let recorder = flatten(upstream) { [$0, $0 + 1].publisher.setFailureType(to: TestError.self) }.record(demand: .none)
    upstream.send(1)
    upstream.send(completion: .failure(first))
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure?.failures, [first])
    expect(flatten(Value(1)) { _ in Value(second) }.record(demand: .none).failure == MergedFailures(second))
  }

  // MARK: Cancelling, and failures that downstream does not receive

  @Test("A cancel cancels what runs, once, and no closure runs after it", arguments: DelayingOperator.allCases)
  func cancel(flatten: DelayingOperator) {
    let (upstream, children) = (Source(letsGo: false), sources(2, letsGo: false))
    let calls = Box(0)
    let recorder = flatten(upstream) { number in
      calls.increment()
      return children[number]
    }.record()
    for number in 0...1 { upstream.send(number) }
    children[0].send(completion: .failure(first))
    for _ in 0..<2 { recorder.cancel() }
    upstream.send(0)
    children[1].send(1)
    children[1].send(completion: .finished)
    expectEqual((children + [upstream]).map(\.cancelCount), [0, 1, 1])
    expectEqual(calls.value, 2)
    expectEqual(recorder.events, [.subscription(flatten.rawValue)])
  }

  @Test("Nothing follows a cancel inside the closure", arguments: DelayingOperator.allCases)
  func cancelInClosure(flatten: DelayingOperator) {
    let faults = faultsOfCancelInClosure { source, child, closure in
      flatten(source) { _ in
        closure()
        return child
      }
    }
    expectEqual(faults, [])
  }

  // Case XA-402.
  @Test("Failures that wait when downstream cancels are reported, once", arguments: DelayingOperator.allCases)
  func reportsAtCancel(flatten: DelayingOperator) {
    let hook = FailureRecorder(of: nil)
    let failures = ["publisher", "upstream"].map { TestError("\(flatten), \($0)") }
    let (upstream, children) = (Source(), sources(2))
    let recorder = flatten(upstream) { children[$0] }.record()
    for number in 0...1 { upstream.send(number) }
    children[0].send(completion: .failure(failures[0]))
    upstream.send(completion: .failure(failures[1]))
    for _ in 0..<2 { recorder.cancel() }
    let told = hook.errors(of: MergedFailures<TestError>.self).map(\.failures).filter { $0.contains(failures[0]) }
    expectEqual(told, [failures])
    expect(recorder.completions.isEmpty)
  }

  @Test("A failure that comes after the cancel is reported", arguments: DelayingOperator.allCases)
  func reportsLateFailure(flatten: DelayingOperator) {
    let hook = FailureRecorder(of: nil)
    let late = TestError("\(flatten), late")
    flatten(Value(1)) { _ in FailsInCancel(late) }.record().cancel()
    let told = hook.errors(of: MergedFailures<TestError>.self).map(\.failures).filter { $0.contains(late) }
    expectEqual(told, [[late]])
  }

  // MARK: Re-entrancy, release, misbehaviour, descriptions

  @Test(
    "What is sent from inside a delivery comes after it, failures too (rule 3)", arguments: DelayingOperator.allCases)
  func reentrant(flatten: DelayingOperator) {
    let (upstream, child) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
    let (first, second) = (first, second)
    let recorder = flatten(upstream) { $0 == 0 ? AnyPublisher(child) : AnyPublisher(Value(second)) }.record { value in
      if value == 1 {
        child.send(2)
        upstream.send(1)
        upstream.send(completion: .failure(first))
        child.send(completion: .finished)
      }
      return .none
    }
    upstream.send(0)
    child.send(1)
    expectEqual(recorder.values, [1, 2])
    // The closure of concatMap runs when the publisher before has ended.
    expectEqual(recorder.failure?.failures, flatten == .flatMap ? [second, first] : [first, second])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Releases downstream and the closure, however the stream ends", arguments: DelayingOperator.allCases)
  func release(flatten: DelayingOperator) {
    expectEqual(leaks { source, token in flatten(source) { Value(token.pass($0)) } }, [])
    expectEqual(leaks { source, _ in flatten(Value(1)) { _ in source } }, [])
  }

  @Test("Ignores signals of both that break the contract", arguments: DelayingOperator.allCases)
  func misbehaviourIsIgnored(flatten: DelayingOperator) {
    for end in [Subscribers.Completion<TestError>.finished, .failure(TestError())] {
      expectEqual(misbehaviour(ending: end) { flatten($0) { Value($0) } }, .ignored)
      expectEqual(misbehaviour(ending: end) { source in flatten(Value(1)) { _ in source } }, .ignored)
    }
  }

  @Test("A second failure of a publisher does not count", arguments: DelayingOperator.allCases)
  func secondFailure(flatten: DelayingOperator) {
    let (upstream, child) = (Source(), Source(letsGo: false))
    let recorder = flatten(upstream) { _ in UnguardedPublisher(child) }.record()
    upstream.send(0)
    child.send(completion: .failure(first))
    child.send(completion: .failure(second))
    expect(recorder.completions.isEmpty)
    upstream.send(completion: .finished)
    expectEqual(recorder.failure?.failures, [first])
  }

  @Test("Its subscription describes itself as the operator's type", arguments: DelayingOperator.allCases)
  func description(flatten: DelayingOperator) {
    let expected = NamesReport(subscriber: flatten.rawValue, subscription: flatten.rawValue)
    expectEqual(names { flatten($0) { Value($0) } }, expected)
  }

  // MARK: Threads

  @Test("Of publishers that fail on four threads, all values and all failures arrive, once")
  func threads() {
    let subjects = (0..<4).map { _ in PassthroughSubject<Int, TestError>() }
    let recorder = (0..<4).publisher.flatMapDelayingFailures { subjects[$0] }.record()
    concurrently(4) { thread in
      for number in 0..<5_000 { subjects[thread].send(thread * 5_000 + number) }
      subjects[thread].send(completion: .failure(TestError("\(thread)")))
    }
    expectEqual(recorder.values.sorted(), Array(0..<20_000))
    expectEqual(recorder.failure?.failures.map(\.name).sorted(), ["0", "1", "2", "3"])
    expectEqual(recorder.overlaps, 0)
  }
}
