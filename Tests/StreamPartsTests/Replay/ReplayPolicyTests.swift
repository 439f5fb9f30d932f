import StreamCore
import TestSupport
import Testing

@testable import StreamParts

@Suite("ReplayPolicy")
struct ReplayPolicyTests {
  /// A subscriber of a hub that has no list: each value is sent to the log, then offered.
  private struct Reader {
    let hub: ReplayHub<Int, Never>
    var policy: ReplayPolicy<Int, Never>
    var demand = Subscribers.Demand.none
    var lost = 0

    init(limit: Int, after sent: [Int] = []) {
      hub = ReplayHub("Test", limit: limit, site: nil)
      policy = ReplayPolicy(hub)
      _ = policy.attach(Subscriptions.empty, from: UpstreamKey(), demand: .none)
      for value in sent { hub.send(value) }
      policy.begin(at: hub.log)
    }

    mutating func send(_ value: Int) {
      hub.send(value)
      if policy.takes(demand) { policy.hold(value) }
      lost += policy.loseOldest()
    }

    mutating func request(_ more: Subscribers.Demand) {
      demand += more
      _ = policy.requests(after: .requested(more), total: demand)
    }

    /// Delivers what is held.
    mutating func deliver() -> [Int] {
      var values: [Int] = []
      while demand != .none, let value = policy.next() {
        demand -= 1
        values.append(value)
      }
      return values
    }
  }

  @Test("What has been requested is held, whatever the log loses")
  func holds() {
    var reader = Reader(limit: 2, after: [1, 2, 3])
    reader.request(.max(3))
    for value in 4...9 { reader.send(value) }
    expectEqual(reader.deliver(), [2, 3, 4])
    expectEqual(reader.lost, 3)
    reader.request(.unlimited)
    reader.send(10)
    expectEqual(reader.deliver(), [8, 9, 10])
  }

  @Test("A value stays behind one that waits for demand")
  func order() {
    var reader = Reader(limit: .max)
    reader.send(1)
    reader.request(.max(1))
    reader.send(2)
    reader.request(.max(1))
    reader.send(3)
    expectEqual(reader.deliver(), [1, 2])
    reader.request(.max(2))
    reader.send(4)
    expectEqual(reader.deliver(), [3, 4])
    expectEqual(reader.lost, 0)
  }

  @Test("What is sent, and not offered yet, is not read from the log")
  func notOffered() {
    var reader = Reader(limit: 2)
    reader.send(1)
    for value in 2...4 { reader.hub.send(value) }
    reader.request(.unlimited)
    // The log has lost the 1.
    expectEqual(reader.policy.takeLost(), 1)
    expectEqual(reader.deliver(), [])
    for value in 2...4 where reader.policy.takes(reader.demand) { reader.policy.hold(value) }
    expectEqual(reader.policy.loseOldest(), 0)
    expectEqual(reader.deliver(), [2, 3, 4])
  }

  @Test("The end comes after what waits")
  func ends() {
    var reader = Reader(limit: 1)
    reader.request(.max(1))
    reader.send(1)
    reader.send(2)
    reader.send(3)
    expectEqual(reader.lost, 1)
    reader.policy.complete(.finished)
    expect(!reader.policy.isOver)
    expectEqual(reader.deliver(), [1])
    expect(!reader.policy.isOver)
    reader.request(.max(1))
    expectEqual(reader.deliver(), [3])
    expect(reader.policy.isOver)
  }
}
