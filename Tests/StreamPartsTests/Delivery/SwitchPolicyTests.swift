import StreamCore
import TestSupport
import Testing

@testable import StreamParts

@Suite("SwitchPolicy")
struct SwitchPolicyTests {
  private typealias Policy = SwitchPolicy<Int, TestError>

  /// A policy with an active publisher of publishers.
  private func makePolicy(recording cancels: Box<[String]>? = nil) -> Policy {
    var policy = Policy()
    _ = policy.attach(-1, recording: cancels)
    return policy
  }

  /// Begins an epoch whose publisher has sent its subscription.
  private func begin(_ policy: inout Policy, recording cancels: Box<[String]>? = nil) {
    let epoch = policy.beginEpoch()?.epoch ?? -1
    _ = policy.attach(0, epoch: epoch, recording: cancels)
  }

  private func latest(_ epoch: Int) -> UpstreamKey { UpstreamKey(epoch: epoch) }

  @Test("The publisher of publishers is asked for everything; before it there is no epoch")
  func outer() {
    var policy = Policy()
    expect(policy.beginEpoch()?.epoch == nil)
    expectEqual(policy.attach(-1, demand: .max(3)), "unlimited")
    expectEqual(policy.attach(-1), "refused")
    expectEqual(policy.states, "active -1")
    expectEqual(policy.requested(.max(1)), "")
    expect(!policy.isOver)
  }

  @Test("An epoch replaces what there is of the one before, and there is none without an upstream")
  func epochs() {
    var policy = makePolicy()
    begin(&policy)
    expectEqual(policy.epoch, 1)
    expect(policy.isActive(latest(1)))
    let (epoch, previous) = policy.beginEpoch() ?? (0, nil)
    expectEqual(epoch, 2)
    expectEqual(previous.map { "\($0)" }, "0.1")
    expect(policy.inner == nil)
    expect(policy.isAwaitingInner)
    expect(!policy.isActive(latest(1)))
    expectEqual(policy.complete(0, epoch: 1), "")
    expectEqual(policy.attach(0, epoch: 1), "refused")

    _ = policy.complete(-1)
    expect(policy.beginEpoch()?.epoch == nil)
    expectEqual(policy.epoch, 2)
  }

  @Test("If none is to be replaced, an epoch begins only when the latest publisher has ended, and upstream has not")
  func epochsWhenIdle() {
    var policy = Policy()
    expect(policy.beginEpochIfIdle() == nil)
    policy = makePolicy()
    expectEqual(policy.beginEpochIfIdle(), 1)
    expect(policy.beginEpochIfIdle() == nil)
    _ = policy.attach(0, epoch: 1)
    expect(policy.beginEpochIfIdle() == nil)
    expect(policy.isActive(latest(1)))
    _ = policy.complete(0, epoch: 1)
    expectEqual(policy.beginEpochIfIdle(), 2)
    _ = policy.attach(0, epoch: 2)
    _ = policy.complete(0, epoch: 2)
    _ = policy.complete(-1)
    expect(policy.beginEpochIfIdle() == nil)
    expectEqual(policy.epoch, 2)
  }

  @Test("A publisher is awaited until it sends its subscription, is replaced, or the stream ends")
  func awaits() {
    var policy = makePolicy()
    expect(!policy.isAwaiting(epoch: 0))
    _ = policy.beginEpoch()
    expect(policy.isAwaiting(epoch: 1))
    _ = policy.beginEpoch()
    expect(!policy.isAwaiting(epoch: 1))
    expect(policy.isAwaiting(epoch: 2))
    _ = policy.attach(0, epoch: 2)
    expect(!policy.isAwaiting(epoch: 2))
    _ = policy.beginEpoch()
    _ = policy.end()
    expect(!policy.isAwaiting(epoch: 3))
  }

