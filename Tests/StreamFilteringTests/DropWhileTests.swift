import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("drop(while:)")
struct DropWhileTests {
  @Test("Leaves out elements while the closure returns true, and passes all that follow")
  func values() {
    let recorder = ["hello", "world", "abc", "xyz", "fini"].publisher.drop { $0.count > 3 }.record()
    expectEqual(recorder.values, ["abc", "xyz", "fini"])
    expect(recorder.isFinished)
  }

  @Test("The closure is not called again once it has returned false")
  func asksNoMore() {
    let asked = Box(0)
    _ = (1...9).publisher.drop { number in
      asked.increment()
      return number < 3
    }.record()
    expectEqual(asked.value, 3)
  }

  @Test("Each subscription has its own state (rule 8)")
  func independent() {
    let publisher = [1, 7, 2].publisher.drop { $0 < 5 }
    expectEqual(publisher.record().values, [7, 2])
    expectEqual(publisher.record().values, [7, 2])
  }

  @Test("Very many dropped elements do not grow the stack")
  func manyDropped() {
    let recorder = (0...manyTimes).publisher.drop { $0 < manyTimes }.record(demand: .max(1))
    expectEqual(recorder.values, [manyTimes])
  }
}
