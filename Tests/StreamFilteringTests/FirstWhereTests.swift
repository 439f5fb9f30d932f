import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("first(where:)")
struct FirstWhereTests {
  @Test("Republishes the first match, then finishes and cancels upstream")
  func values() {
    let recorder = ["abc", "hello", "world"].publisher.first { $0.count > 3 }.record()
    expectEqual(recorder.values, ["hello"])
    expect(recorder.isFinished)
    let upstream = ScriptedPublisher<Int, TestError>()
    _ = upstream.first { $0 > 5 }.record()
    upstream.send(1)
    expectEqual(upstream.cancelCount, 0)
    upstream.send(7)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("Without a match it finishes without a value")
  func noMatch() {
    let recorder = (1...manyTimes).publisher.first { $0 < 0 }.record(demand: .none)
    expectEqual(recorder.values, [])
    expect(recorder.isFinished)
  }

  @Test("The closure is not called after the match")
  func asksNoMore() {
    let asked = Box(0)
    _ = (1...9).publisher.first { number in
      asked.increment()
      return number == 3
    }.record()
    expectEqual(asked.value, 3)
  }
}
