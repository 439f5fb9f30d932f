import StreamCore
import TestSupport
import Testing

/// A stage without state, as an operator family would write it.
private struct Doubled<Upstream: Publisher>: Publisher where Upstream.Output == Int {
  typealias Output = Int
  typealias Failure = Upstream.Failure

  let upstream: Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
    upstream.subscribe(Inner(downstream: subscriber))
  }

  struct Inner<Downstream: Subscriber>: ForwardingInner
  where Downstream.Input == Int, Downstream.Failure == Upstream.Failure {
    typealias Failure = Upstream.Failure

    let downstream: Downstream

    var description: String { "Doubled" }

    func receive(_ input: Int) -> Subscribers.Demand {
      downstream.receive(input * 2)
    }
  }
}

@Suite("ForwardingInner")
struct ForwardingInnerTests {
  @Test("Demand and what receive(_:) returns are passed on")
  func passesDemand() {
    expectEqual(demand { Doubled(upstream: $0) }, .passedOn)
  }

  @Test("Signals are passed on in any order (rule 9)")
  func misbehavingUpstream() {
    expectEqual(misbehaviour { Doubled(upstream: $0) }, .passedOn)
  }

  @Test("Upstream's subscription goes downstream; only upstream sees the stage's own name")
  func handsSubscriptionOn() {
    expectEqual(names { Doubled(upstream: $0) }, NamesReport(subscriber: "Doubled", subscription: "Scripted"))
    let recorder = Doubled(upstream: [1, 2].publisher).record()
    expectEqual(recorder.events, [.subscription("[1, 2]"), .value(2), .value(4), .finished])
  }

  @Test("It has the identity of its downstream, and shows it in the mirror")
  func identity() {
    let recorder = RecordingSubscriber<Int, Never>()
    let inner = Doubled<Just<Int>>.Inner(downstream: recorder)
    expectEqual(inner.combineIdentifier, recorder.combineIdentifier)
    expectEqual(inner.customMirror.children.map(\.label), ["downstream"])
    expectEqual(inner.playgroundDescription as? String, "Doubled")
  }
}
