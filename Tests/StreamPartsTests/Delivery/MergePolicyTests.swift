import StreamCore
import TestSupport
import Testing

@testable import StreamParts

@Suite("MergePolicy")
struct MergePolicyTests {
  private typealias Policy = MergePolicy<Int, TestError>

  /// A policy with an active outer publisher.
  private func makePolicy(
    limit: Subscribers.Demand = .unlimited, recording cancels: Box<[String]>? = nil
  ) -> Policy {
    var policy = Policy(limit: limit)
    _ = policy.attach(-1, recording: cancels)
    return policy
  }

  /// Adds a child that has sent its subscription.
  private func add(
    to policy: inout Policy, demand: Subscribers.Demand = .none, recording cancels: Box<[String]>? = nil
  ) -> UpstreamKey {
    let child = policy.addChild() ?? UpstreamKey(index: -2)
    _ = policy.attach(child.index, epoch: child.epoch, demand: demand, recording: cancels)
    return child
  }

  @Test("Before a child, the outer publisher is asked for as many as the limit, and the stream goes on")
  func outer() {
    for limit in [Subscribers.Demand.unlimited, .max(2)] {
      var policy = Policy(limit: limit)
      expectEqual(policy.attach(-1, demand: .max(5)), "\(limit)")
      expectEqual(policy.attach(-1), "refused")
      expect(!policy.isOver)
      expectEqual(policy.requested(.max(1)), "")
      expectEqual(policy.drained(total: .max(1)), "")
      expectEqual(policy.states, "active -1")
    }
  }

  @Test("A child is asked for one value, or for everything if downstream has asked for everything")
  func attachesChildren() {
    var policy = makePolicy()
    let child = policy.addChild()
    expectEqual(child, UpstreamKey(index: 0, epoch: 1))
    expect(!policy.isActive(UpstreamKey(index: 0, epoch: 1)))
    expectEqual(policy.complete(0, epoch: 1), "")
    expectEqual(policy.attach(0, epoch: 1, demand: .none), "max(1)")
    expectEqual(policy.attach(0, epoch: 1, demand: .none), "refused")
    expect(policy.isActive(UpstreamKey(index: 0, epoch: 1)))
    _ = policy.addChild()
    expectEqual(policy.attach(1, epoch: 2, demand: .unlimited), "unlimited")
    expectEqual(policy.states, "active -1, active 0.1, active 1.2")
  }

  @Test("The end of a child is released, and another child requested if their number is limited")
  func completesChildren() {
    var policy = makePolicy()
    let child = add(to: &policy)
    expectEqual(policy.complete(child.index, epoch: child.epoch), "releases 0.1")
    expectEqual(policy.complete(child.index, epoch: child.epoch), "")
    expect(!policy.isOver)
    var limited = makePolicy(limit: .max(1))
    let only = add(to: &limited)
    expectEqual(limited.complete(only.index, epoch: only.epoch), "releases 0.1, max(1) of -1")
  }

  @Test("The stream is over when neither the outer publisher nor a child, even one without a subscription, goes on")
  func over() {
    var policy = makePolicy()
    let child = add(to: &policy)
    let awaiting = policy.addChild()
    expectEqual(policy.complete(-1), "releases -1")
    expectEqual(policy.complete(-1), "")
    expect(policy.addChild() == nil)
    expect(!policy.isOver)
    expectEqual(policy.complete(child.index, epoch: child.epoch), "releases 0.1")
    expect(!policy.isOver)
    expectEqual(policy.attach(awaiting?.index ?? 0, epoch: awaiting?.epoch ?? 0), "max(1)")
    expectEqual(policy.complete(awaiting?.index ?? 0, epoch: awaiting?.epoch ?? 0), "releases 1.2")
    expect(policy.isOver)
  }

  @Test("Without an outer publisher, the stream is over only when no child can be added any more")
  func overWithoutOuter() {
    var policy = Policy()
    expect(!policy.isOver)
    policy.endChildren()
    expect(policy.isOver)
    expect(policy.addChild() == nil)
  }

  @Test("One more value is requested of the child whose value has been delivered")
  func deliversLimited() {
    var policy = makePolicy()
    let (first, second) = (add(to: &policy), add(to: &policy))
    expectEqual(policy.requested(.max(3)), "")
    expectEqual(policy.delivered(from: first, total: .max(2), caller: first), "returns max(1)")
    expectEqual(policy.delivered(from: second, total: .max(1), caller: first), "max(1) of 1.2")
    expectEqual(policy.delivered(from: second, adding: .max(4), total: .max(4), caller: nil), "max(1) of 1.2")
    expectEqual(policy.drained(total: .max(4)), "")
  }

  @Test("Everything is requested of all children once, at the end of the drain loop")
  func becomesUnlimited() {
    var policy = makePolicy()
    let child = add(to: &policy)
    expectEqual(policy.requested(.unlimited), "")
    expectEqual(policy.delivered(from: child, total: .unlimited, caller: child), "")
    expectEqual(policy.drained(total: .unlimited), "unlimited of all")
    expectEqual(policy.drained(total: .unlimited), "")
    expectEqual(policy.requested(.unlimited), "")
    expectEqual(policy.drained(total: .unlimited), "")
    // Downstream may ask for everything by what it returns.
    var returning = makePolicy()
    let other = add(to: &returning)
    expectEqual(returning.delivered(from: other, adding: .unlimited, caller: other), "")
    expectEqual(returning.drained(total: .unlimited), "unlimited of all")
  }

  @Test("Subscriptions are found by name, those of children among all")
  func subscriptions() {
    var policy = makePolicy()
    let child = add(to: &policy)
    expectEqual(policy.subscription(of: .outer).map { "\($0)" }, "-1")
    expectEqual(policy.subscription(of: child).map { "\($0)" }, "0.1")
    expect(policy.subscription(of: UpstreamKey(index: 0, epoch: 9)) == nil)
    expectEqual(policy.subscription(of: .all()).map { "\($0)" }, "[0.1]")
  }

  @Test("The end cancels the outer publisher and the children, once")
  func end() {
    let cancels = Box<[String]>([])
    var policy = makePolicy(recording: cancels)
    for _ in 0..<2 { _ = add(to: &policy, recording: cancels) }
    let ended = policy.end()
    expect(cancels.value.isEmpty)
    ended.cancel()
    expectEqual(cancels.value.sorted(), ["-1", "0.1", "1.2"])
    expect(policy.addChild() == nil)
    expect(policy.isOver)
    expectEqual(policy.states, "terminated")
    policy.end().cancel()
    expectEqual(cancels.value.count, 3)
  }
}
