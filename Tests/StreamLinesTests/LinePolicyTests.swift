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
    #expect(!policy.isActive(origin))
    #expect(!policy.isOuterActive)
    #expect(policy.complete(0) == "")
    #expect(policy.subscription(of: origin) == nil)
  }

  @Test("The first subscription is asked for nothing by itself; a second is refused")
  func attach() {
    var policy = LinePolicy()
    #expect(policy.attach(0, demand: .unlimited) == "max(0)")
    #expect(policy.attach(0) == "refused")
    #expect(policy.isActive(origin))
    #expect(policy.isOuterActive)
  }

  @Test("One piece is requested when a line is wanted and none is left, and the next when that has come")
  func pieces() {
    var policy = LinePolicy()
    _ = policy.attach(0)
    #expect(policy.drained(total: .none) == "")
    #expect(policy.requested(.max(1)) == "")
    #expect(policy.drained(total: .max(1)) == "max(1) of 0")
    #expect(policy.isAwaitingPiece)
    #expect(policy.drained(total: .unlimited) == "")
    policy.received(from: origin)
    #expect(!policy.isAwaitingPiece)
    #expect(policy.delivered(from: origin, adding: .max(1), caller: origin) == "")
    #expect(policy.delivered(from: origin, adding: .max(1), caller: nil) == "")
    #expect(policy.drained(total: .unlimited) == "max(1) of 0")
  }

  @Test("All lines of a piece are kept, whatever the demand")
  func place() {
    var policy = LinePolicy()
    #expect(policy.place(readyCount: 1000, demand: .none) == .append)
  }

  @Test("The completion of upstream counts once, and waits for the lines that are ready")
  func completed() {
    var policy = LinePolicy()
    _ = policy.attach(0)
    #expect(policy.complete(0) == "releases 0")
    #expect(policy.complete(0) == "")
    #expect(!policy.isOuterActive)
    #expect(!policy.isOver)
    #expect(policy.attach(0) == "refused")
    #expect(LinePolicy.keepsReadyOnFailure)
  }

  @Test("The end cancels upstream, once")
  func end() {
    let cancels = Box<[String]>([])
    var policy = LinePolicy()
    _ = policy.attach(0, recording: cancels)
    for _ in 0..<2 { policy.end().cancel() }
    #expect(cancels.value == ["0"])
    #expect(policy.states == "terminated")
  }
}
