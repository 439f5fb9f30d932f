import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("prefix(while:)")
struct PrefixWhileTests {
  @Test("Republishes elements while the closure returns true, then finishes without the next")
  func values() {
    let recorder = ["-initial-", "one", "-two-"].publisher.prefix { $0.count > 3 }.record()
    expectEqual(recorder.values, ["-initial-"])
    expect(recorder.isFinished)
  }

  @Test("At the first element refused it cancels upstream and finishes, without a further request")
  func cancelsUpstream() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.prefix { $0 < 5 }.record(demand: .max(4))
    upstream.send(1)
    expectEqual(upstream.send(7), .none)
    upstream.send(2)
    upstream.send(completion: .failure(TestError()))
    recorder.request(.max(1))
    recorder.cancel()
    expectEqual(upstream.requests, [.demand(.max(4)), .cancel])
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
  }

  @Test("Draws no further elements from a sequence, and does not call the closure again")
  func stops() {
    let asked = Box(0)
    let recorder = (1...).publisher.prefix { number in
      asked.increment()
      return number < 3
    }.record()
    expectEqual(recorder.values, [1, 2])
    expectEqual(asked.value, 3)
  }
}
