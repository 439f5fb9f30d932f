import StreamCore
import StreamTesting
import TestSupport
import Testing

/// They need the trait `CountStreams`. Other tests make streams meanwhile, but none with these descriptions.
@Suite("Living streams", .enabled(if: LivingStreams.isCounting))
struct LivingStreamsTests {
  private struct ValueSubscription: Subscription, CustomStringConvertible {
    let description: String
    let combineIdentifier = CombineIdentifier()

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {}
  }

  /// Sends a subscription to each subscriber.
  private struct Sending: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let subscription: any Subscription

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      subscriber.receive(subscription: subscription)
    }
  }

  @Test("Subscriptions are reported by their descriptions as long as they live")
  func byDescription() {
    let name = "Subscription of byDescription"
    var cancellables = (0..<3).map { _ in
      Sending(subscription: ScriptedSubscription(description: name)).sink { _ in }
    }
    #expect(LivingStreams.report()[name] == 3)
    #expect(LivingStreams.count >= 6)
    cancellables.removeLast()
    #expect(LivingStreams.report()[name] == 2)
    cancellables.removeAll()
    #expect(LivingStreams.report()[name] == nil)
  }

  @Test("A subscription that is a value counts as long as a stage has it")
  func values() {
    let name = "Subscription of values"
    let cancellable = Sending(subscription: ValueSubscription(description: name)).sink { _ in }
    #expect(LivingStreams.report()[name] == 1)
    cancellable.cancel()
    #expect(LivingStreams.report()[name] == nil)
  }

  @Test("A subscription that two subscribers have counts once")
  func once() {
    let name = "Subscription of once"
    let publisher = Sending(subscription: ScriptedSubscription(description: name))
    let cancellables = [publisher.sink { _ in }, publisher.sink { _ in }]
    #expect(LivingStreams.report()[name] == 1)
    withExtendedLifetime(cancellables) {}
  }

  @Test("The subscription that does nothing belongs to no stream")
  func empty() {
    let failures = FailureReporter.failures {
      expectNoLeaks(patience: 0) {
        _ = Sending(subscription: Subscriptions.empty).sink { _ in }
      }
    }
    #expect(failures == [])
  }

  @Test("Threads count and report at the same time as streams begin and end")
  func concurrent() {
    let name = "Subscription of concurrent"
    concurrently(4) { thread in
      for _ in 0..<200 {
        if thread == 0 {
          _ = LivingStreams.report()
        } else {
          let cancellable = Sending(subscription: ScriptedSubscription(description: name)).sink { _ in }
          if LivingStreams.count == 0 { Issue.record("A living stream is not counted.") }
          cancellable.cancel()
        }
      }
    }
    #expect(LivingStreams.report()[name] == nil)
  }
}
