import StreamCore
import Synchronization
import TestSupport
import Testing

@Suite("smoke")
struct Smoke {
  @Test func pipeline() {
    let r = [1, 2, 3].publisher.record()
    #expect(r.events == [.subscription("[1, 2, 3]"), .value(1), .value(2), .value(3), .finished])
    let s = CurrentValueSubject<Int, Never>(1)
    let a = s.record()
    s.send(2)
    #expect(a.values == [1, 2])
    s.send(completion: .finished)
    #expect(a.isFinished)
    let f = Future<Int, Never> { $0(.success(3)) }
    #expect(f.record().values == [3])
  }
}
