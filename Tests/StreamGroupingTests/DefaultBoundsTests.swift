import StreamGrouping
import StreamMapping
import TestSupport
import Testing

// Whoever leaves a bound out relies on the one that the documentation names.
@Suite("Bounds that are left out, of grouping operators")
struct DefaultBoundsTests {
  private let source = ScriptedPublisher<Int, TestError>()

  @Test("groupBy has any number of groups, which hold 256 elements together, and loses none")
  func groupBy() {
    let groups = source.groupBy { $0 }
    expect((groups.maxGroups, groups.bufferSize) == (.max, 256))
    expectEqual((1...2_000).publisher.groupBy { $0 }.flatMap { $0 }.record().values, Array(1...2_000))
  }

  @Test("Windows may hold 256 elements together, and one by time any number of them")
  func windows() {
    expectEqual(source.window(size: 2).bufferSize, 256)
    expectEqual(source.window(boundary: source).bufferSize, 256)
    let timed = source.window(every: 1, scheduler: TestScheduler())
    expect((timed.bufferSize, timed.size) == (256, .max))
  }

  @Test("A chunk has 4,096 elements at most")
  func chunks() {
    expectEqual(source.chunked { $0 < $1 }.maxLength, 4_096)
    expectEqual(source.chunked { $0 }.maxLength, 4_096)
    expectEqual(source.collect { $0.count < 2 }.maxLength, 4_096)
    expectEqual(source.collect(until: source).maxLength, 4_096)
  }
}
