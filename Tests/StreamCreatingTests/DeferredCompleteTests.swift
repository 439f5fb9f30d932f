import StreamCore
import StreamCreating
import TestSupport
import Testing

@Suite("DeferredComplete and DeferredTryComplete")
struct DeferredCompleteTests {
  @Test("A closure that returns nil finishes, one that returns an error fails")
  func errorOrNot() {
    let errors = Box<[TestError?]>([nil, TestError("second")])
    let publisher = DeferredComplete(output: Int.self) { errors.update { $0.removeFirst() } }
    expectEqual(publisher.record().events, [.subscription("DeferredComplete"), .finished])
    expectEqual(publisher.record().events, [.subscription("DeferredComplete"), .failure(TestError("second"))])
  }

  @Test("Without a closure it finishes at the first demand")
  func withoutClosure() {
    let recorder = DeferredComplete<Int, TestError>().record(demand: .none)
    expectEqual(recorder.events, [.subscription("DeferredComplete")])
    recorder.request(.max(1))
    expectEqual(recorder.events, [.subscription("DeferredComplete"), .finished])
    let other = DeferredTryComplete<Int>().record(demand: .none)
    expect(other.completions.isEmpty)
    other.request(.max(1))
    expect(other.isFinished)
  }

  @Test("An error expression is evaluated at the demand, for each subscriber")
  func errorGiven() {
    let runs = Box(0)
    let publisher = DeferredComplete<Int, TestError>(error: TestError("\(runs.increment())"))
    expectEqual(runs.value, 0)
    expectEqual(publisher.record().failure, TestError("1"))
    expectEqual(publisher.record().failure, TestError("2"))
    let inferred = DeferredComplete(output: Int.self, error: TestError("given"))
    expectEqual(inferred.record().failure, TestError("given"))
  }

  @Test("An error that DeferredTryComplete's closure throws is the failure")
  func throwing() {
    let runs = Box(0)
    let publisher = DeferredTryComplete<Int> {
      if runs.increment() > 1 { throw TestError("late") }
    }
    expect(publisher.record().isFinished)
    expectEqual(publisher.record().failure as? TestError, TestError("late"))
    expect(DeferredTryComplete(output: String.self) { throw TestError() }.record().failure is TestError)
  }
}
