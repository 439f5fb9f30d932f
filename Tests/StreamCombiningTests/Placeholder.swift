import StreamCombining
import TestSupport
import Testing

@Suite("smoke")
struct Smoke {
  @Test func pipeline() {
    let a = PassthroughSubject<Int, TestError>()
    let b = PassthroughSubject<String, TestError>()
    let r = a.zip(b) { "\($0)\($1)" }.record()
    a.send(1)
    a.send(2)
    b.send("a")
    b.send("b")
    a.send(3)
    b.send("c")
    a.send(completion: .finished)
    #expect(r.events == [.subscription("Zip"), .value("1a"), .value("2b"), .value("3c"), .finished])
    let z = (0..<100000).publisher.zip((0..<200000).publisher, (0...).publisher.prefixed(100000)).record(
      demand: .max(1), onValue: { _ in .max(1) })
    #expect(z.values.count == 100000)
    #expect(z.isFinished)
  }
}
extension Publishers.Sequence where Elements == PartialRangeFrom<Int> {
  func prefixed(_ n: Int) -> Publishers.Sequence<Range<Int>, Never> { (0..<n).publisher }
}
