import StreamCore
import TestSupport
import Testing

@testable import StreamMapping
@testable import StreamParts

@Suite("SignalPolicy")
struct SignalPolicyTests {
  private typealias Policy = SignalPolicy<Int>

  private let upstream = UpstreamKey()

  private func makePolicy(isOpening: Bool = false, recording cancels: Box<[String]>? = nil) -> Policy {
    var policy = Policy(isOpening: isOpening)
    _ = policy.attach(0, recording: cancels)
    return policy
  }

  @Test("Upstream is asked for what downstream asks; a second subscription of it is refused")
  func passesDemand() {
    var policy = Policy(isOpening: false)
    expect(!policy.isActive(upstream))
    expectEqual(policy.attach(0, demand: .max(3)), "max(0)")
    expectEqual(policy.attach(0), "refused")
    expect(policy.isActive(upstream))
    expectEqual(policy.requested(.max(2)), "max(2) of 0")
    expectEqual(policy.delivered(from: upstream, adding: .max(2), caller: upstream), "returns max(2)")
    expectEqual(policy.delivered(from: upstream, adding: .max(2), caller: nil), "max(2) of 0")
    expectEqual(policy.drained(total: .max(5)), "")
  }

  @Test("While an element of its own waits, nothing is asked; then what downstream still wants is")
  func opens() {
    var policy = makePolicy(isOpening: true)
    expectEqual(policy.requested(.max(2)), "")
    expectEqual(policy.delivered(from: upstream, adding: .max(1), total: .max(2), caller: nil), "")
    expectEqual(policy.drained(total: .max(2)), "max(2) of 0")
    expectEqual(policy.drained(total: .max(2)), "")
    expectEqual(policy.requested(.max(1)), "max(1) of 0")
  }

  @Test("Values beyond the demand are dropped")
  func places() {
    var policy = makePolicy()
    expectEqual(policy.place(readyCount: 1, demand: .max(1)), .drop)
    expectEqual(policy.place(readyCount: 1, demand: .max(2)), .append)
  }

  @Test("It is over with upstream, which is released once")
  func ends() {
    let cancels = Box<[String]>([])
    var policy = makePolicy(recording: cancels)
    expect(!policy.isOver)
    var other = policy
    expectEqual(policy.complete(0), "releases 0")
    expectEqual(policy.complete(0), "")
    expect(policy.isOver)
    expectEqual(policy.states, "terminated")
    policy.end().cancel()
    expectEqual(cancels.value, [])
    for _ in 0..<2 { other.end().cancel() }
    expectEqual(cancels.value, ["0"])
  }
}
