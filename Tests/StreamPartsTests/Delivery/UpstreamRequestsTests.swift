import StreamCore
import StreamParts
import TestSupport
import Testing

@Suite("UpstreamRequests")
struct UpstreamRequestsTests {
  @Test("At first, and after a request for nothing, there is nothing to send")
  func empty() {
    var requests = UpstreamRequests()
    expect(requests.isEmpty)
    requests.ask(.all(except: 1), for: .none)
    expect(requests.isEmpty)
    expectEqual(requests.receivers, .one(UpstreamKey()))
  }

  @Test("A request says how much is asked of which upstreams")
  func asks() {
    let child = UpstreamKey(index: 2, epoch: 7)
    for (receivers, demand) in [
      (UpstreamRequests.Receivers.one(child), Subscribers.Demand.max(3)), (.all(except: -1), .unlimited),
      (.all(except: 2), .max(1)),
    ] {
      var requests = UpstreamRequests()
      requests.ask(receivers, for: demand)
      expect(!requests.isEmpty)
      expectEqual(requests.receivers, receivers)
      expectEqual(requests.demand, demand)
    }
  }

  @Test("A request for nothing leaves one that is there")
  func keepsRequest() {
    var requests = UpstreamRequests()
    requests.ask(.all(except: 0), for: .max(2))
    requests.ask(.one(UpstreamKey(index: 1)), for: .none)
    expectEqual(requests.receivers, .all(except: 0))
    expectEqual(requests.demand, .max(2))
  }
}
