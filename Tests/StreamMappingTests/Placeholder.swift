import StreamMapping
import TestSupport
import Testing

@Suite("smoke")
struct Smoke {
  @Test func pipeline() {
    let r = (0..<100000).publisher.flatMap(maxPublishers: .max(2)) { Just($0) }.map { $0 + 1 }.record()
    #expect(r.values.count == 100000)
    #expect(r.isFinished)
    let q = [[1, 2, 3], [4, 5, 6]].publisher.flatMap { $0.publisher }.record(demand: .max(1), onValue: { _ in .max(1) })
    #expect(q.values == [1, 4, 2, 5, 3, 6])
    #expect(q.isFinished)
  }
}
