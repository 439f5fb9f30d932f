import StreamCore
import TestSupport
import Testing

@testable import StreamParts

/// What a subscription is told.
private final class Told: Sendable {
  private let log = Box<[String]>([])

  var events: [String] { log.value }

  func subscription() -> ScriptedSubscription {
    ScriptedSubscription(
      onRequest: { [log] demand in log.update { $0.append("\(demand)") } },
      onCancel: { [log] in log.update { $0.append("cancel") } })
  }
}

@Suite("TriggeredSubscription")
struct TriggeredSubscriptionTests {
  private let subscription = TriggeredSubscription("Triggered")
  private let upstream = Told()
  private let trigger = Told()

  private func attach() {
    subscription.attachTrigger(trigger.subscription())
    subscription.attach(upstream.subscription())
  }

  @Test("Before upstream's subscription, demand is added up, and requested from it when it comes")
  func demandBefore() {
    subscription.request(.max(1))
    subscription.request(.none)
    subscription.request(.max(2))
    expect(!subscription.isActive)
    attach()
    expect(subscription.isActive)
    expectEqual(upstream.events, ["max(3)"])
    subscription.request(.max(4))
    subscription.request(.none)
    expectEqual(upstream.events, ["max(3)", "max(4)"])
    expectEqual(trigger.events, ["max(1)"])
  }

  @Test("A second subscription is cancelled, of upstream and of the trigger")
  func secondSubscriptions() {
    attach()
    let (second, secondTrigger) = (Told(), Told())
    subscription.attach(second.subscription())
    subscription.attachTrigger(secondTrigger.subscription())
    expectEqual(second.events, ["cancel"])
    expectEqual(secondTrigger.events, ["cancel"])
    expect(upstream.events.isEmpty)
  }

  @Test("Subscriptions that come after a cancel are cancelled")
  func cancelBefore() {
    subscription.cancel()
    attach()
    expectEqual(upstream.events, ["cancel"])
    expectEqual(trigger.events, ["cancel"])
    expect(!subscription.isActive)
  }

  @Test("A cancel cancels upstream and the trigger, once, and nothing is requested after it")
  func cancel() {
    attach()
    subscription.cancel()
    subscription.cancel()
    subscription.request(.max(1))
    expectEqual(upstream.events, ["cancel"])
    expectEqual(trigger.events, ["max(1)", "cancel"])
    expect(!subscription.isActive)
    expect(subscription.takeTrigger() == nil)
  }

  @Test("The end of upstream cancels the trigger, and counts once")
  func upstreamEnds() {
    expectEqual(subscription.upstreamEnded(), false)
    attach()
    expectEqual(subscription.upstreamEnded(), true)
    expectEqual(subscription.upstreamEnded(), false)
    expectEqual(subscription.terminate(), false)
    expect(upstream.events.isEmpty)
    expectEqual(trigger.events, ["max(1)", "cancel"])
  }

  @Test(
    "Upstream is cancelled before the stream ends: its values and its end no longer count, and nothing is requested")
  func cancelUpstream() {
    subscription.cancelUpstream()
    attach()
    expect(subscription.isActive)
    subscription.cancelUpstream()
    subscription.cancelUpstream()
    expect(!subscription.isActive)
    subscription.request(.max(1))
    expectEqual(subscription.upstreamEnded(), false)
    expectEqual(upstream.events, ["cancel"])
    expectEqual(trigger.events, ["max(1)"])
    expectEqual(subscription.terminate(), true)
    expectEqual(subscription.terminate(), false)
    expectEqual(upstream.events, ["cancel"])
    expectEqual(trigger.events, ["max(1)", "cancel"])
  }

  @Test("The trigger's subscription is taken once, and not cancelled after that")
  func takesTrigger() {
    attach()
    expect(subscription.takeTrigger() != nil)
    expect(subscription.takeTrigger() == nil)
    expect(subscription.isActive)
    expectEqual(subscription.terminate(), true)
    expectEqual(upstream.events, ["cancel"])
    expectEqual(trigger.events, ["max(1)"])
  }

  @Test("A trigger that fires during no delivery is told so, and no value may go downstream after it")
  func firesIdle() {
    expectEqual(subscription.beginDelivery(), true)
    expectEqual(subscription.endDelivery(), false)
    expect(!subscription.hasFired)
    expectEqual(subscription.fire(), true)
    expect(subscription.hasFired)
    expectEqual(subscription.beginDelivery(), false)
    expectEqual(subscription.endDelivery(), true)
  }

  @Test("When the trigger fires during deliveries, the last of them ends the stream")
  func firesDuringDelivery() {
    expectEqual(subscription.beginDelivery(), true)
    expectEqual(subscription.beginDelivery(), true)
    expectEqual(subscription.fire(), false)
    expectEqual(subscription.endDelivery(), false)
    expectEqual(subscription.endDelivery(), true)
  }

  @Test("Of a trigger and a delivery on two threads, the one or the other ends the stream, or the value was in time")
  func firesInRace() {
    for _ in 0..<300 {
      let raced = TriggeredSubscription("Triggered")
      let ends = Box(0)
      concurrently(2) { thread in
        if thread == 0 {
          if raced.fire() { ends.increment() }
        } else {
          _ = raced.beginDelivery()
          if raced.endDelivery() { ends.increment() }
        }
      }
      // Both, if the delivery begins after the trigger has fired: ending twice is no fault, ending never is.
      expect((1...2).contains(ends.value))
    }
  }
}
