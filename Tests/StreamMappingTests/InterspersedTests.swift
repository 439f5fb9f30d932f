import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("interspersed")
struct InterspersedTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  // Case XA-086.
  @Test("A separator comes with the element after it, and none at the end")
  func values() {
    marbles("-1--2--3-|") { $0.interspersed(with: 0) }.expect("-1--(02)--(03)-|")
    expect([Int]().publisher.interspersed(with: 0).record().isFinished)
    expectEqual([1].publisher.interspersed(with: 0).record().values, [1])
  }

  // Case XA-087.
  @Test("An element whose separator has taken up the last demand is held until there is more")
  func holds() {
    let upstream = Upstream()
    let recorder = upstream.interspersed(with: 0).record(demand: .max(2))
    expectEqual(upstream.demand, .max(2))
    upstream.send(1)
    upstream.send(2)
    expectEqual(recorder.values, [1, 0])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 0, 2])
    expectEqual(upstream.demand, .max(2))
  }

  // Case XA-088.
  @Test("There may be several elements between two separators")
  func every() {
    expectEqual([1, 2, 3, 4].publisher.interspersed(every: 2, with: 0).record().values, [1, 2, 0, 3, 4])
    expectEqual([1, 2, 3, 4].publisher.interspersed(every: .max, with: 0).record().values, [1, 2, 3, 4])
  }

  // Case XA-089.
  @Test("A finish comes after the element that is held, a failure instead of it")
  func ends() {
    for fails in [false, true] {
      let upstream = Upstream()
      let recorder = upstream.interspersed(with: 0).record(demand: .max(2))
      upstream.send(1)
      upstream.send(2)
      upstream.send(completion: fails ? .failure(TestError("E")) : .finished)
      expectEqual(recorder.failure, (fails ? TestError("E") : nil))
      expect(!recorder.isFinished)
      recorder.request(.max(1))
      expect(recorder.values == (fails ? [1, 0] : [1, 0, 2]))
      expectEqual(recorder.isFinished, !fails)
    }
  }

  @Test("As many elements are asked for as there is demand for, with their separators", arguments: 1...4)
  func demand(count: Int) {
    for first in 1...12 {
      for second in 1...6 {
        let upstream = Upstream()
        let recorder = upstream.interspersed(every: count, with: 0).record(demand: .max(first))
        var sent = 0
        func sendAll() {
          while let limit = upstream.demand.max, sent < limit {
            sent += 1
            upstream.send(sent)
          }
        }
        sendAll()
        expectEqual(recorder.values.count, first)
        recorder.request(.max(second))
        sendAll()
        expectEqual(recorder.values.count, first + second)
        // No more than one element is held.
        let delivered = recorder.values.count { $0 != 0 }
        expectEqual(sent - delivered, (recorder.values.last == 0 ? 1 : 0))
      }
    }
  }

  @Test("Requests of several threads are each met once, in order")
  func threads() {
    for _ in 0..<300 {
      let recorder = (1...100).publisher.interspersed(every: 2, with: 0).record(demand: .none)
      concurrently(3) { _ in
        for _ in 0..<50 { recorder.request(.max(1)) }
      }
      expectEqual(recorder.values.filter { $0 > 0 }, Array(1...100))
      expectEqual(recorder.values.count, 149)
      expect(recorder.isFinished)
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test("Unlimited demand is passed on, once, and huge ones do no harm")
  func unlimited() {
    let upstream = Upstream()
    let recorder = upstream.interspersed(with: 0).record(demand: .max(.max)) { _ in .max(.max) }
    upstream.send(1)
    recorder.request(.unlimited)
    recorder.request(.unlimited)
    upstream.send(2)
    expectEqual(recorder.values, [1, 0, 2])
    expectEqual(upstream.requests.count { $0 == .demand(.unlimited) }, 1)
  }

  @Test("An element that was not asked for is dropped, and reported")
  func unrequested() {
    let drops = DropRecorder()
    let upstream = Upstream()
    let recorder = upstream.interspersed(with: 0).record(demand: .max(1))
    upstream.send(1)
    upstream.send(2)
    recorder.request(.max(2))
    upstream.send(3)
    expectEqual(recorder.values, [1, 0, 3])
    expect(drops.reports.contains { $0.operatorName == "Interspersed" && $0.reason == .beyondDemand })
  }

  @Test("Releases downstream and the elements, however the stream ends; a count of zero traps")
  func release() async {
    expectEqual(
      leaks { source, token in Publishers.Map(upstream: source) { token.pass($0) }.interspersed(with: 0) }, [])
    await #expect(processExitsWith: .failure) { _ = [1].publisher.interspersed(every: 0, with: 0) }
  }
}
