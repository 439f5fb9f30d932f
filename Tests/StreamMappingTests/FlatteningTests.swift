import StreamCore
import StreamMapping
import TestSupport
import Testing

/// An operator that republishes publishers which a closure makes of elements, with the name of its type.
enum FlatteningOperator: String, CaseIterable {
  case flatMap = "FlatMap"
  case concatMap = "ConcatMap"
  case orderedFlatMap = "OrderedFlatMap"
  case flatMapFirst = "FlatMapFirst"
  case flatMapLatest = "FlatMapLatest"
  case flatMapRace = "FlatMapRace"

  func callAsFunction<Upstream: Publisher, Child: Publisher<Int, Upstream.Failure>>(
    _ upstream: Upstream, _ transform: @escaping @Sendable (Upstream.Output) -> Child
  ) -> AnyPublisher<Int, Upstream.Failure> {
    switch self {
    case .flatMap: AnyPublisher(upstream.flatMap(transform))
    case .concatMap: AnyPublisher(upstream.concatMap(transform))
    case .orderedFlatMap: AnyPublisher(upstream.orderedFlatMap(maxPublishers: 2, transform))
    case .flatMapFirst: AnyPublisher(upstream.flatMapFirst(transform))
    case .flatMapLatest: AnyPublisher(upstream.flatMapLatest(transform))
    case .flatMapRace: AnyPublisher(upstream.flatMapRace(transform))
    }
  }
}

@Suite("What operators have in common that make publishers of elements")
struct FlatteningTests {
  private typealias Source = ScriptedPublisher<Int, TestError>
  private typealias Value = Result<Int, TestError>.Publisher

  @Test("A failure of upstream cancels the publisher that runs", arguments: FlatteningOperator.allCases)
  func upstreamFails(flatten: FlatteningOperator) {
    let (upstream, child) = (Source(), Source(letsGo: false))
    let recorder = flatten(upstream) { _ in child }.record()
    upstream.send(0)
    upstream.send(completion: .failure(TestError("upstream")))
    child.send(1)
    child.send(completion: .finished)
    expectEqual(recorder.events, [.subscription(flatten.rawValue), .failure(TestError("upstream"))])
    expectEqual(child.cancelCount, 1)
  }

  @Test("A cancel cancels both, once, and no closure runs after it", arguments: FlatteningOperator.allCases)
  func cancel(flatten: FlatteningOperator) {
    let (upstream, child) = (Source(letsGo: false), Source(letsGo: false))
    let calls = Box(0)
    let recorder = flatten(upstream) { _ in
      calls.increment()
      return child
    }.record()
    upstream.send(0)
    // This one waits for its turn.
    if flatten == .concatMap { upstream.send(1) }
    for _ in 0..<2 { recorder.cancel() }
    upstream.send(1)
    child.send(1)
    child.send(completion: .finished)
    upstream.send(2)
    expectEqual([upstream.cancelCount, child.cancelCount], [1, 1])
    expectEqual(calls.value, 1)
    expectEqual(recorder.events, [.subscription(flatten.rawValue)])
  }

  @Test("Releases downstream and the closure, however the stream ends", arguments: FlatteningOperator.allCases)
  func release(flatten: FlatteningOperator) {
    expectEqual(leaks { source, token in flatten(source) { Value(token.pass($0)) } }, [])
    expectEqual(leaks { source, _ in flatten(Value(1)) { _ in source } }, [])
  }

  // The first value of a race ends its upstream.
  @Test(
    "Ignores signals of both that break the contract",
    arguments: FlatteningOperator.allCases.filter { $0 != .flatMapRace })
  func misbehaviourIsIgnored(flatten: FlatteningOperator) {
    for end in [Subscribers.Completion<TestError>.finished, .failure(TestError())] {
      expectEqual(misbehaviour(ending: end) { flatten($0) { Value($0) } }, .ignored)
      expectEqual(misbehaviour(ending: end) { source in flatten(Value(1)) { _ in source } }, .ignored)
    }
  }

  @Test("Its subscription describes itself as the operator's type", arguments: FlatteningOperator.allCases)
  func description(flatten: FlatteningOperator) {
    let expected = NamesReport(subscriber: flatten.rawValue, subscription: flatten.rawValue)
    expectEqual(names { flatten($0) { Value($0) } }, expected)
  }
}
