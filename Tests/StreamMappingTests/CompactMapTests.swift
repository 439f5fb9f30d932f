import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("compactMap")
struct CompactMapTests {
  @Test("Leaves out nil")
  func unwraps() {
    let recorder = ["one", nil, ""].publisher.compactMap { $0 }.record()
    expectEqual(recorder.values, ["one", ""])
    expect(recorder.isFinished)
  }

  @Test("Republishes the results of the closure")
  func values() {
    let recorder = ["1", "x", "3"].publisher.compactMap { Int($0) }.record()
    expectEqual(recorder.values, [1, 3])
  }

  @Test("For each element that it drops, it requests one more")
  func replacement() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.compactMap { $0 > 5 ? "\($0)" : nil }.record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.send(1), .max(1))
    expectEqual(upstream.send(6), .max(3))
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(recorder.values, ["6"])
  }

  @Test("Collapses with a map or compactMap that follows, if the context asks for that type")
  func collapses() {
    typealias Source = Publishers.Sequence<[String], Never>
    let mapped: Publishers.CompactMap<Source, Int> = ["1", "x", "3"].publisher.compactMap { Int($0) }.map { $0 + 1 }
    expectEqual(mapped.record().values, [2, 4])
    let compacted: Publishers.CompactMap<Source, String> =
      ["1", "x", "3"].publisher.compactMap { Int($0) }.compactMap { $0 < 3 ? "<\($0)>" : nil }
    expectEqual(compacted.record().values, ["<1>"])
    let general = ["1"].publisher.compactMap { Int($0) }.map { $0 + 1 }
    #expect(type(of: general) == Publishers.Map<Publishers.CompactMap<Source, Int>, Int>.self)
  }

  @Test("Very many dropped elements do not grow the stack")
  func manyDropped() {
    let recorder = (0...manyTimes).publisher.compactMap { $0 == manyTimes ? $0 : nil }.record(demand: .max(1))
    expectEqual(recorder.values, [manyTimes])
  }
}
