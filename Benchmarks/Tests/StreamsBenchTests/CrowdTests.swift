import BenchModel
import Synchronization
import Testing

@Suite("Threads that send at the same time")
struct CrowdTests {
  @Test("The share is what the slowest has sent of what the fastest has")
  func share() {
    #expect(Crowd.Outcome(sum: 0, progress: [100, 25, 50]).share == 0.25)
    #expect(Crowd.Outcome(sum: 0, progress: [100, 0]).share == 0)
    #expect(Crowd.Outcome(sum: 0, progress: [100]).share == 1)
    #expect(Crowd.Outcome(sum: 0, progress: []).share == 1)
  }

  @Test("Each sends its own values, all of them, and the first to end has sent all")
  func values() {
    let sent = Mutex<[Int: Set<Int>]>([:])
    let progress = Crowd.run(senders: 4, each: 50) { sender, value in
      sent.withLock { _ = $0[sender, default: []].insert(value) }
    }
    for sender in 0..<4 {
      #expect(sent.withLock { $0[sender] } == Set(sender * 50..<sender * 50 + 50))
    }
    #expect(progress.count == 4 && progress.max() == 50)
  }
}
