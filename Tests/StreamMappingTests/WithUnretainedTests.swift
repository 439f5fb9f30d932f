import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("withUnretained")
struct WithUnretainedTests {
  private final class Model: Sendable {
    let name = "model"
  }

  // Case XA-090.
  @Test("Pairs each element with the object until that is released, then finishes")
  func untilRelease() {
    let upstream = ScriptedPublisher<Int, Never>()
    var model: Model? = Model()
    let recorder = model.map { upstream.withUnretained($0) { "\($0.name) \($1)" }.record() }
    upstream.send(1)
    expectEqual(recorder?.values, ["model 1"])
    model = nil
    upstream.send(2)
    expectEqual(recorder?.values, ["model 1"])
    expectEqual(recorder?.isFinished, true)
    expect(upstream.isCancelled)
  }

  // Case XA-091.
  @Test("Of an object that is gone, the first element finishes the stream")
  func goneBefore() {
    let upstream = ScriptedPublisher<Int, Never>()
    let publisher = upstream.withUnretained(Model())
    expect(publisher.object == nil)
    let recorder = publisher.map(\.1).record()
    expect(!recorder.isFinished)
    upstream.send(1)
    expect(recorder.values.isEmpty)
    expect(recorder.isFinished)
  }

  // Case XA-092.
  @Test("A failure is passed on though the object is gone")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("e")).withUnretained(Model()).map(\.1).record()
    expectEqual(recorder.failure, TestError("e"))
  }
}
