import StreamCore
import TestSupport
import Testing

@testable import StreamParts

@Suite("BufferPolicy")
struct BufferPolicyTests {
  private typealias Policy = BufferPolicy<Int, TestError>

  private let origin = UpstreamKey()

  private func makePolicy(
    size: Int = 2, _ overflow: Policy.Overflow = .dropsNewest, keepsFull: Bool = true,
    recording cancels: Box<[String]>? = nil
  ) -> Policy {
    var policy = Policy(size: size, overflow: overflow, keepsFull: keepsFull)
    _ = policy.attach(0, recording: cancels)
    return policy
  }

  @Test("Before the subscription no value and no completion counts")
  func awaiting() {
    var policy = Policy(size: 2, overflow: .dropsNewest, keepsFull: true)
    expect(!policy.isActive(origin))
    expectEqual(policy.complete(0), "")
    expect(!policy.isOver)
    expect(policy.subscription(of: origin) == nil)
  }

  @Test("The first subscription is asked for as much as the buffer holds, or for everything; a second is refused")
  func attach() {
    var keepsFull = Policy(size: 2, overflow: .dropsNewest, keepsFull: true)
    expectEqual(keepsFull.attach(0, demand: .max(5)), "max(2)")
    expectEqual(keepsFull.attach(0), "refused")
    expect(keepsFull.isActive(origin))
    var byRequest = Policy(size: 2, overflow: .dropsNewest, keepsFull: false)
    expectEqual(byRequest.attach(0), "unlimited")
  }

  @Test("While there is room, a value is appended, whatever the strategy")
  func room() {
    for overflow in [Policy.Overflow.dropsNewest, .dropsOldest, .fails] {
      var policy = makePolicy(overflow)
      expectEqual(policy.place(readyCount: 1, demand: .none), .append)
      expect(policy.isActive(origin))
    }
  }

  @Test("Without room, the new value or the oldest is dropped, or the buffer overflows")
  func full() {
    var dropsNewest = makePolicy(.dropsNewest)
    expectEqual(dropsNewest.place(readyCount: 2, demand: .none), .drop)
    var dropsOldest = makePolicy(.dropsOldest)
    expectEqual(dropsOldest.place(readyCount: 2, demand: .none), .replaceOldest)
    var empty = makePolicy(size: 0, .dropsOldest)
    expectEqual(empty.place(readyCount: 0, demand: .none), .drop)
    var fails = makePolicy(.fails)
    expectEqual(fails.place(readyCount: 2, demand: .none), .overflow)
    // Upstream is to be cancelled, and nothing of it counts any more.
    expect(fails.overflowed != nil)
    expect(!fails.isActive(origin))
    expectEqual(fails.complete(0), "")
    expect(!fails.isOver)
  }

  @Test("One more value is requested for each that has been delivered, on any thread that runs the drain loop")
  func delivered() {
    var policy = makePolicy()
    expectEqual(policy.requested(.max(3)), "")
    expectEqual(policy.delivered(from: origin, adding: .max(2), caller: nil), "max(1) of 0")
    expectEqual(policy.delivered(from: origin, adding: .max(2), caller: origin), "returns max(1)")
    expectEqual(policy.drained(total: .max(3)), "")
    var byRequest = makePolicy(.dropsNewest, keepsFull: false)
    expectEqual(byRequest.delivered(from: origin, caller: nil), "")
    expectEqual(byRequest.delivered(from: origin, caller: origin), "")
  }

  @Test("The completion of upstream counts once, and the stream is over")
  func completed() {
    var policy = makePolicy()
    expectEqual(policy.complete(0), "releases 0")
    expect(policy.isOver)
    expectEqual(policy.complete(0), "")
    expect(!policy.isActive(origin))
    expectEqual(policy.attach(0), "refused")
    expectEqual(policy.states, "terminated")
  }

  @Test("The end cancels upstream, once")
  func end() {
    let cancels = Box<[String]>([])
    var policy = makePolicy(recording: cancels)
    for _ in 0..<2 { policy.end().cancel() }
    expectEqual(cancels.value, ["0"])
    expect(!policy.isActive(origin))
  }
}
