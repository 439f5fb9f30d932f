import StreamCore
import StreamParts
import StreamTesting
import TestSupport
import Testing

/// A client's operator that hands its subscriber to upstream, and says that it releases it.
private struct HandsOn<Upstream: Publisher>: Publisher, ReleasingPublisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(subscriber)
  }
}

/// A client's publisher that tells who subscribes.
private struct Tells: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let tell: @Sendable (Any) -> Void

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    tell(subscriber)
    subscriber.receive(subscription: Subscriptions.empty)
  }
}

/// The same, which says that it releases its subscriber.
private struct TellsAndReleases: Publisher, ReleasingPublisher {
  typealias Output = Int
  typealias Failure = Never

  let told: Tells

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    told.receive(subscriber: subscriber)
  }
}

@Suite("Publishers of a client's that say that they release their subscribers")
struct ReleasingPublisherTests {
  private typealias Stage = PassThroughInner<RecordingSubscriber<Int, Never>>

  @Test("Such a publisher gets the stage itself, any other a guard", .looksAtTypes)
  func noGuard() {
    let seen = Box<[Any]>([])
    let tells = Tells { subscriber in seen.update { $0.append(subscriber) } }
    TellsAndReleases(told: tells).subscribe(Stage(downstream: RecordingSubscriber()))
    tells.subscribe(Stage(downstream: RecordingSubscriber()))
    expectEqual(seen.value.map { $0 is Stage }, [true, false])
    #expect(seen.value[1] is SubscriberGuard<Int, Never>)
  }

  @Test("Erased, it gets the stage itself too", .looksAtTypes)
  func erased() {
    let seen = Box<[Any]>([])
    let publisher: any Publisher<Int, Never> = TellsAndReleases(
      told: Tells { subscriber in seen.update { $0.append(subscriber) } })
    publisher.subscribe(Stage(downstream: RecordingSubscriber()))
    expect(seen.value.first is Stage)
  }

  @Test("An operator that hands its subscriber on keeps the contract, also over an upstream that keeps everything")
  func promiseHeld() {
    // Without a stage of its own it passes on what its upstream says after the end.
    verifyContract(traits: .stateless) { HandsOn(upstream: $0) }
    verifyContract { HandsOn(upstream: Just(1)) }
  }

  @Test("A stage under such an operator is released by the guard further up", arguments: [true, false])
  func guardedAbove(sendsSubscription: Bool) {
    let upstream = KeepingPublisher<Int, TestError>(sendsSubscription: sendsSubscription)
    let alive = Box(0)
    let cancellable = HandsOn(upstream: upstream).sink(
      receiveCompletion: { [counted = Counted(alive)] _ in _ = counted }, receiveValue: { _ in })
    expectEqual(alive.value, 1)
    cancellable.cancel()
    expectEqual(alive.value, 0)
  }
}
