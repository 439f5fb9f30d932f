import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("dropFirst")
struct DropTests {
  @Test("Leaves out the first element, or the first few")
  func values() {
    expectEqual([1, 2, 3, 4].publisher.dropFirst().record().values, [2, 3, 4])
    let recorder = [1, 2, 3, 4].publisher.dropFirst(3).record()
    expectEqual(recorder.values, [4])
    expect(recorder.isFinished)
  }

  @Test("The largest count drops everything, and does not overflow")
  func hugeCount() {
    let recorder = (1...1_000).publisher.dropFirst(.max).record()
    expectEqual(recorder.values, [])
    expect(recorder.isFinished)
    expect((1...3).publisher.dropFirst(.max).dropFirst(.max).record().isFinished)
  }

  @Test("Each subscription has its own state (rule 8)")
  func independent() {
    let publisher = [1, 2, 3].publisher.dropFirst(2)
    expectEqual(publisher.record().values, [3])
    expectEqual(publisher.record().values, [3])
  }

  @Test("A negative count traps")
  func negative() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).dropFirst(-1) as Publishers.Drop }
  }

  @Test("Two in a row collapse into one, if the context asks for that type")
  func collapses() {
    let once: Publishers.Drop<Publishers.Sequence<ClosedRange<Int>, Never>> =
      Publishers.Drop(upstream: (1...6).publisher, count: 2).dropFirst(3)
    expectEqual(once.count, 5)
    expectEqual(once.record().values, [6])
    let byOne: Publishers.Drop<Just<Int>> = Publishers.Drop(upstream: Just(1), count: 2).dropFirst()
    expectEqual(byOne.count, 3)
    let huge: Publishers.Drop<Just<Int>> = Publishers.Drop(upstream: Just(1), count: .max).dropFirst(.max)
    expectEqual(huge.count, .max)
  }

  @Test("Two are equal if upstream and the count are")
  func equality() {
    expectEqual(Publishers.Drop(upstream: Just(1), count: 2), Publishers.Drop(upstream: Just(1), count: 2))
    expect(Publishers.Drop(upstream: Just(1), count: 2) != Publishers.Drop(upstream: Just(1), count: 3))
  }

  @Test("Very many dropped elements do not grow the stack")
  func manyDropped() {
    let recorder = (0...manyTimes).publisher.dropFirst(manyTimes).record(demand: .max(1))
    expectEqual(recorder.values, [manyTimes])
  }
}
