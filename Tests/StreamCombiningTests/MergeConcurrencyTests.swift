import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("merge on many threads")
struct MergeConcurrencyTests {
  @Test("Nothing is lost, repeated or out of its publisher's order, and deliveries do not overlap (rule 3)")
  func nothingIsLost() {
    let subjects = (0..<6).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = Publishers.MergeMany(subjects).record()
    concurrently(6) { thread in
      for number in 0..<2_000 { subjects[thread].send(thread * 10_000 + number) }
      subjects[thread].send(completion: .finished)
    }
    for thread in 0..<6 {
      let values = recorder.values.filter { $0 / 10_000 == thread }
      expectEqual(values, (0..<2_000).map { thread * 10_000 + $0 })
    }
    expectEqual(recorder.values.count, 12_000)
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }

  @Test("Demand of many threads is served once each (rules 2 and 3)")
  func requests() {
    let recorder = Publishers.MergeMany((0..<4).map { ($0 * 1_000..<$0 * 1_000 + 1_000).publisher })
      .record(demand: .none)
    concurrently(4) { _ in
      for _ in 0..<500 { recorder.request(.max(1)) }
    }
    expectEqual(recorder.values.count, 2_000)
    recorder.request(.unlimited)
    expectEqual(recorder.values.sorted(), Array(0..<4_000))
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }
}
