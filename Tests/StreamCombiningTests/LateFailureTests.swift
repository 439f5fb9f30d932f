import StreamCombining
import StreamCore
import StreamParts
import TestSupport
import Testing

/// Failures for which a stage of several publishers has no receiver any more.
@Suite("Late failures")
struct LateFailureTests {
  private typealias Source = PassthroughSubject<Int, TestError>

  /// The late failures with a name, and the operators that told of them.
  private func told(_ names: String..., to recorder: FailureRecorder) -> [String] {
    recorder.failures.filter { $0.reason == .late }.compactMap { failure in
      guard let error = failure.error as? TestError, names.contains(error.name) else { return nil }
      return "\(failure.operatorName) \(error.name)"
    }
  }

  // Case XA-229.
  @Test("Of two merged publishers that fail in one tick, downstream receives one failure, and the hook the other")
  func merged() {
    let recorder = FailureRecorder(of: nil)
    let timeline = VirtualTimeline()
    let source = Source()
    let subscriber = source.merge(with: FailsInCancel(TestError("LateFailure merged"))).record()
    timeline.send("-1--#", to: source)
    timeline.run()
    expectEqual(subscriber.values, [1])
    expectEqual(subscriber.failure, TestError())
    expectEqual(told("LateFailure merged", to: recorder), ["Merge LateFailure merged"])
  }

  @Test("A publisher that loses a race and fails as it is cancelled")
  func race() {
    let recorder = FailureRecorder(of: nil)
    let source = Source()
    let failing = FailsInCancel(TestError("LateFailure race"))
    let subscriber = [source.eraseToAnyPublisher(), failing.eraseToAnyPublisher()].race().record()
    source.send(1)
    expectEqual(subscriber.values, [1])
    expectEqual(told("LateFailure race", to: recorder), ["Race LateFailure race"])
    subscriber.cancel()
  }

  @Test("A cancel of downstream, at a stage of one publisher after the other")
  func appended() {
    let recorder = FailureRecorder(of: nil)
    let subscriber = FailsInCancel(TestError("LateFailure append")).append(1).record()
    subscriber.cancel()
    expect(subscriber.completions.isEmpty)
    expectEqual(told("LateFailure append", to: recorder).count, 1)
  }

  @Test("The publisher that switchToLatest leaves")
  func switched() {
    let recorder = FailureRecorder(of: nil)
    let outer = PassthroughSubject<AnyPublisher<Int, TestError>, TestError>()
    let subscriber = outer.switchToLatest().record()
    outer.send(FailsInCancel(TestError("LateFailure switch")).eraseToAnyPublisher())
    outer.send(Result<Int, TestError>.Publisher(1).eraseToAnyPublisher())
    expectEqual(subscriber.values, [1])
    expect(subscriber.completions.isEmpty)
    expectEqual(told("LateFailure switch", to: recorder), ["SwitchToLatest LateFailure switch"])
    subscriber.cancel()
  }

  @Test("A failure that is received is not told, nor one that a cancelled source does not send")
  func received() {
    let recorder = FailureRecorder(of: nil)
    let (source, other) = (Source(), Source())
    let subscriber = source.merge(with: other).record()
    source.send(completion: .failure(TestError("LateFailure first")))
    other.send(completion: .failure(TestError("LateFailure second")))
    expectEqual(subscriber.failure, TestError("LateFailure first"))
    expect(told("LateFailure first", "LateFailure second", to: recorder).isEmpty)
  }
}
