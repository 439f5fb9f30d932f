import StreamConcurrency
import StreamCore
import StreamSchedulers
import TestSupport
import Testing

private enum Request {
  @TaskLocal static var id = "none"
}

/// Records each element with the task-local value under which it comes.
private func recordContexts<P: Publisher>(
  of publisher: P, demand: Subscribers.Demand = .unlimited
) -> (recorder: RecordingSubscriber<P.Output, P.Failure>, contexts: Box<[String]>) {
  let contexts = Box<[String]>([])
  let recorder = RecordingSubscriber<P.Output, P.Failure>(demand: demand) { _ in
    contexts.update { $0.append(Request.id) }
    return .none
  }
  recorder.onCompletion = { _ in contexts.update { $0.append("end: \(Request.id)") } }
  publisher.subscribe(recorder)
  return (recorder, contexts)
}

@Suite("carrying(_:through:)")
struct CarryingTests {
  private typealias Source = PassthroughSubject<Int, TestError>

  @Test("What waits in the chain is delivered under the context in which it was sent, and so is the end")
  func waits() {
    for completion in [Subscribers.Completion<TestError>.finished, .failure(TestError())] {
      let source = Source()
      let (recorder, contexts) = recordContexts(
        of: source.carrying(Request.$id) { WaitingPublisher(upstream: $0) }, demand: .none)
      Request.$id.withValue("a") { source.send(1) }
      Request.$id.withValue("b") { source.send(2) }
      source.send(3)
      Request.$id.withValue("c") { source.send(completion: completion) }
      expectEqual(contexts.value, [])
      Request.$id.withValue("requester") { recorder.request(.unlimited) }
      expectEqual(recorder.values, [1, 2, 3])
      expectEqual(recorder.completions, [completion])
      expectEqual(contexts.value, ["a", "b", "none", "end: c"])
    }
  }

  @Test("After a delivery the context is that of the thread again")
  func restored() {
    let source = Source()
    let (recorder, contexts) = recordContexts(
      of: source.carrying(Request.$id) { WaitingPublisher(upstream: $0) }, demand: .none)
    Request.$id.withValue("a") { source.send(1) }
    Request.$id.withValue("b") {
      recorder.request(.max(1))
      expectEqual(Request.id, "b")
    }
    expectEqual(Request.id, "none")
    expectEqual(contexts.value, ["a"])
  }

  @Test("An element that the chain transforms keeps its context, which its closures do not run under")
  func maps() {
    let source = Source()
    let inside = Box<[String]>([])
    let (recorder, contexts) = recordContexts(
      of: source.carrying(Request.$id) { carried in
        WaitingPublisher(upstream: carried) { element in
          element.map { value in
            inside.update { $0.append(Request.id) }
            return "\(value)"
          }
        }
      }, demand: .none)
    Request.$id.withValue("a") { source.send(1) }
    Request.$id.withValue("requester") { recorder.request(.max(1)) }
    expectEqual(recorder.values, ["1"])
    expectEqual(inside.value, ["requester"])
    expectEqual(contexts.value, ["a"])
  }

  @Test("An end that the chain makes is delivered without a binding")
  func ownEnd() {
    let source = Source()
    let (recorder, contexts) = recordContexts(
      of: source.carrying(Request.$id) { _ in Empty<CarriedElement<Int, String>, TestError>() })
    expect(recorder.isFinished)
    expectEqual(contexts.value, ["end: none"])
  }

  @Test("Several values are carried by one within another, each of which each subscriber has for itself")
  func nested() {
    let source = Source()
    let pipeline = source.carrying(Request.$id) { $0.carrying(Other.$id) { WaitingPublisher(upstream: $0) } }
    let seen = Box<[String]>([])
    let recorders = (0..<2).map { _ in
      pipeline.record(demand: .none) { value in
        seen.update { $0.append("\(value) \(Request.id) \(Other.id)") }
        return .none
      }
    }
    Request.$id.withValue("a") { Other.$id.withValue(7) { source.send(1) } }
    for recorder in recorders { recorder.request(.max(1)) }
    expectEqual(seen.value, ["1 a 7", "1 a 7"])
  }

  private enum Other {
    @TaskLocal static var id = 0
  }

  @Test("A thread that delivers what another has sent has the context of that")
  func threads() {
    let source = Source()
    let (recorder, contexts) = recordContexts(
      of: source.carrying(Request.$id) { WaitingPublisher(upstream: $0) }, demand: .none)
    concurrently(1) { _ in Request.$id.withValue("sender") { source.send(1) } }
    concurrently(1) { _ in recorder.request(.max(1)) }
    expectEqual(contexts.value, ["sender"])
  }

  @Test("Demand and a cancel pass the chain unchanged")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.carrying(Request.$id) { $0 }.record(demand: .max(2)) { $0 == 1 ? .max(3) : .none }
    expectEqual(upstream.send(1), .max(3))
    expectEqual(upstream.send(2), .none)
    recorder.cancel()
    expectEqual(upstream.requests, [.demand(.max(2)), .cancel])
    expectEqual(recorder.values, [1, 2])
  }

  @Test("A failure keeps its type, or gets that of the chain")
  func failure() {
    let source = Source()
    let recorder = source.carrying(Request.$id) { $0 }.record()
    source.send(completion: .failure(TestError("gone")))
    expectEqual(recorder.failure, TestError("gone"))
  }

  @Test("What has ended holds nothing, the contexts included")
  func releases() {
    expectEqual(leaks { source, token in source.carrying(Request.$id) { token.pass($0) } }, [])
    weak var context: Context?
    let source = Source()
    let recorder: RecordingSubscriber<Int, TestError>
    do {
      let new = Context()
      context = new
      recorder = source.carrying(Context.$current) { $0 }.record()
      Context.$current.withValue(new) {
        source.send(1)
        source.send(completion: .finished)
      }
    }
    expect(context == nil)
    expectEqual(recorder.values, [1])
  }

  private final class Context: Sendable {
    @TaskLocal static var current: Context?
  }
}

/// Delivers what its upstream has sent when downstream requests it: an operator that loses the context.
private struct WaitingPublisher<Upstream: Publisher, Output>: Publisher {
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  let transform: @Sendable (Upstream.Output) -> Output

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let stage = Stage(subscriber, transform)
    subscriber.receive(subscription: stage)
    upstream.subscribe(stage)
  }

  // Sendable: the tests call it on one thread at a time.
  final class Stage<Downstream: Subscriber>: Subscriber, Subscription, @unchecked Sendable
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    let downstream: Downstream
    let transform: @Sendable (Upstream.Output) -> Output
    var demand = Subscribers.Demand.none
    var waiting: [Upstream.Output] = []
    var completion: Subscribers.Completion<Upstream.Failure>?

    init(_ downstream: Downstream, _ transform: @escaping @Sendable (Upstream.Output) -> Output) {
      (self.downstream, self.transform) = (downstream, transform)
    }

    func receive(subscription: any Subscription) {
      subscription.request(.unlimited)
    }

    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      waiting.append(input)
      return .none
    }

    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      self.completion = completion
    }

    func request(_ demand: Subscribers.Demand) {
      self.demand += demand
      while self.demand != .none, !waiting.isEmpty {
        self.demand -= 1
        self.demand += downstream.receive(transform(waiting.removeFirst()))
      }
      if waiting.isEmpty, let completion { downstream.receive(completion: completion) }
    }

    func cancel() {}
  }
}

extension WaitingPublisher where Output == Upstream.Output {
  init(upstream: Upstream) {
    self.init(upstream: upstream) { $0 }
  }
}
