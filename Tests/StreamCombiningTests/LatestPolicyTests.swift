import StreamCore
import StreamParts
import TestSupport
import Testing

@testable import StreamCombining

private final class Elements: SideElements {
  let removals = Box(0)

  func removeAll() -> Any {
    removals.increment()
  }
}

@Suite("LatestPolicy")
struct LatestPolicyTests {
  private typealias Policy = LatestPolicy<Int, TestError>

  /// A policy of an upstream and two others, all of them active.
  private func makePolicy(
    _ others: [Elements] = [Elements(), Elements()], recording cancels: Box<[String]>? = nil
  ) -> Policy {
    var policy = Policy()
    policy.setOthers(others)
    for index in [0, 1, -1] { _ = policy.attach(index, recording: cancels) }
    return policy
  }

  @Test("Upstream is asked for the outstanding demand, the others for everything; a second subscription is refused")
  func attaches() {
    var policy = Policy()
    policy.setOthers([Elements(), Elements()])
    expectEqual(policy.emptyCount, 2)
    expect(!policy.isActive(.outer))
    expect(!policy.isActive(UpstreamKey(index: 1)))
    expectEqual(policy.attach(1, demand: .max(3)), "unlimited")
    expectEqual(policy.attach(-1, demand: .max(3)), "max(3)")
    expectEqual(policy.attach(1), "refused")
    expectEqual(policy.attach(-1), "refused")
    expect(policy.isActive(.outer))
    expect(policy.isActive(UpstreamKey(index: 1)))
    expectEqual(policy.states, "active -1, awaiting, active 1")
    expectEqual(policy.subscription(of: .outer).map { "\($0)" }, "-1")
    expectEqual(policy.subscription(of: UpstreamKey(index: 1)).map { "\($0)" }, "1")
  }

  @Test("The first element of each other counts")
  func holds() {
    var policy = makePolicy()
    policy.hold(1)
    policy.hold(1)
    expectEqual(policy.emptyCount, 1)
    policy.hold(0)
    expectEqual(policy.emptyCount, 0)
  }

  @Test("Demand is asked of upstream, which is returned it if its receive(_:) runs the drain loop")
  func demand() {
    var policy = makePolicy()
    expectEqual(policy.requested(.max(2)), "max(2) of -1")
    expectEqual(policy.delivered(from: .outer, adding: .max(1), caller: .outer), "returns max(1)")
    expectEqual(policy.delivered(from: .outer, adding: .max(1), caller: nil), "max(1) of -1")
    expectEqual(policy.delivered(from: .outer, caller: .outer), "")
    expectEqual(policy.place(readyCount: 1, demand: .max(2)), .append)
    expectEqual(policy.place(readyCount: 1, demand: .max(1)), .drop)
  }

  @Test("The stream is over when upstream has ended, or another that holds nothing")
  func over() {
    var policy = makePolicy()
    policy.hold(0)
    expectEqual(policy.complete(0), "releases 0")
    expectEqual(policy.complete(0), "")
    expect(!policy.isOver)
    expectEqual(policy.complete(-1), "releases -1")
    expect(policy.isOver)

    var exhausted = makePolicy()
    expectEqual(exhausted.complete(1), "releases 1")
    expect(exhausted.isOver)
  }

  @Test("The end cancels all, once, and removes what the others hold")
  func end() {
    let cancels = Box<[String]>([])
    let others = [Elements(), Elements()]
    var policy = makePolicy(others, recording: cancels)
    for _ in 0..<2 { policy.end().cancel() }
    expectEqual(cancels.value, ["0", "1", "-1"])
    expectEqual(others.map(\.removals.value), [1, 1])
  }
}
