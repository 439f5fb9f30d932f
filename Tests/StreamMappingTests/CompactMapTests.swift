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

  @Test("Holds no state: upstream's subscription goes downstream, and signals that break the rules are passed on")
  func holdsNoState() {
    expectEqual(misbehaviour { $0.compactMap { $0 } }, .passedOn)
    expectEqual(names { $0.compactMap { $0 } }, NamesReport(subscriber: "CompactMap", subscription: "Scripted"))
    expectEqual(demand { $0.compactMap { $0 } }, .passedOn)
  }

  @Test("A failure is passed on")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).compactMap { $0 }.record()
    expectEqual(recorder.failure, TestError("broken"))
  }

  @Test("Delivers nothing after a cancel from inside a delivery")
  func cancel() {
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [weak recorder] _ in
      recorder?.cancel()
      return .none
    }
    (1...9).publisher.compactMap { $0 > 3 ? $0 : nil }.subscribe(recorder)
    expectEqual(recorder.values, [4])
    expect(recorder.completions.isEmpty)
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)")
  func release() {
    expectEqual(leaks { source, token in source.compactMap { token.pass($0) } }, [])
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
