import StreamCore
import StreamParts
import TestSupport
import Testing

@testable import StreamConcurrency

@Suite("ClosurePolicy")
struct ClosurePolicyTests {
  private typealias Policy = ClosurePolicy<String, Never>

  private func policy(limit: Int, order: ClosureOrder = .ofInput) -> Policy {
    var policy = Policy(limit: limit, order: order)
    _ = policy.attach(Subscriptions.empty, from: UpstreamKey(), demand: .none)
    policy.hasBegun = true
    return policy
  }

  @Test("Asks for what is demanded, at most the limit, and for one more for each result that has left")
  func asks() {
    var policy = policy(limit: 3)
    expectEqual(policy.more(for: .max(2)), .max(2))
    expectEqual(policy.more(for: .max(2)), .none)
    expectEqual(policy.more(for: .max(9)), .max(1))
    expectEqual(policy.more(for: .unlimited), .none)
    expectEqual(policy.delivered(from: .result, total: .max(8), caller: .result), "max(1) of 0")
  }

  @Test("Does not ask for more than the demand that is left")
  func asksNoMore() {
    var policy = policy(limit: 3)
    expectEqual(policy.more(for: .max(2)), .max(2))
    expectEqual(policy.delivered(from: .result, total: .max(1), caller: .result), "")
    expectEqual(policy.more(for: .max(2)), .max(1))
  }

  @Test("Asks for everything once, if neither demand nor limit is finite")
  func unlimited() {
    var policy = policy(limit: .max)
    expectEqual(policy.more(for: .max(5)), .max(5))
    expectEqual(policy.more(for: .unlimited), .unlimited)
    expectEqual(policy.more(for: .unlimited), .none)
  }

  @Test("Asks for nothing while the subscription is handed over")
  func handover() {
    var policy = Policy(limit: 3, order: .ofInput)
    expectEqual(policy.attach(Subscriptions.empty, from: UpstreamKey(), demand: .unlimited), Subscribers.Demand.none)
    expect(policy.attach(Subscriptions.empty, from: UpstreamKey(), demand: .unlimited) == nil)
    expectEqual(policy.more(for: .unlimited), .none)
  }

  @Test("Results wait for those of earlier values, and nil results for none")
  func ordered() {
    var policy = policy(limit: 9)
    _ = policy.more(for: .max(9))
    expect(policy.take("c", of: 2) == nil)
    expect(policy.take("e", of: 4) == nil)
    expect(policy.take(nil, of: 1) == nil)
    expectEqual(policy.taken, 9)
    expectEqual(policy.take("a", of: 0), "a")
    expectEqual(policy.takeNext(), "c")
    expectEqual(policy.taken, 8)
    expect(policy.takeNext() == nil)
    expectEqual(policy.take(nil, of: 3), "e")
    expectEqual(policy.taken, 7)
    expect(policy.finished.isEmpty && policy.next == 5)
  }

  @Test("A result without a value that has waited makes room for another value, though nothing is delivered for it")
  func placeOfNil() {
    var policy = Policy(limit: 2, order: .ofInput)
    policy.hasBegun = true
    let recorder = RecordingSubscriber<String, Never>()
    let delivery = SerialDelivery("ClosurePolicyTests", policy, to: recorder)
    let upstream = ScriptedPublisher<Int, Never>()
    delivery.begin(with: upstream.sendSubscription(), from: UpstreamKey())
    expectEqual(upstream.requests, [.demand(.max(2))])
    delivery.receive(nil, of: 1)
    expectEqual(upstream.requests, [.demand(.max(2))])
    delivery.receive("a", of: 0)
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1)), .demand(.max(1))])
    expectEqual(recorder.values, ["a"])
    recorder.cancel()
  }

  @Test("Unordered results do not wait")
  func unordered() {
    var policy = policy(limit: 9, order: .ofCompletion)
    expectEqual(policy.take("c", of: 2), "c")
    expect(policy.take(nil, of: 1) == nil)
    expectEqual(policy.take("a", of: 0), "a")
  }

  @Test("Is over once it is told, and keeps the tasks until the end")
  func completes() {
    var policy = policy(limit: 1)
    expect(!policy.isOver)
    let tasks = policy.complete(UpstreamKey())
    expect(tasks != nil && policy.isOver && policy.isActive(UpstreamKey()))
    _ = policy.take("b", of: 1)
    _ = policy.end()
    expect(policy.finished.isEmpty)
    expect(!policy.isActive(UpstreamKey()) && policy.subscription(of: UpstreamKey()) == nil)
  }
}
