import Dispatch
import StreamTesting
import Streams
import TestSupport
import Testing

@Suite("The guide on checking laws")
struct GuideTests {
  @Test("Its programs hold")
  func programs() {
    verifyLaw("A buffer that suspends loses nothing", .identity) { upstream, run in
      upstream.buffer(size: run.pick(0, 1, 2, .max), whenFull: .suspend)
    }
    verifyLaw("Two filters are one") { upstream, _ in
      upstream.filter { $0 > 3 }.filter { $0 < 9 }
    } equals: { upstream, _ in
      upstream.filter { $0 > 3 && $0 < 9 }
    }
    let queue = LawPlace("a serial queue", on: { DispatchQueue(label: "law") })
    verifyLaw("A delay loses nothing", .identity, in: .all.at([.virtualTime, queue])) { upstream, run in
      upstream.delay(for: 2, scheduler: run.scheduler)
    }
  }
}
