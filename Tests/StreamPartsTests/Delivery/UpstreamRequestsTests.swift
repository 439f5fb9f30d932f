import StreamCore
import StreamParts
import TestSupport
import Testing

@Suite("UpstreamRequests")
struct UpstreamRequestsTests {
  @Test("A request for nothing is none")
  func empty() {
    expect(UpstreamRequests().isEmpty)
    expect(UpstreamRequests(.none, of: .all()).isEmpty)
    expect(!UpstreamRequests(.max(1)).isEmpty)
  }

  @Test("What the upstream gets that runs the drain loop is taken out, for it is returned")
  func shares() {
    let child = UpstreamKey(index: 2, epoch: 7)
    for (receiver, caller, share, rest) in [
      (child, child, "max(3)", ""), (child, UpstreamKey(index: 2, epoch: 8), "max(0)", "max(3) of 2.7"),
      (child, nil, "max(0)", "max(3) of 2.7"), (.all(), nil, "max(0)", "max(3) of all"),
      (.all(), child, "max(3)", "max(3) of all but 2"),
    ] as [(UpstreamKey, UpstreamKey?, String, String)] {
      var requests = UpstreamRequests(.max(3), of: receiver)
      expectEqual("\(requests.takeShare(of: caller))", share)
      expectEqual(requests.words, rest)
    }
  }

  @Test("A group passes on what it is asked, and its cancel")
  func group() {
    let heard = Box<[String]>([])
    let group = UpstreamGroup(
      ["a", "b"].map { name in
        ScriptedSubscription(
          onRequest: { demand in heard.update { $0.append("\(name) \(demand)") } },
          onCancel: { heard.update { $0.append("\(name) cancelled") } })
      })
    group.request(.max(2))
    group.cancel()
    expectEqual(heard.value, ["a max(2)", "b max(2)", "a cancelled", "b cancelled"])
  }
}
