import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("mapError")
struct MapErrorTests {
  private struct Other: Error, Equatable {
    var name: String
  }

  @Test("Changes the failure and nothing else")
  func changesFailure() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.mapError { Other(name: "other \($0)") }.record()
    subject.send(1)
    subject.send(completion: .failure(TestError("broken")))
    expectEqual(
      recorder.events, [.subscription("PassthroughSubject"), .value(1), .failure(Other(name: "other broken"))])
  }

  @Test("A failure that is there from the beginning is mapped once, after the values")
  func mapsOnce() {
    let mapped = Box(0)
    let count: @Sendable (TestError) -> TestError = { error in
      mapped.value += 1
      return error
    }
    let failed = Fail<Int, TestError>(error: TestError()).mapError(count).record()
    expectEqual(failed.completions, [.failure(TestError())])
    expectEqual(mapped.value, 1)
    let recorded = Record<Int, TestError>(output: [1], completion: .failure(TestError())).mapError(count).record(
      demand: .none)
    expectEqual(mapped.value, 1)
    recorded.request(.max(1))
    expectEqual(recorded.values, [1])
    expectEqual(mapped.value, 2)
  }

  @Test("A finish is passed on without calling the closure")
  func finish() {
    let recorder = [1, 2].publisher.setFailure().mapError { error -> TestError in
      Issue.record("There is no error.")
      return error
    }.record()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }

  @Test("Has the same type as in Combine")
  func staticType() {
    let publisher = Fail<Int, TestError>(error: TestError()).mapError { Other(name: $0.name) }
    #expect(type(of: publisher) == Publishers.MapError<Fail<Int, TestError>, Other>.self)
    let other = Publishers.MapError(
      upstream: Fail<Int, TestError>(error: TestError("a")), transform: { Other(name: $0.name) })
    expectEqual(other.record().failure, Other(name: "a"))
    let trailing = Publishers.MapError(upstream: Fail<Int, TestError>(error: TestError("b"))) { Other(name: $0.name) }
    expectEqual(trailing.record().failure, Other(name: "b"))
    let unlabelled = Publishers.MapError(
      upstream: Fail<Int, TestError>(error: TestError("c")), { Other(name: $0.name) })
    expectEqual(unlabelled.record().failure, Other(name: "c"))
  }

  @Test("A failure needs no demand")
  func failureWithoutDemand() {
    let recorder = Fail<Int, TestError>(error: TestError("a")).mapError { Other(name: $0.name) }.record(demand: .none)
    expectEqual(recorder.failure, Other(name: "a"))
  }

  @Test("A value sent from inside a delivery is delivered after the current one")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.mapError { $0 }.record { [subject] value in
      if value == 1 {
        subject.send(2)
        subject.send(completion: .failure(TestError()))
      }
      return .none
    }
    subject.send(1)
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure, TestError())
    expectEqual(recorder.overlaps, 0)
  }
}
