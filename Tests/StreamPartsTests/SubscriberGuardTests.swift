import StreamCore
import StreamParts
import TestSupport
import Testing

/// A stage of a client's, which passes everything on and is never released.
private struct Immortal<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  let kept: Box<[Any]>

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    kept.update { $0.append(subscriber) }
    upstream.subscribe(subscriber)
  }
}

@Suite("Subscribers of a client's publisher that keeps them")
struct SubscriberGuardTests {
  enum Ending: CaseIterable {
    case finish, failure, cancel
  }

  typealias Upstream = KeepingPublisher<Int, TestError>

  // MARK: Release

  @Test("A sink releases its closures at the completion and at a cancel", arguments: Ending.allCases)
  func sinkReleases(ending: Ending) {
    let upstream = Upstream()
    weak var token: Token?
    var cancellable: AnyCancellable?
    do {
      let newToken = Token()
      token = newToken
      cancellable = upstream.sink(
        receiveCompletion: { _ in newToken.pass(()) }, receiveValue: { _ in newToken.pass(()) })
    }
    upstream.send(1)
    expect(token != nil)
    end(upstream, ending) { cancellable?.cancel() }
    expect(token == nil)
    withExtendedLifetime(cancellable) {}
  }

  @Test("A sink and the stateless stages before it are released together", arguments: Ending.allCases)
  func mapAndSinkRelease(ending: Ending) {
    for isErased in [false, true] {
      let upstream = Upstream()
      weak var token: Token?
      var cancellable: AnyCancellable?
      do {
        let newToken = Token()
        token = newToken
        let mapped = Publishers.Map(upstream: upstream) { newToken.pass($0) }
        cancellable =
          isErased
          ? mapped.eraseToAnyPublisher().sink(receiveCompletion: { _ in }, receiveValue: { _ in newToken.pass(()) })
          : mapped.sink(receiveCompletion: { _ in }, receiveValue: { _ in newToken.pass(()) })
      }
      upstream.send(1)
      end(upstream, ending) { cancellable?.cancel() }
      expect(token == nil)
      withExtendedLifetime(cancellable) {}
    }
  }

  @Test(
    "A client's stage between a subject and a sink may keep its subscriber", arguments: Ending.allCases)
  func clientStage(ending: Ending) {
    let source = PassthroughSubject<Int, TestError>()
    let kept = Box<[Any]>([])
    weak var token: Token?
    var cancellable: AnyCancellable?
    let values = Box<[Int]>([])
    do {
      let newToken = Token()
      token = newToken
      cancellable = Immortal(upstream: source, kept: kept).sink(
        receiveCompletion: { _ in newToken.pass(()) },
        receiveValue: { value in values.update { $0.append(newToken.pass(value)) } })
    }
    source.send(1)
    switch ending {
    case .finish: source.send(completion: .finished)
    case .failure: source.send(completion: .failure(TestError()))
    case .cancel: cancellable?.cancel()
    }
    source.send(2)
    expectEqual(values.value, [1])
    expect(token == nil)
    expectEqual(kept.value.count, 1)
  }

  @Test("assign(to:on:) releases its object at a cancel")
  func assignReleases() {
    final class Model { var value = 0 }
    let upstream = KeepingPublisher<Int, Never>()
    weak var model: Model?
    var cancellable: AnyCancellable?
    do {
      let newModel = Model()
      model = newModel
      cancellable = upstream.assign(to: \.value, on: newModel)
    }
    upstream.send(1)
    expectEqual(model?.value, 1)
    cancellable?.cancel()
    expect(model == nil)
  }

  @Test("A closure that cancels its own stream is released once it has returned")
  func cancelInsideValue() {
    let upstream = Upstream()
    weak var token: Token?
    let cancellable = Box<AnyCancellable?>(nil)
    do {
      let newToken = Token()
      token = newToken
      cancellable.value = upstream.sink(
        receiveCompletion: { _ in },
        receiveValue: { _ in
          cancellable.value?.cancel()
          newToken.pass(())
        })
    }
    upstream.send(1)
    expect(token == nil)
  }

  @Test("A cancel on another thread releases the closures, but not while one of them runs")
  func cancelElsewhere() {
    for _ in 0..<200 {
      let upstream = Upstream()
      let alive = Box(0)
      let missing = Box(0)
      let cancellable: AnyCancellable = {
        let counted = Counted(alive)
        return upstream.sink(
          receiveCompletion: { _ in },
          receiveValue: { _ in
            withExtendedLifetime(counted) { if alive.value == 0 { missing.increment() } }
          })
      }()
      concurrently(2) { thread in
        if thread == 0 { for value in 0..<20 { upstream.send(value) } } else { cancellable.cancel() }
      }
      expectEqual(alive.value, 0)
      expectEqual(missing.value, 0)
    }
  }

  @Test("A subscriber that the publisher releases without a completion is not kept by its own subscription")
  func noCycle() {
    weak var recorder: RecordingSubscriber<Int, TestError>?
    do {
      let upstream = Upstream()
      let newRecorder = RecordingSubscriber<Int, TestError>()
      recorder = newRecorder
      upstream.subscribe(PassThroughInner(downstream: newRecorder))
      upstream.send(1)
      expectEqual(newRecorder.values, [1])
      newRecorder.forget()
    }
    expect(recorder == nil)
  }

