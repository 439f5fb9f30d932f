import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("drop(while:)")
struct DropWhileTests {
  @Test("Leaves out elements while the closure returns true, and passes all that follow")
  func values() {
    let recorder = ["hello", "world", "abc", "xyz", "fini"].publisher.drop { $0.count > 3 }.record()
    #expect(recorder.values == ["abc", "xyz", "fini"])
    #expect(recorder.isFinished)
  }

  @Test("The closure is not called again once it has returned false")
  func asksNoMore() {
    let asked = Box(0)
    _ = (1...9).publisher.drop { number in
      asked.increment()
      return number < 3
    }.record()
    #expect(asked.value == 3)
  }

  @Test("For each element that it drops, it requests one more")
  func replacement() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.drop { $0 < 5 }.record(demand: .max(1))
    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(7) == .none)
    #expect(upstream.requests == [.demand(.max(1))])
    #expect(recorder.values == [7])
  }

  @Test("Each subscription has its own state (rule 8)")
  func independent() {
    let publisher = [1, 7, 2].publisher.drop { $0 < 5 }
    #expect(publisher.record().values == [7, 2])
    #expect(publisher.record().values == [7, 2])
  }

  @Test("A hundred thousand dropped elements do not grow the stack")
  func manyDropped() {
    let recorder = (0...100_000).publisher.drop { $0 < 100_000 }.record(demand: .max(1))
    #expect(recorder.values == [100_000])
  }
}
