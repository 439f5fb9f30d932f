import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("MergeMany")
struct MergeManyTests {
  @Test("Merges any number of publishers, given one by one or as a sequence")
  func values() {
    let lists = [[1, 2], [3], [], [4, 5]]
    let recorder = Publishers.MergeMany(lists.map(\.publisher)).record()
    expectEqual(recorder.values, [1, 2, 3, 4, 5])
    expect(recorder.isFinished)
    expectEqual(Publishers.MergeMany(Just(1), Just(2), Just(3)).record().values, [1, 2, 3])
    expectEqual(Publishers.MergeMany((1...3).lazy.map { Just($0) }).publishers, [Just(1), Just(2), Just(3)])
  }

  @Test("A merge of no publishers finishes at once, without demand")
  func none() {
    let recorder = Publishers.MergeMany([Just<Int>]()).record(demand: .none)
    expect(recorder.values.isEmpty)
    expect(recorder.isFinished)
  }

  @Test("merge(with:) adds one more publisher")
  func oneMore() {
    let merged = Publishers.MergeMany(Just(1)).merge(with: Just(2)).merge(with: Just(3))
    expect(type(of: merged) == Publishers.MergeMany<Just<Int>>.self)
    expectEqual(merged.record().values, [1, 2, 3])
  }

  @Test(
    "A thousand publishers deliver all values, whatever the demand",
    arguments: [.unlimited, .max(1)] as [Subscribers.Demand])
  func thousand(demand: Subscribers.Demand) {
    let subjects = (0..<1_000).map { _ in PassthroughSubject<Int, TestError>() }
    let recorder = Publishers.MergeMany(subjects).record(demand: demand) { _ in demand }
    for (number, subject) in subjects.enumerated() { subject.send(number) }
    for subject in subjects.reversed() { subject.send(completion: .finished) }
    expectEqual(recorder.values, Array(0..<1_000))
    expect(recorder.isFinished)
  }

  @Test("A thousand publishers may finish at once, or one of them fail in the end")
  func thousandAtOnce() {
    let recorder = Publishers.MergeMany((0..<1_000).map { Just($0) }).record()
    expectEqual(recorder.values, Array(0..<1_000))
    expect(recorder.isFinished)
    let sources = (0..<1_000).map { _ in ScriptedPublisher<Int, TestError>() }
    let failing = Publishers.MergeMany(sources).record()
    sources[999].send(completion: .failure(TestError()))
    expectEqual(failing.failure, TestError())
    expectEqual(sources.map(\.cancelCount).reduce(0, +), 999)
  }
}
