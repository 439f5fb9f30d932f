import StreamCore
import StreamParts
import TestSupport
import Testing

@testable import StreamLines

@Suite("LinePolicy")
struct LinePolicyTests {
  private let origin = UpstreamKey()

  @Test("Before the subscription no piece and no completion counts")
  func awaiting() {
    var policy = LinePolicy()
    expect(!policy.isActive(origin))
    expectEqual(policy.complete(0), "")
    expect(policy.subscription(of: origin) == nil)
  }

  @Test("The first subscription is asked for nothing by itself; a second is refused")
  func attach() {
    var policy = LinePolicy()
    expectEqual(policy.attach(0, demand: .unlimited), "max(0)")
    expectEqual(policy.attach(0), "refused")
    expect(policy.isActive(origin))
  }

  @Test("One piece is requested when a line is wanted and none is left, and the next when that has come")
  func pieces() {
    var policy = LinePolicy()
    _ = policy.attach(0)
    expectEqual(policy.drained(total: .none), "")
    expectEqual(policy.requested(.max(1)), "")
    expectEqual(policy.drained(total: .max(1)), "max(1) of -1")
    expect(policy.isAwaitingPiece)
    expectEqual(policy.drained(total: .unlimited), "")
    policy.isAwaitingPiece = false
    expectEqual(policy.delivered(from: origin, adding: .max(1), caller: origin), "")
    expectEqual(policy.delivered(from: origin, adding: .max(1), caller: nil), "")
    expectEqual(policy.drained(total: .unlimited), "max(1) of -1")
  }

  @Test("The completion of upstream counts once, and waits for the lines that are ready")
  func completed() {
    var policy = LinePolicy()
    _ = policy.attach(0)
    expectEqual(policy.complete(0), "releases 0")
    expectEqual(policy.complete(0), "")
    expect(!policy.isOver)
    expectEqual(policy.attach(0), "refused")
  }

  @Test("The end cancels upstream, once")
  func end() {
    let cancels = Box<[String]>([])
    var policy = LinePolicy()
    _ = policy.attach(0, recording: cancels)
    for _ in 0..<2 { policy.end().cancel() }
    expectEqual(cancels.value, ["0"])
    expectEqual(policy.states, "terminated")
  }
}
