import StreamCore
import StreamParts
import TestSupport
import Testing

@testable import StreamMapping

@Suite("ExpandPolicy")
struct ExpandPolicyTests {
  private typealias Policy = ExpandPolicy<Int, Never>

  private let child = UpstreamKey(epoch: 1)

  /// A full queue, demand, and a child that has not been asked for anything.
  private func makeStuckPolicy(whenFull: WhenFull = .suspends) -> Policy {
    var policy = Policy(maxPublishers: 1, maxPending: 2, whenFull: whenFull)
    policy.demand = .max(1)
    for number in 1...2 { policy.enqueue(number) }
    policy.children.append(.init(epoch: 1))
    _ = policy.attach(Subscriptions.empty, from: child, demand: .none)
    return policy
  }

  private func isStuck(whenFull: WhenFull = .suspends, unless change: (inout Policy) -> Void = { _ in }) -> Bool {
    var policy = makeStuckPolicy(whenFull: whenFull)
    change(&policy)
    return policy.isStuck
  }

  @Test("It is stuck with demand, a full queue, nothing on its way, and children that all have to wait")
  func stuck() {
    expect(isStuck())
    expect(isStuck { $0.enqueue(3) })
    expect(isStuck { $0.children = ExpandChildren() })
  }

  @Test("It is not stuck if one of these is missing")
  func notStuck() {
    for policy in [WhenFull.dropsOldest, .dropsNewest, .fails] { expect(!isStuck(whenFull: policy)) }
    expect(!isStuck { $0.demand = .none })
    expect(!isStuck { _ = $0.pending.popFirst() })
    expect(!isStuck { $0.askedCount = 1 })
    expect(!isStuck { $0.arrived.append(3) })
    expect(!isStuck { $0.children.append(.init(epoch: 2)) })
    expect(!isStuck { $0.children.update(0) { $0.isAsked = true } })
  }

  @Test("One that is stuck begins a child more than is allowed; otherwise elements wait")
  func childBeyondBound() {
    var policy = makeStuckPolicy()
    policy.lastChild = 1
    guard case .start(1, UpstreamKey(epoch: 2)) = policy.nextAction() else {
      Issue.record("No child is begun.")
      return
    }
    expectEqual(policy.children.count, 2)
    var waiting = makeStuckPolicy(whenFull: .dropsNewest)
    guard case .ask = waiting.nextAction() else {
      Issue.record("The child is not asked.")
      return
    }
    expect(waiting.pending.count == 2 && waiting.askedCount == 1 && waiting.demand == .none)
  }

  @Test("An element has room in the queue with those that have been asked for and those that have come")
  func room() {
    var policy = Policy(maxPublishers: 1, maxPending: 3, whenFull: .suspends)
    policy.askedCount = 1
    policy.arrived.append(1)
    expect(policy.hasRoom)
    policy.enqueue(2)
    expect(!policy.hasRoom)
    policy.askedCount = 0
    expect(policy.hasRoom)
    var dropping = Policy(maxPublishers: 1, maxPending: 1, whenFull: .dropsOldest)
    dropping.enqueue(1)
    expect(dropping.hasRoom)
  }
}
