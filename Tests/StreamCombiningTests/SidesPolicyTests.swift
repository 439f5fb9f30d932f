import StreamCombining
import StreamCore
import TestSupport
import Testing

@testable import StreamParts

/// The elements of a side, as the policy sees them: something to be given up at the end.
private final class Elements: SideElements {
  let removals = Box(0)

  func removeAll() -> Any {
    removals.increment()
  }
}

@Suite("SidesPolicy: zip and combineLatest")
struct SidesPolicyTests {
  private typealias Policy = SidesPolicy<Int, TestError>

  /// A policy with active sides, whose values count how many have been made.
  private func makePolicy(
    _ combination: Policy.Combination, sides: [Elements] = [Elements(), Elements()], isActive: Bool = true,
    recording cancels: Box<[String]>? = nil
  ) -> Policy {
    var policy = Policy(combination)
    let made = Box(0)
    policy.setSides(sides) { made.increment() }
    if isActive { for index in sides.indices { _ = policy.attach(index, recording: cancels) } }
    return policy
  }

  private func forBoth(_ body: (Policy.Combination) -> Void) {
    for combination in [Policy.Combination.byPosition, .latest] { body(combination) }
  }

  @Test("Before its subscription a side is not active, and its completion does not count")
  func awaiting() {
    forBoth { combination in
      var policy = makePolicy(combination, isActive: false)
      expect(!policy.isActive(UpstreamKey(index: 0)))
      expectEqual(policy.complete(0), "")
      expect(!policy.isOver)
      expectEqual(policy.states, "awaiting, awaiting")
    }
  }

  @Test("A side is asked for the outstanding demand; a second subscription of it is refused")
  func attach() {
    forBoth { combination in
      var policy = makePolicy(combination, isActive: false)
      expectEqual(policy.attach(1, demand: .max(3)), "max(3)")
      expectEqual(policy.attach(1), "refused")
      expect(policy.isActive(UpstreamKey(index: 1)))
      expect(!policy.isActive(UpstreamKey(index: 0)))
      expectEqual(policy.subscription(of: UpstreamKey(index: 1)).map { "\($0)" }, "1")
      expectEqual(policy.subscription(of: .all()).map { "\($0)" }, "[1]")
      expectEqual(policy.subscription(of: .all(except: 1)).map { "\($0)" }, "[]")
    }
  }

  @Test("A zip makes a value when each side holds an element, which uses up one of each")
  func byPosition() {
    var policy = makePolicy(.byPosition)
    expect(policy.hold(0, count: 1) == nil)
    expect(policy.hold(0, count: 2) == nil)
    expectEqual(policy.hold(1, count: 1), 1)
    expectEqual(policy.sides.map(\.count), [1, 0])
    expectEqual(policy.hold(1, count: 1), 2)
    expectEqual(policy.sides.map(\.count), [0, 0])
    expectEqual(policy.emptyCount, 2)
    expect(policy.hold(1, count: 1) == nil)
  }

  @Test("Latest elements make a value as soon as each side has one, then with every element")
  func latest() {
    var policy = makePolicy(.latest)
    expect(policy.hold(0, count: 1) == nil)
    expect(policy.hold(0, count: 1) == nil)
    expect(policy.replaced() == nil)
    expectEqual(policy.hold(1, count: 1), 1)
    expectEqual(policy.hold(1, count: 1), 2)
    expectEqual(policy.hold(0, count: 1), 3)
    expectEqual(policy.replaced(), 4)
    expectEqual(policy.sides.map(\.count), [1, 1])
  }

  @Test("Pairs that have not been requested are kept, latest values replace each other")
  func places() {
    var zip = makePolicy(.byPosition)
    expectEqual(zip.place(readyCount: 3, demand: .none), .append)
    var latest = makePolicy(.latest)
    expectEqual(latest.place(readyCount: 0, demand: .none), .append)
    expectEqual(latest.place(readyCount: 1, demand: .none), .replaceNewest)
    expectEqual(latest.place(readyCount: 1, demand: .max(1)), .append)
    expectEqual(latest.place(readyCount: 2, demand: .max(1)), .replaceNewest)
    expectEqual(latest.place(readyCount: 9, demand: .unlimited), .append)
  }

  @Test("Each side is asked for what downstream requests; the one that runs the drain loop is returned it")
  func demand() {
    forBoth { combination in
      var policy = makePolicy(combination)
      expectEqual(policy.requested(.max(2)), "max(2) of all")
      let (first, second) = (UpstreamKey(index: 0), UpstreamKey(index: 1))
      expectEqual(policy.delivered(from: first, adding: .max(1), caller: first), "returns max(1), max(1) of all but 0")
      expectEqual(policy.delivered(from: first, adding: .max(1), caller: second), "returns max(1), max(1) of all but 1")
      expectEqual(policy.delivered(from: first, caller: first), "")
      expectEqual(policy.drained(total: .max(1)), "")
    }
  }

  @Test("What downstream returns outside a side's receive(_:) is asked of all")
  func demandOfRequest() {
    var policy = makePolicy(.byPosition)
    expect(policy.delivered(from: UpstreamKey(), adding: .max(1), caller: nil).hasSuffix("max(1) of all"))
  }

  @Test("A zip is over when a side has finished and holds nothing")
  func zipOver() {
    var policy = makePolicy(.byPosition)
    _ = policy.hold(0, count: 1)
    expectEqual(policy.complete(0), "releases 0")
    expectEqual(policy.complete(0), "")
    expect(!policy.isOver)
    _ = policy.hold(1, count: 1)
    expect(policy.isOver)
    var empty = makePolicy(.byPosition)
    _ = empty.complete(1)
    expect(empty.isOver)
    // A side that goes on, and holds nothing, ends nothing.
    var waiting = makePolicy(.byPosition)
    _ = waiting.hold(0, count: 1)
    _ = waiting.complete(0)
    expect(!waiting.isOver)
  }

  @Test("Latest values are over when all sides have finished, or one that never had an element")
  func latestOver() {
    var policy = makePolicy(.latest)
    for side in 0...1 { _ = policy.hold(side, count: 1) }
    _ = policy.complete(0)
    expect(!policy.isOver)
    _ = policy.complete(1)
    expect(policy.isOver)
    var empty = makePolicy(.latest)
    _ = empty.complete(1)
    expect(empty.isOver)
  }

  @Test("The end cancels the sides, releases their elements, and makes no value any more")
  func end() {
    forBoth { combination in
      let cancels = Box<[String]>([])
      let sides = [Elements(), Elements(), Elements()]
      var policy = makePolicy(combination, sides: sides, recording: cancels)
      _ = policy.complete(1)
      policy.end().cancel()
      expectEqual(cancels.value, ["0", "2"])
      expectEqual(sides.map(\.removals.value), [1, 1, 1])
      expect(policy.makeValue == nil)
      expectEqual(policy.subscription(of: .all()).map { "\($0)" }, "[]")
      policy.end().cancel()
      expectEqual(cancels.value.count, 2)
    }
  }
}
