import StreamCore
import TestSupport
import Testing

@testable import StreamParts

@Suite("ConcatMapPolicy")
struct ConcatMapPolicyTests {
  private typealias Policy = ConcatMapPolicy<Int, String, TestError>

  /// A policy with an active upstream.
  private func makePolicy(
    size: Int = 1, _ whenFull: WhenFull = .suspends, recording cancels: Box<[String]>? = nil
  ) -> Policy {
    var policy = Policy(size: size, whenFull: whenFull)
    _ = policy.attach(-1, recording: cancels)
    return policy
  }

  /// What happens to an element, in a word, and which one it replaces.
  private func take(_ input: Int, by policy: inout Policy) -> String {
    var replaced: Int?
    let arrival: String
    switch policy.take(input, replaced: &replaced) {
    case .waits: arrival = "waits"
    case .dropped: arrival = "dropped"
    case .overflow(let upstream): arrival = "overflow " + (upstream.map { "\($0)" } ?? "")
    case .ignored: arrival = "ignored"
    }
    return arrival + (replaced.map { ", replaces \($0)" } ?? "")
  }

  @Test("Upstream is asked for one element more than may wait, or for everything")
  func outer() {
    for (size, whenFull, demand) in [
      (0, .suspends, "max(1)"), (7, .suspends, "max(8)"), (.max, .suspends, "unlimited"),
      (7, .dropsNewest, "unlimited"),
    ] as [(Int, WhenFull, String)] {
      var policy = Policy(size: size, whenFull: whenFull)
      expectEqual(take(1, by: &policy), "ignored")
      expectEqual(policy.attach(-1), demand)
      expectEqual(policy.attach(-1), "refused")
    }
  }

  @Test("Elements have their turn in order, one at a time, and each end asks for one more")
  func turns() {
    var policy = makePolicy()
    expect(policy.beginNext() == nil)
    expectEqual(take(1, by: &policy), "waits")
    expect(policy.beginNext() ?? (0, 0) == (1, 1))
    expectEqual(take(2, by: &policy), "waits")
    expect(policy.beginNext() == nil)
    expectEqual(policy.attach(0, epoch: 1, demand: .max(3)), "max(3)")
    expect(policy.beginNext() == nil)
    expectEqual(policy.complete(0, epoch: 1), "releases 0.1, max(1) of -1")
    expect(policy.beginNext() ?? (0, 0) == (2, 2))
    expectEqual(policy.subscription(of: .outer).map { "\($0)" }, "-1")
    var unpaced = makePolicy(size: 1, .dropsNewest)
    _ = take(1, by: &unpaced)
    _ = unpaced.beginNext()
    _ = unpaced.attach(0, epoch: 1)
    expectEqual(unpaced.complete(0, epoch: 1), "releases 0.1")
  }

  @Test("The place of a publisher that has ended is free before the next one begins")
  func freePlace() {
    var policy = makePolicy(size: 1)
    for input in 1...2 { expectEqual(take(input, by: &policy), "waits") }
    expectEqual(take(3, by: &policy), "dropped")
    _ = policy.beginNext()
    expectEqual(take(3, by: &policy), "dropped")
    _ = policy.attach(0, epoch: 1)
    _ = policy.complete(0, epoch: 1)
    expectEqual(take(3, by: &policy), "waits")
  }

  @Test("A full queue drops the newest or the oldest that waits")
  func drops() {
    var oldest = makePolicy(size: 1, .dropsOldest)
    _ = take(1, by: &oldest)
    _ = oldest.beginNext()
    expectEqual(take(2, by: &oldest), "waits")
    expectEqual(take(3, by: &oldest), "dropped, replaces 2")
    var none = makePolicy(size: 0, .dropsOldest)
    _ = take(1, by: &none)
    _ = none.beginNext()
    expectEqual(take(2, by: &none), "dropped")
  }

  @Test("A full queue that fails ends upstream, and the stream when its failure is made and all turns are over")
  func overflow() {
    var policy = makePolicy(size: 1, .fails)
    expect(!policy.fail(TestError()))
    for input in 1...2 { _ = take(input, by: &policy) }
    expectEqual(take(3, by: &policy), "overflow -1")
    expectEqual(take(4, by: &policy), "ignored")
    for epoch in 1...2 {
      expect(!policy.isOver)
      _ = policy.beginNext()
      _ = policy.attach(0, epoch: epoch)
      _ = policy.complete(0, epoch: epoch)
    }
    expect(!policy.isOver)
    expect(policy.fail(TestError("full")))
    expect(policy.isOver)
    expectEqual(policy.end().failure as? TestError, TestError("full"))
  }

  @Test("The end cancels upstream and the publisher that runs, once, and nothing waits any more")
  func end() {
    let cancels = Box<[String]>([])
    var policy = makePolicy(size: 2, recording: cancels)
    for input in 1...2 { _ = take(input, by: &policy) }
    _ = policy.beginNext()
    _ = policy.attach(0, epoch: 1, recording: cancels)
    for _ in 0..<2 { policy.end().cancel() }
    expectEqual(cancels.value, ["-1", "0.1"])
    expect(policy.waiting.isEmpty)
    expect(policy.beginNext() == nil)
    expectEqual(take(3, by: &policy), "ignored")
  }
}
