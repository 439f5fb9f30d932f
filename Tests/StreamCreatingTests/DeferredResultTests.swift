import StreamCore
import StreamCreating
import TestSupport
import Testing

@Suite("DeferredResult")
struct DeferredResultTests {
  typealias Outcome = Result<Int, TestError>

  @Test("A success is delivered and followed by a finish, a failure fails the stream")
  func bothCases() {
    let results = Box<[Outcome]>([.success(1), .failure(TestError("second"))])
    let publisher = DeferredResult { results.update { $0.removeFirst() } }
    expectEqual(publisher.record().events, [.subscription("DeferredResult"), .value(1), .finished])
    expectEqual(publisher.record().events, [.subscription("DeferredResult"), .failure(TestError("second"))])
  }

  @Test("A failure waits for demand, and is not delivered after a cancel")
  func failureWaits() {
    let publisher = DeferredResult { Outcome.failure(TestError()) }
    let recorder = publisher.record(demand: .none)
    expectEqual(recorder.events, [.subscription("DeferredResult")])
    recorder.request(.max(1))
    expectEqual(recorder.events, [.subscription("DeferredResult"), .failure(TestError())])
    let cancelled = publisher.record(demand: .none)
    cancelled.cancel()
    cancelled.request(.max(1))
    expectEqual(cancelled.events, [.subscription("DeferredResult")])
  }
}