  @Test("The latest publisher is asked for the outstanding demand; a second subscription of it is refused")
  func attachesLatest() {
    var policy = makePolicy()
    _ = policy.beginEpoch()
    expect(!policy.isActive(latest(1)))
    expectEqual(policy.attach(0, epoch: 1, demand: .max(4)), "max(4)")
    expectEqual(policy.attach(0, epoch: 1), "refused")
    expect(policy.isActive(latest(1)))
    expectEqual(policy.states, "active -1, active 0.1")
  }

  @Test("A value that comes during a delivery is kept, no more of them than were asked for")
  func places() {
    var policy = makePolicy()
    expectEqual(policy.place(readyCount: 0, demand: .none), .drop)
    expectEqual(policy.place(readyCount: 0, demand: .max(1)), .append)
    expectEqual(policy.place(readyCount: 1, demand: .max(1)), .drop)
    expectEqual(policy.place(readyCount: 100, demand: .unlimited), .append)
  }

  @Test("Requests go to the latest publisher, and wait while there is none")
  func requests() {
    var policy = makePolicy()
    expectEqual(policy.requested(.max(1)), "")
    _ = policy.beginEpoch()
    expectEqual(policy.requested(.max(1)), "")
    _ = policy.attach(0, epoch: 1)
    expectEqual(policy.requested(.max(2)), "max(2) of 0.1")
    _ = policy.complete(0, epoch: 1)
    expectEqual(policy.requested(.max(3)), "")
  }

  @Test("What downstream returns goes back to the publisher of the value, or is asked of the latest")
  func returns() {
    var policy = makePolicy()
    begin(&policy)
    expectEqual(policy.delivered(from: latest(1), adding: .max(2), caller: latest(1)), "returns max(2)")
    expectEqual(policy.delivered(from: latest(1), adding: .max(3), caller: nil), "max(3) of 0.1")
    expectEqual(policy.delivered(from: latest(1), caller: nil), "")
    // A publisher that runs the drain loop, though a later one has come, is asked for nothing.
    begin(&policy)
    expectEqual(policy.delivered(from: latest(2), adding: .max(3), caller: latest(1)), "max(3) of 0.2")
  }

  @Test("The stream is over when neither upstream nor the latest publisher goes on")
  func over() {
    var policy = makePolicy()
    begin(&policy)
    expectEqual(policy.complete(-1), "releases -1")
    expectEqual(policy.complete(-1), "")
    expect(!policy.isOver)
    expectEqual(policy.complete(0, epoch: 1), "releases 0.1")
    expectEqual(policy.complete(0, epoch: 1), "")
    expect(policy.isOver)

    var awaiting = makePolicy()
    _ = awaiting.beginEpoch()
    expectEqual(awaiting.complete(0, epoch: 1), "")
    _ = awaiting.complete(-1)
    expect(!awaiting.isOver)
    expectEqual(awaiting.attach(0, epoch: 1), "max(0)")
    _ = awaiting.complete(0, epoch: 1)
    expect(awaiting.isOver)
  }

  @Test("The latest publisher's subscription is found under its epoch, for requests")
  func subscription() {
    var policy = makePolicy()
    begin(&policy)
    expectEqual(policy.subscription(of: latest(1)).map { "\($0)" }, "0.1")
    expect(policy.subscription(of: latest(2)) == nil)
    begin(&policy)
    expect(policy.subscription(of: latest(1)) == nil)
  }

  @Test("The end cancels upstream and the latest publisher, once, and awaits none")
  func end() {
    let cancels = Box<[String]>([])
    var policy = makePolicy(recording: cancels)
    begin(&policy, recording: cancels)
    for _ in 0..<2 { policy.end().cancel() }
    expectEqual(cancels.value, ["-1", "0.1"])
    expect(policy.inner == nil)
    var awaiting = makePolicy()
    _ = awaiting.beginEpoch()
    _ = awaiting.end()
    expect(!awaiting.isAwaitingInner)
    expectEqual(awaiting.attach(0, epoch: 1), "refused")
    expect(awaiting.beginEpoch()?.epoch == nil)
  }
}
