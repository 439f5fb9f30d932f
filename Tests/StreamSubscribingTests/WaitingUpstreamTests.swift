import StreamSubscribing
import TestSupport
import Testing

/// A client's publisher that keeps its subscriber, and sends no subscription (rule 7).
@Suite("Sinks whose subscription never comes")
struct WaitingUpstreamTests {
  final class Model: Sendable {
    let counted: Counted
    nonisolated(unsafe) var value = 0

    init(_ alive: Box<Int>) {
      counted = Counted(alive)
    }

    func show(_ value: Int) {}
  }

  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let attach: @Sendable (AnyPublisher<Int, Never>, Model) -> any Cancellable
  }

  static let kinds = [
    Kind(testDescription: "sink(fixedDemand:)") { upstream, model in
      upstream.sink(fixedDemand: 1, receiveCompletion: { _ in }, receiveValue: { model.show($0) })
    },
    Kind(testDescription: "a FixedSink behind a stage with state") { upstream, model in
      let sink = Subscribers.FixedSink<Int, Never>(demand: 1, receiveCompletion: { _ in }, receiveValue: { _ in })
      PassedThrough(upstream: upstream, held: model.counted).subscribe(sink)
      return sink
    },
    Kind(testDescription: "a GraduatedSink behind a stage with state") { upstream, model in
      let sink = Subscribers.GraduatedSink<Int, Never>(
        maxDemand: .max(1), receiveCompletion: { _ in }, receiveValue: { _ in })
      PassedThrough(upstream: upstream, held: model.counted).subscribe(sink)
      return sink
    },
    Kind(testDescription: "an Assign behind a stage with state") { upstream, model in
      PassedThrough(upstream: upstream, held: model.counted).assign(to: \.value, on: Model(Box(0)))
    },
    Kind(testDescription: "assign(to:onWeak:) behind a stage with state") { upstream, model in
      PassedThrough(upstream: upstream, held: model.counted).assign(to: \.value, onWeak: Model(Box(0)))
    },
    Kind(testDescription: "result") { upstream, model in upstream.result { _ in model.show(0) } },
    Kind(testDescription: "invoke") { upstream, model in upstream.invoke(Model.show, on: model) },
  ]

  @Test("A cancel releases everything retained, and the subscription that comes late is cancelled", arguments: kinds)
  func releases(kind: Kind) {
    let upstream = KeepingPublisher<Int, Never>(sendsSubscription: false)
    let alive = Box(0)
    let cancellable = kind.attach(upstream.eraseToAnyPublisher(), Model(alive))
    expectEqual(alive.value, 1)
    cancellable.cancel()
    expectEqual(alive.value, 0)
    let cancels = Box(0)
    upstream.send(subscription: ScriptedSubscription(onCancel: { cancels.increment() }))
    expectEqual(cancels.value, 1)
  }
}
