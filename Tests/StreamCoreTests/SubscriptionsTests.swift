import StreamCore
import TestSupport
import Testing

@Suite("Subscriptions.empty")
struct SubscriptionsTests {
  @Test("Requests and cancels have no effect")
  func doesNothing() {
    let subscription = Subscriptions.empty
    subscription.request(.unlimited)
    subscription.request(.none)
    subscription.cancel()
    subscription.cancel()
    subscription.request(.max(1))
    expectEqual("\(subscription)", "Empty")
  }

  @Test("It describes itself as Empty everywhere")
  func description() {
    expectEqual("\(Subscriptions.empty)", "Empty")
    let playground = Subscriptions.empty as? any CustomPlaygroundDisplayConvertible
    expectEqual(playground?.playgroundDescription as? String, "Empty")
    expect(Mirror(reflecting: Subscriptions.empty).children.isEmpty)
  }

  @Test("There is one instance")
  func identity() {
    expectEqual(Subscriptions.empty.combineIdentifier, Subscriptions.empty.combineIdentifier)
  }
}
