import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("tryCompactMap")
struct TryCompactMapTests {
  @Test("A throw fails the stream")
  func throwing() {
    let recorder = ["one", nil, "", "boom", "two"].publisher.tryCompactMap { text -> String? in
      if text == "boom" { throw TestError("boom") }
      return text
    }.record()
    expectEqual(recorder.values, ["one", ""])
    expectEqual(recorder.failure as? TestError, TestError("boom"))
  }

  @Test("A throw cancels upstream and fails the stream, once")
  func throwingCancels() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryCompactMap { number -> Int? in
      if number == 3 { throw TestError("refused") }
      return number == 2 ? nil : number
    }.record(demand: .max(5)) { _ in .max(2) }
    expectEqual(upstream.send(1), .max(2))
    expectEqual(upstream.send(2), .max(1))
    expectEqual(upstream.send(3), .none)
    expectEqual(upstream.requests, [.demand(.max(5)), .cancel])
    upstream.send(4)
    upstream.send(3)
    upstream.send(completion: .failure(TestError("late")))
    recorder.request(.max(1))
    recorder.cancel()
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure as? TestError, TestError("refused"))
    expectEqual(upstream.requests, [.demand(.max(5)), .cancel])
  }

  @Test("If upstream finishes, so does the stream")
  func finishes() {
    let recorder = (1...4).publisher.tryCompactMap { $0 > 2 ? $0 : nil }.record()
    expectEqual(recorder.values, [3, 4])
    expect(recorder.isFinished)
  }

  @Test("Collapses with a compactMap that follows, if the context asks for that type")
  func collapses() {
    let compacted: Publishers.TryCompactMap<Publishers.Sequence<[Int], Never>, String> =
      [1, 2, 3, 4, 5].publisher.tryCompactMap { number -> Int? in
        if number == 4 { throw TestError("four") }
        return number == 1 ? nil : number
      }.compactMap { $0 == 2 ? nil : "\($0)" }
    let recorder = compacted.record()
    expectEqual(recorder.values, ["3"])
    expectEqual(recorder.failure as? TestError, TestError("four"))
  }
}
