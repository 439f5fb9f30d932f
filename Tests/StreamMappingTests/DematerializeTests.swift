import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("dematerialize")
struct DematerializeTests {
  private typealias Recorded = StreamSignal<Int, TestError>

  // Case XA-069.
  @Test("An element that is a completion ends the stream, and cancels upstream")
  func endsAtCompletion() {
    let signals: [Character: Recorded] = ["A": .input(1), "B": .completion(.finished), "C": .input(2)]
    marbles("-A-B-C", value: { signals[$0] ?? .subscription }) { $0.unfailing().dematerialize() }
      .expect("-1-|", upstream: "---!")
    let failing: [Character: Recorded] = ["A": .input(1), "B": .completion(.failure(TestError()))]
    marbles("-A-B-A", value: { failing[$0] ?? .subscription }) { $0.unfailing().dematerialize() }
      .expect("-1-#", upstream: "---!")
  }

  @Test("What materialize has made of a stream becomes that stream again")
  func wayBack() {
    for end in [Subscribers.Completion<TestError>.finished, .failure(TestError())] {
      let stream = Record(output: [1, 2], completion: end)
      let again = stream.materialize(includingSubscription: true).dematerialize().record()
      expectEqual(again.values, [1, 2])
      expectEqual(again.completions, [end])
    }
  }

  @Test("A subscription among the signals is left out, and one more is asked for")
  func leavesOutSubscription() {
    let upstream = ScriptedPublisher<Recorded, Never>()
    let recorder = upstream.dematerialize().record(demand: .max(1))
    expectEqual(upstream.send(.subscription), .max(1))
    expectEqual(upstream.send(.input(1)), .none)
    expectEqual(recorder.values, [1])
    expectEqual(upstream.requests, [.demand(.max(1))])
  }

  @Test("Upstream's own end is the end, though no signal said so")
  func upstreamEnds() {
    let upstream = ScriptedPublisher<Recorded, Never>()
    let recorder = upstream.dematerialize().record()
    upstream.send(completion: .finished)
    expect(recorder.isFinished)
    let failing = ScriptedPublisher<Recorded, TestError>()
    let second = failing.dematerialize().record()
    failing.send(.input(1))
    failing.send(completion: .failure(TestError("own")))
    expectEqual(second.values, [1])
    expectEqual(second.failure, TestError("own"))
  }

  @Test("Nothing follows the completion, not even what upstream sends all the same")
  func nothingFollows() {
    let upstream = ScriptedPublisher<Recorded, TestError>(letsGo: false)
    let recorder = upstream.dematerialize().record()
    upstream.send(.completion(.finished))
    upstream.send(.input(1))
    upstream.send(.completion(.failure(TestError())))
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.events.count, 2)
    expect(recorder.isFinished)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A client's own type can stand for signals")
  func clientsType() {
    let events = [Event("v1"), Event("v2"), Event("end"), Event("v3")].publisher.dematerialize().record()
    expectEqual(events.values, ["v1", "v2"])
    expect(events.isFinished)
  }

  private struct Event: SignalConvertible, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    init(_ signal: StreamSignal<String, Never>) {
      switch signal {
      case .subscription: text = "begin"
      case .input(let value): text = value
      case .completion: text = "end"
      }
    }

    var signal: StreamSignal<String, Never> { text == "end" ? .completion(.finished) : .input(text) }
  }

  @Test("Each form names its publisher, and releases what it holds")
  func types() {
    let plain = Just(Recorded.input(1)).dematerialize()
    expect(type(of: plain) == Publishers.Dematerialize<Just<Recorded>>.self)
    let failing = Result<Recorded, TestError>.Publisher(.input(1)).dematerialize()
    #expect(type(of: failing) == Publishers.DematerializeFailing<Result<Recorded, TestError>.Publisher>.self)
    expectEqual(leaks { source, _ in source.map { Recorded.input($0) }.dematerialize() }, [])
    expectEqual(leaks { source, _ in source.materialize().dematerialize() }, [])
  }
}
