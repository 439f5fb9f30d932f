import StreamCore
import StreamErrorHandling
import StreamParts
import TestSupport
import Testing

@Suite("ignoreFailure")
struct IgnoreFailureTests {
  // Case XA-108.
  @Test("A failure finishes the stream")
  func finishes() {
    marbles("-1--#") { $0.ignoreFailure() }.expect("-1--|")
    marbles("-1--|") { $0.ignoreFailure() }.expect("-1--|")
  }

  // Case XA-109.
  @Test("If it is not to finish the stream, nothing comes any more; a finish is passed on")
  func goesSilent() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.ignoreFailure(completeImmediately: false).record()
    upstream.send(1)
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    recorder.cancel()
    marbles("-1--|") { $0.ignoreFailure(completeImmediately: false) }.expect("-1--|")
    marbles("-1--#") { $0.ignoreFailure(completeImmediately: false) }.expect("-1-----")
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    expectEqual(demand { $0.ignoreFailure() }, .passedOn)
  }

  @Test("The failure is told to the hook, whether it finishes the stream or not", arguments: [true, false])
  func tellsHook(completeImmediately: Bool) {
    let recorder = FailureRecorder()
    // Both cases may run at the same time, and the hook is told of both.
    let error = TestError("complete immediately: \(completeImmediately)")
    let line: UInt = #line + 1
    let ignoring = Fail<Int, TestError>(error: error).ignoreFailure(completeImmediately: completeImmediately)
    expectEqual(ignoring.record().isFinished, completeImmediately)
    let told = recorder.failures.filter { $0.error as? TestError == error }
    expectEqual(told.map(\.site?.line), [line])
    expectEqual(told.map(\.operatorName), ["IgnoreFailure"])
    expectEqual(told.map(\.reason), [.ignored])
  }

  @Test("Publishers are equal wherever they are written")
  func equality() {
    let one = Just(1).ignoreFailure()
    expectEqual(one, Just(1).ignoreFailure())
    expect(one != Just(2).ignoreFailure())
    expect(one != Just(1).ignoreFailure(completeImmediately: false))
  }
}
