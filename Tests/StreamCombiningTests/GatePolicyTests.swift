import StreamCore
import StreamParts
import TestSupport
import Testing

@testable import StreamCombining

@Suite("GatePolicy")
struct GatePolicyTests {
  private typealias Policy = GatePolicy<Int, TestError>

  private func makePolicy(
    _ whileClosed: StreamGateBuffering<TestError>, isOpen: Bool, demand: Subscribers.Demand = .max(3),
    recording cancels: Box<[String]>? = nil
  ) -> Policy {
    var policy = Policy(Policy.Holding(whileClosed), isOpen: isOpen)
    _ = policy.attach(1, recording: cancels)
    _ = policy.attach(0, demand: demand, recording: cancels)
    return policy
  }

  private func hold(_ element: Int, isWanted: Bool = false, in policy: inout Policy) -> (HoldOutcome, Int?) {
    var element: Int? = element
    let outcome = policy.hold(&element, isWanted: isWanted)
    return (outcome, element)
  }

  @Test("Each is asked for its share; a second subscription is refused")
  func attaches() {
    var policy = Policy(.nothing, isOpen: true)
    expect(!policy.isActive(.opening))
    expectEqual(policy.attach(1, demand: .max(3)), "unlimited")
    expectEqual(policy.attach(0, demand: .max(3)), "max(3)")
    expectEqual(policy.attach(0), "refused")
    expectEqual(policy.attach(1), "refused")
    expect(policy.isActive(.opening) && policy.isActive(UpstreamKey()))
    expectEqual(policy.subscription(of: .opening).map { "\($0)" }, "1")
    expectEqual(policy.subscription(of: UpstreamKey()).map { "\($0)" }, "0")
    expectEqual(policy.states, "active 0, active 1")
    var closed = Policy(.requested, isOpen: false)
    expectEqual(closed.attach(0, demand: .max(3)), "max(0)")
    expectEqual(closed.withheld, .max(3))
  }

  @Test("What was not requested is dropped")
  func beyondDemand() {
    var policy = makePolicy(.keepLatest, isOpen: true, demand: .max(1))
    expect(hold(1, in: &policy) == (.held, nil))
    expect(hold(2, in: &policy) == (.dropped, 2))
  }

  @Test("A closed gate makes no value; one that is opened makes those that it holds, in order")
  func makes() {
    var policy = makePolicy(.suspend, isOpen: false)
    policy.outstanding = .max(2)
    for value in 1...2 { expect(hold(value, isWanted: true, in: &policy) == (.held, nil)) }
    expect(policy.next() == nil)
    expectEqual(policy.open(true).words, "max(3) of 0")
    expectEqual([policy.next(), policy.next(), policy.next()], [1, 2, nil])
    expect(policy.open(true).isEmpty)
  }

  @Test("The newest replaces what is held, which is given back")
  func newest() {
    var policy = makePolicy(.keepLatest, isOpen: false)
    expect(hold(1, in: &policy) == (.held, nil))
    expect(hold(2, in: &policy) == (.leftOut, 1))
    expectEqual(policy.outstanding, .max(2))
    var dropping = makePolicy(.drop, isOpen: false)
    expect(hold(1, in: &dropping) == (.leftOut, 1))
    expectEqual(dropping.outstanding, .max(3))
  }

  @Test("A full queue drops, or is over with a failure after what it holds")
  func full() {
    var oldest = makePolicy(.queue(1, .dropOldest), isOpen: false)
    _ = hold(1, in: &oldest)
    expect(hold(2, in: &oldest) == (.dropped, 1))
    var newest = makePolicy(.queue(1, .dropNewest), isOpen: false)
    _ = hold(1, in: &newest)
    expect(hold(2, in: &newest) == (.dropped, 2))
    var none = makePolicy(.queue(0, .dropOldest), isOpen: true)
    expect(hold(1, in: &none) == (.dropped, 1))
    expect(hold(2, isWanted: true, in: &none) == (.held, nil))
    var failing = makePolicy(.queue(1, .error { TestError() }), isOpen: true)
    _ = hold(1, in: &failing)
    expect(hold(2, in: &failing) == (.overflow, 2))
    expectEqual(failing.overflowed.map { "\($0)" }, "0")
    expectEqual(failing.next(), 1)
    expect(!failing.isOver)
    expect(failing.fail(with: TestError("full")))
    expect(failing.isOver)
    expectEqual(failing.end().failure as? TestError, TestError("full"))
  }

  @Test("Demand is passed on, kept while a gate suspends, or one for each that leaves a queue")
  func demand() {
    let upstream = UpstreamKey()
    var policy = makePolicy(.drop, isOpen: false)
    expectEqual(policy.requested(.max(2)), "max(2) of 0")
    expectEqual(policy.delivered(from: upstream, adding: .max(1), caller: upstream), "returns max(1)")
    expectEqual(policy.delivered(from: upstream, adding: .max(1), caller: .opening), "max(1) of 0")
    expectEqual(policy.delivered(from: upstream, adding: .max(1), caller: nil), "max(1) of 0")
    expectEqual(policy.delivered(from: upstream, caller: nil), "")
    expectEqual(policy.outstanding, .max(8))
    var suspending = makePolicy(.suspend, isOpen: false)
    expectEqual(suspending.requested(.max(2)), "")
    expectEqual(suspending.delivered(from: upstream, adding: .max(1), caller: nil), "")
    expectEqual(suspending.withheld, .max(6))
    var queueing = makePolicy(.queue(4, .suspend), isOpen: true)
    expectEqual(queueing.outstanding, .max(4))
    expectEqual(queueing.requested(.max(2)), "")
    expectEqual(queueing.delivered(from: upstream, adding: .max(9), caller: upstream), "returns max(1)")
    expectEqual(queueing.delivered(from: upstream, caller: nil), "max(1) of 0")
    var unbounded = makePolicy(.queue(4, .dropNewest), isOpen: true)
    expectEqual(unbounded.delivered(from: upstream, adding: .max(9), caller: upstream), "")
  }

  @Test("It is over when upstream has ended and nothing is held, or the opening while it is closed")
  func over() {
    var policy = makePolicy(.keepLatest, isOpen: false)
    _ = hold(1, in: &policy)
    expectEqual(policy.complete(0), "releases 0")
    expectEqual(policy.complete(0), "")
    expect(!policy.isOver)
    expectEqual(policy.complete(1), "releases 1")
    expect(policy.isOver)
    var open = makePolicy(.keepLatest, isOpen: true)
    _ = open.complete(1)
    expect(!open.isOver)
    _ = open.complete(0)
    expect(open.isOver)
    expect(open.end().failure == nil)
  }

  @Test("The end cancels both, once, and holds nothing; a failure that comes later is let go")
  func end() {
    let cancels = Box<[String]>([])
    var policy = makePolicy(.keepLatest, isOpen: false, recording: cancels)
    _ = hold(1, in: &policy)
    for _ in 0..<2 { policy.end().cancel() }
    expectEqual(cancels.value, ["0", "1"])
    expect(policy.held.isEmpty)
    expect(!policy.fail(with: TestError()))
    expect(policy.failure == nil)
  }
}
