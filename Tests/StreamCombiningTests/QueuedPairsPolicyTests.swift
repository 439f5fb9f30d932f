import StreamCore
import StreamParts
import TestSupport
import Testing

@testable import StreamCombining

@Suite("QueuedPairsPolicy: zip with a bound, zipLongest and sequenceEqual")
struct QueuedPairsPolicyTests {
  private typealias Policy = QueuedPairsPolicy<Int, String, TestError>

  private func makePolicy(
    isPadded: Bool = false, bound: Int = 2, _ whenFull: WhenFull = .suspends, recording cancels: Box<[String]>? = nil
  ) -> Policy {
    var policy = Policy(isPadded: isPadded, bound: bound, whenFull: whenFull)
    for index in 0...1 { _ = policy.attach(index, recording: cancels) }
    return policy
  }

  private func first(_ element: Int, in policy: inout Policy) -> (HoldOutcome, Int?) {
    var element: Int? = element
    return (policy.holdFirst(&element), element)
  }

  private func second(_ element: String, in policy: inout Policy) -> (HoldOutcome, String?) {
    var element: String? = element
    return (policy.holdSecond(&element), element)
  }

  /// The next pair, in letters.
  private func next(of policy: inout Policy) -> String {
    policy.next().map { ($0.a.map { "\($0)" } ?? "-") + ($0.b ?? "-") } ?? ""
  }

  @Test("Each is asked for the bound if it can be paced, else for everything; a second subscription is refused")
  func attaches() {
    var policy = Policy(isPadded: false, bound: 2, whenFull: .suspends)
    expect(!policy.isActive(UpstreamKey(index: 0)))
    expectEqual(policy.attach(0, demand: .max(9)), "max(2)")
    expect(policy.isActive(UpstreamKey(index: 0)) && !policy.isActive(UpstreamKey(index: 1)))
    expectEqual(policy.attach(0), "refused")
    expectEqual(policy.attach(1), "max(2)")
    expectEqual(policy.states, "active 0, active 1")
    expectEqual(policy.subscription(of: UpstreamKey(index: 1)).map { "\($0)" }, "1")
    expectEqual((-1...1).map { policy.subscription(of: .all(except: $0)).map { "\($0)" } }, ["[0, 1]", "[1]", "[0]"])
    var unbounded = Policy(isPadded: false, bound: .max, whenFull: .suspends)
    expectEqual(unbounded.attach(0), "unlimited")
    var dropping = Policy(isPadded: false, bound: 2, whenFull: .dropsOldest)
    expectEqual(dropping.attach(0), "unlimited")
  }

  @Test("A pair is made of the oldest of each")
  func makes() {
    var policy = makePolicy()
    for value in 1...2 { expect(first(value, in: &policy) == (.held, nil)) }
    expectEqual(next(of: &policy), "")
    expect(second("a", in: &policy) == (.held, nil))
    expectEqual([next(of: &policy), next(of: &policy)], ["1a", ""])
  }

  @Test("A full queue drops an element, or refuses it and makes no pair any more")
  func full() {
    var newest = makePolicy(bound: 1, .dropsNewest)
    _ = second("a", in: &newest)
    expect(second("b", in: &newest) == (.dropped, "b"))
    var oldest = makePolicy(bound: 1, .dropsOldest)
    _ = first(1, in: &oldest)
    expect(first(2, in: &oldest) == (.dropped, 1))
    var failing = makePolicy(bound: 1, .fails)
    _ = first(1, in: &failing)
    _ = second("a", in: &failing)
    expect(second("b", in: &failing) == (.overflow, "b"))
    expectEqual(next(of: &failing), "")
    expect(!failing.isActive(UpstreamKey(index: 0)))
    expectEqual(failing.complete(0), "")
    expect(!failing.isOver)
    var other = makePolicy(bound: 1, .fails)
    _ = first(1, in: &other)
    expect(first(2, in: &other) == (.overflow, 2))
    expect(other.hasOverflowed)
  }

  @Test("Padding fills what one lacks only after its finish")
  func pads() {
    var policy = makePolicy(isPadded: true)
    _ = first(1, in: &policy)
    expectEqual(next(of: &policy), "")
    expectEqual(policy.complete(1), "releases 1")
    expectEqual(next(of: &policy), "1-")
    expect(!policy.isOver)
    _ = policy.complete(0)
    expect(policy.isOver)
    var second = makePolicy(isPadded: true)
    _ = self.second("a", in: &second)
    _ = second.complete(0)
    expect(!second.isOver)
    expectEqual(next(of: &second), "-a")
    var plain = makePolicy()
    _ = first(1, in: &plain)
    _ = plain.complete(1)
    expectEqual(next(of: &plain), "")
  }

  @Test("Without padding it is over when a finished publisher has nothing left")
  func over() {
    var policy = makePolicy()
    _ = first(1, in: &policy)
    expectEqual(policy.complete(0), "releases 0")
    expectEqual(policy.complete(0), "")
    expect(!policy.isOver)
    _ = second("a", in: &policy)
    _ = policy.next()
    expect(policy.isOver)
    var other = makePolicy()
    _ = other.complete(1)
    expect(other.isOver)
  }

  @Test("A pair that leaves is replaced by one more request of each, if they are paced")
  func demand() {
    let one = UpstreamKey(index: 1)
    var policy = makePolicy()
    expectEqual(policy.requested(.max(3)), "")
    expectEqual(
      policy.delivered(from: UpstreamKey(), adding: .max(9), caller: one), "returns max(1), max(1) of all but 1")
    expectEqual(policy.delivered(from: UpstreamKey(), caller: nil), "max(1) of all")
    var dropping = makePolicy(.dropsOldest)
    expectEqual(dropping.delivered(from: UpstreamKey(), adding: .max(9), caller: one), "")
    var unbounded = makePolicy(bound: .max)
    expectEqual(unbounded.delivered(from: UpstreamKey(), adding: .max(9), caller: one), "")
  }

  @Test("The end cancels both, once, and empties the queues")
  func end() {
    let cancels = Box<[String]>([])
    var policy = makePolicy(recording: cancels)
    _ = first(1, in: &policy)
    _ = second("a", in: &policy)
    for _ in 0..<2 { policy.end().cancel() }
    expectEqual(cancels.value, ["0", "1"])
    expect(policy.firstElements.isEmpty && policy.secondElements.isEmpty)
  }
}
