import StreamCore
import StreamParts
import TestSupport
import Testing

@testable import StreamCombining

@Suite("DelayedFailuresPolicy")
struct DelayedFailuresPolicyTests {
  private typealias Policy = DelayedFailuresPolicy<Int, TestError>

  @Test("A failure is kept once the child has sent its subscription, until it has been completed")
  func keeps() throws {
    var policy = Policy()
    let added = policy.merging.addChild()
    let child = try #require(added)
    expect(!policy.keep(TestError("early"), of: child))
    expectEqual(policy.attach(ScriptedSubscription(), from: child, demand: .unlimited), .unlimited)
    expect(policy.keep(TestError("kept"), of: child))
    expect(policy.complete(child) != nil)
    expect(!policy.keep(TestError("late"), of: child))
    expectEqual(policy.failures, [TestError("kept")])
  }

  @Test("It is over when no child is left, and the end takes out the failures (rule 7)")
  func end() throws {
    var policy = Policy()
    let added = policy.merging.addChild()
    let child = try #require(added)
    policy.merging.endChildren()
    _ = policy.attach(ScriptedSubscription(), from: child, demand: .none)
    expect(policy.keep(TestError(), of: child))
    expect(!policy.isOver)
    _ = policy.complete(child)
    expect(policy.isOver)
    expect(policy.end().failure as? MergedFailures<TestError> == MergedFailures(TestError()))
    expect(policy.failures.isEmpty)
  }

  @Test("Without failures the end has none")
  func finishes() {
    var policy = Policy()
    expect(policy.end().failure == nil)
  }
}