  // MARK: Before the subscription

  @Test("A cancel before the subscription releases the closures, and the subscription that comes late is cancelled")
  func cancelBeforeSubscription() {
    let upstream = Upstream(sendsSubscription: false)
    let alive = Box(0)
    let cancellables: [AnyCancellable] = [
      upstream.sink(receiveCompletion: { [counted = Counted(alive)] _ in _ = counted }, receiveValue: { _ in }),
      PassedThrough(upstream: upstream, held: Counted(alive)).sink(receiveCompletion: { _ in }, receiveValue: { _ in }),
    ]
    let sink = Subscribers.Sink<Int, TestError>(receiveCompletion: { _ in }, receiveValue: { _ in })
    PassedThrough(upstream: upstream, held: Counted(alive)).subscribe(AnySubscriber(sink))
    expectEqual(alive.value, 3)
    for cancellable in cancellables { cancellable.cancel() }
    sink.cancel()
    expectEqual(alive.value, 0)
    let cancels = Box(0)
    upstream.send(subscription: ScriptedSubscription(onCancel: { cancels.increment() }))
    expectEqual(cancels.value, 3)
  }

  @Test("A cancel that crosses the subscription is not lost, and releases the closures")
  func cancelCrossesSubscription() {
    for _ in 0..<200 {
      let upstream = Upstream(sendsSubscription: false)
      let alive = Box(0)
      let cancels = Box(0)
      let cancellable = PassedThrough(upstream: upstream, held: Counted(alive))
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      concurrently(2) { thread in
        if thread == 0 {
          upstream.send(subscription: ScriptedSubscription(onCancel: { cancels.increment() }))
        } else {
          cancellable.cancel()
        }
      }
      expectEqual(alive.value, 0)
      expectEqual(cancels.value, 1)
    }
  }

  @Test("When a publisher is released with its subscribers, the end of the pipeline is released too")
  func forgetsWhatIsGone() {
    let end = SharedSinkUpstream()
    for index in 0..<4 {
      let upstream = Upstream(sendsSubscription: false)
      upstream.subscribe(
        PassThroughInner(
          downstream: SinkSubscriber<Int, TestError>(upstream: end, receiveCompletion: { _ in }, receiveValue: { _ in })
        ))
      expectEqual(waiting(at: end), 1)
      if index == 0 { upstream.send(subscription: Subscriptions.empty) }
      if index == 0 { expectEqual(waiting(at: end), 0) }
    }
    expectEqual(waiting(at: end), 0)
  }

  private func waiting(at end: SharedSinkUpstream) -> Int {
    var count = 0
    end.withState { count = $0.waiting?.count ?? 0 }
    return count
  }

  // MARK: Signals

  @Test("Signals out of order reach a stage as they would without a guard")
  func outOfOrder() {
    let upstream = Upstream(sendsSubscription: false)
    let recorder = RecordingSubscriber<Int, TestError>()
    upstream.subscribe(PassThroughInner(downstream: recorder))
    upstream.send(1)
    upstream.send(completion: .finished)
    expect(recorder.events.isEmpty)
    let cancels = Box(0)
    upstream.send(subscription: Subscriptions.empty)
    upstream.send(subscription: ScriptedSubscription(onCancel: { cancels.increment() }))
    expectEqual(cancels.value, 1, "The second one is cancelled, and ends nothing.")
    upstream.send(2)
    upstream.send(completion: .finished)
    upstream.send(3)
    upstream.send(completion: .finished)
    expectEqual(recorder.events, [.subscription("PassThroughInner"), .value(2), .finished])
    upstream.send(subscription: ScriptedSubscription(onCancel: { cancels.increment() }))
    expectEqual(cancels.value, 2)
  }

  @Test("Demand and cancel reach the publisher, and the guard has the description of its stage")
  func passesOn() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(1)) { _ in .max(2) }
    upstream.subscribe(PassThroughInner(downstream: recorder))
    expectEqual(upstream.subscriberDescriptions, ["PassThroughInner"])
    expectEqual(upstream.send(1), .max(2))
    recorder.cancel()
    expectEqual(upstream.requests, [.demand(.max(1)), .cancel])
    expectEqual(upstream.send(2), .none)
    expectEqual(recorder.values, [1])
  }

  @Test(
    "A client's publisher gets a client's own subscriber unwrapped, and a guard with the identity of the stage",
    .looksAtTypes)
  func identity() {
    let kept = Box<[Any]>([])
    let publisher = Immortal(upstream: Just(1), kept: kept)
    publisher.subscribe(RecordingSubscriber<Int, Never>())
    #expect(kept.value.first is RecordingSubscriber<Int, Never>)
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    publisher.subscribe(sink)
    #expect(kept.value.last is Subscribers.Sink<Int, Never>)
    let stage = PassThroughInner(downstream: RecordingSubscriber<Int, Never>())
    publisher.subscribe(stage)
    expectEqual((kept.value.last as? any Subscriber)?.combineIdentifier, stage.combineIdentifier)
  }

  private func end(_ upstream: Upstream, _ ending: Ending, cancel: () -> Void) {
    switch ending {
    case .finish: upstream.send(completion: .finished)
    case .failure: upstream.send(completion: .failure(TestError()))
    case .cancel: cancel()
    }
  }
}
