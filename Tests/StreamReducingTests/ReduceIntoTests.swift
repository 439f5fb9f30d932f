import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("reduce(into:) and collect(into:)")
struct ReduceIntoTests {
  @Test("Delivers the accumulated value at the end, the initial one if there is no element")
  func accumulates() {
    expectEqual([1, 2, 3].publisher.reduce(into: []) { $0.append($1) }.record().values, [[1, 2, 3]])
    #expect(Empty<Int, Never>().reduce(into: []) { $0.append($1) }.record().values == [[]])
  }

  @Test("The result waits for demand, and a failure drops it")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.reduce(into: 0) { $0 += $1 }.record(demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(1)
    upstream.send(completion: .finished)
    expect(recorder.values.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
    let failing = PassthroughSubject<Int, TestError>()
    let failed = failing.reduce(into: 0) { $0 += $1 }.record()
    failing.send(1)
    failing.send(completion: .failure(TestError("e")))
    expect(failed.values.isEmpty)
    expectEqual(failed.failure, TestError("e"))
  }

  @Test("Two subscriptions do not share the value")
  func subscriptionsAreIndependent() {
    let sum = [1, 2].publisher.reduce(into: 10) { $0 += $1 }
    for _ in 1...2 { expectEqual(sum.record().values, [13]) }
  }

  // Cases XA-136, XA-137, XA-138.
  @Test("Collects into a string, a set and a dictionary")
  func collects() {
    expectEqual("aba".publisher.collect(into: String.self).record().values, ["aba"])
    expectEqual("aba".publisher.collect(into: Swift.Set<Character>.self).record().values, [["a", "b"]])
    let pairs = [("a", 1), ("a", 2), ("b", 3)].publisher
    let last = pairs.collect(into: [String: Int].self) { $1 }
    expectEqual(last.record().values, [["a": 2, "b": 3]])
  }

  @Test("Collects by key")
  func groups() {
    expectEqual([1, 2, 3].publisher.grouped { $0 % 2 }.record().values, [[0: [2], 1: [1, 3]]])
  }
}
