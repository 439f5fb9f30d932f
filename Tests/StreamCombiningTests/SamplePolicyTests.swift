import StreamCore
import StreamParts
import TestSupport
import Testing

@testable import StreamCombining

@Suite("SamplePolicy")
struct SamplePolicyTests {
  private func makePolicy(isRepeating: Bool, holding element: Int) -> SamplePolicy<Int, Never> {
    var policy = SamplePolicy<Int, Never>(isRepeating: isRepeating)
    policy.demand = .max(2)
    var held: Int? = element
    policy.hold(&held)
    return policy
  }

  @Test("An element that may be repeated is kept when it is taken, another is not")
  func takes() {
    var once = makePolicy(isRepeating: false, holding: 1)
    expectEqual(once.takeSample(), 1)
    expect(once.newest == nil && !once.isFresh && once.demand == .max(1))
    expect(once.takeSample() == nil)
    var again = makePolicy(isRepeating: true, holding: 1)
    expect(again.takeSample() == 1 && again.takeSample() == 1)
    expect(again.takeSample() == nil)
  }

  @Test("The end leaves no element in it (rule 7)", arguments: [true, false])
  func end(isRepeating: Bool) {
    var policy = makePolicy(isRepeating: isRepeating, holding: 1)
    _ = policy.end()
    expect(policy.newest == nil)
  }
}
