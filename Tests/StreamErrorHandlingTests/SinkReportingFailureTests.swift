import StreamCore
import StreamErrorHandling
import StreamParts
import TestSupport
import Testing

@Suite("sinkReportingFailure", .timeLimit(.generous))
struct SinkReportingFailureTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  // Case XA-228.
  @Test("Values go to the closure, and the failure to the hook, with the place")
  func marble() {
    let recorder = FailureRecorder()
    let timeline = VirtualTimeline()
    let upstream = PassthroughSubject<Int, TestError>()
    timeline.send("-1--#", to: upstream)
    let events = Box<[String]>([])
    let line: UInt = #line + 1
    let cancellable = upstream.sinkReportingFailure { value in
      events.update { $0.append("\(value) at \(timeline.tick)") }
    }
    let observation = FailureHook.observe { failure in
      guard failure.site == StreamSite(line: line) else { return }
      events.update { $0.append("\(failure.error) at \(timeline.tick)") }
    }
    timeline.run()
    expectEqual(events.value, ["1 at 1", "failure at 4"])
    let told = recorder.failures.filter { $0.site?.line == line }
    expectEqual(told.map { $0.error as? TestError }, [TestError()])
    expectEqual(told.map(\.operatorName), ["Sink"])
    expectEqual(told.map(\.reason), [.ignored])
    withExtendedLifetime((cancellable, observation)) {}
  }

  @Test("Everything is requested, and a finish is told to no one")
  func finish() {
    let recorder = FailureRecorder()
    let upstream = Upstream()
    let line: UInt = #line + 1
    let cancellable = upstream.sinkReportingFailure { _ in }
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(completion: .finished)
    expect(!recorder.failures.contains { $0.site?.line == line })
    withExtendedLifetime(cancellable) {}
  }

  @Test("After a cancel neither the closure nor the hook is called")
  func cancel() {
    let recorder = FailureRecorder()
    let values = Box<[Int]>([])
    let upstream = Upstream(letsGo: false)
    let line: UInt = #line + 1
    let cancellable = upstream.sinkReportingFailure { value in values.update { $0.append(value) } }
    upstream.send(1)
    cancellable.cancel()
    upstream.send(2)
    upstream.send(completion: .failure(TestError()))
    expectEqual(values.value, [1])
    expectEqual(upstream.cancelCount, 1)
    expect(!recorder.failures.contains { $0.site?.line == line })
  }

  enum Ending: CaseIterable {
    case finish, failure, cancel, drop
  }

  @Test(
    "The closure and upstream are released at the end, though upstream keeps its subscriber",
    arguments: Ending.allCases)
  func releases(ending: Ending) {
    let recorder = FailureRecorder()
    let upstream = Upstream(letsGo: false)
    weak var token: ReleaseToken?
    var cancellable: AnyCancellable?
    do {
      let kept = ReleaseToken()
      token = kept
      cancellable = upstream.sinkReportingFailure { _ in _ = kept.pass(0) }
    }
    upstream.send(1)
    expect(token != nil)
    switch ending {
    case .finish: upstream.send(completion: .finished)
    case .failure: upstream.send(completion: .failure(TestError()))
    case .cancel: cancellable?.cancel()
    case .drop: cancellable = nil
    }
    expect(token == nil)
    expectEqual(upstream.livingSubscriptionCount, 0)
    withExtendedLifetime((cancellable, recorder)) {}
  }

  @Test("A closure that is written on the main actor runs there, and the hook is told where upstream fails")
  @MainActor
  func mainActor() async {
    let recorder = FailureRecorder()
    let upstream = PassthroughSubject<Int, TestError>()
    var values: [Int] = []
    let line: UInt = #line + 1
    let cancellable = upstream.sinkReportingFailure { value in
      MainActor.assertIsolated()
      values.append(value)
    }
    upstream.send(1)
    expectEqual(values, [1])
    // On another thread, while this one holds the actor.
    concurrently(1) { _ in
      upstream.send(2)
      upstream.send(completion: .failure(TestError("elsewhere")))
    }
    expectEqual(values, [1])
    let told = recorder.failures.filter { $0.site?.line == line }
    expectEqual(told.map { $0.error as? TestError }, [TestError("elsewhere")])
    while values.count < 2 { await Task.yield() }
    expectEqual(values, [1, 2])
    withExtendedLifetime(cancellable) {}
  }
}

extension VirtualTimeline {
  fileprivate var tick: Int { VirtualTime(0).distance(to: scheduler.now).magnitude / 1_000_000_000 }
}
