import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("compacted, mapToValue, mapMany and setOutputType")
struct CompositionTests {
  // Cases XA-097, XA-098.
  @Test("nil is dropped, and one more element asked for")
  func compacted() {
    let run = marbles("-1--3--2-|") { $0.map { $0 == 3 ? nil : $0 }.compacted() }
    run.expect("-1-----2-|")
    let upstream = ScriptedPublisher<Int?, Never>()
    let recorder = upstream.compacted().record()
    expectEqual(upstream.send(1), .none)
    expectEqual(upstream.send(nil), .max(1))
    expectEqual(recorder.values, [1])
    let nothing = [Int?.none, nil].publisher.compacted().record()
    expect(nothing.values.isEmpty && nothing.isFinished)
  }

  @Test("Only one level of optional is taken off")
  func oneLevel() {
    let nested: [Int??] = [.some(nil), .some(1), nil]
    expectEqual(nested.publisher.compacted().record().values, [nil, 1])
  }

  // Case XA-074.
  @Test("A value is delivered for each element")
  func values() {
    marbles("-5-6-|") { $0.mapToValue(1) }.expect("-1-1-|")
    expectEqual([1, 2].publisher.mapToVoid().record().values.count, 2)
  }

  // Case XA-076.
  @Test("The members of each element are transformed, of an empty one none")
  func many() {
    marbles("-2--0-|") { $0.map { Array(0..<$0) }.mapMany { $0 * 10 } }
      .expect("-A--B-|", values: ["A": [0, 10], "B": []])
    let lists = [[1, 2], []].publisher
    expectEqual(lists.mapMany { $0 * 10 }.record().values, [[10, 20], []])
    expectEqual(lists.compactMapMany { $0 > 1 ? $0 : nil }.record().values, [[2], []])
  }

  @Test("A publisher without elements has any type of elements")
  func outputType() {
    #expect(Empty<Never, Never>().setOutputType(to: Int.self).record().values == [Int]())
    let failing = Fail<Never, TestError>(error: TestError("e")).setOutputType(to: String.self)
    expectEqual(failing.record().failure, TestError("e"))
  }
}
