import StreamCore
import StreamParts
import StreamSharing
import TestSupport
import Testing

@Suite("buffer(size:whenFull:)")
struct BoundedBufferTests {
  typealias Policy = StreamOverflowPolicy<TestError>

  /// A buffer of two into which 1, 2, 3 and 4 are sent without demand.
  private func fill(
    _ policy: Policy, at line: UInt = #line
  ) -> (upstream: ScriptedPublisher<Int, TestError>, recorder: RecordingSubscriber<Int, TestError>) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.buffer(size: 2, whenFull: policy, line: line).record(demand: .none)
    for value in 1...4 { upstream.send(value) }
    return (upstream, recorder)
  }

  // Cases XA-001, XA-002.
  @Test("A full buffer drops the oldest or the newest value, and says so")
  func drops() {
    for (policy, kept, line) in [(Policy.dropOldest, [3, 4], 1001), (.dropNewest, [1, 2], 1002)]
      as [(Policy, [Int], UInt)]
    {
      let drops = DropRecorder()
      let (upstream, recorder) = fill(policy, at: line)
      expectEqual(upstream.requests, [.demand(.unlimited)])
      recorder.request(.max(9))
      expectEqual(recorder.values, kept)
      expect(!recorder.isFinished)
      upstream.send(completion: .finished)
      expect(recorder.isFinished)
      let reports = drops.reports.filter { $0.site?.line == line }
      expectEqual(reports.count, 2)
      expect(reports.allSatisfy { $0.operatorName == "Buffer" && $0.reason == .overflow && $0.count == 1 })
    }
  }

  // Case XA-003.
  @Test("A full buffer with an error cancels upstream, delivers its values, then fails")
  func fails() {
    let drops = DropRecorder()
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.buffer(size: 2, whenFull: .error { TestError("full") }, line: 1003).record(demand: .none)
    for value in 1...2 { upstream.send(value) }
    expect(!upstream.isCancelled)
    upstream.send(3)
    expect(upstream.isCancelled)
    expect(recorder.completions.isEmpty)
    recorder.request(.unlimited)
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure, TestError("full"))
    expect(!drops.reports.contains { $0.site?.line == 1003 })
  }

  // Case XA-004.
  @Test("A buffer that suspends requests what there is room for, then a value for each that leaves")
  func suspends() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.buffer(size: 2, whenFull: .suspend).record(demand: .none)
    expectEqual(upstream.requests, [.demand(.max(2))])
    upstream.send(1)
    upstream.send(2)
    recorder.request(.max(2))
    expectEqual(recorder.values, [1, 2])
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1)), .demand(.max(1))])
  }

  @Test("What a source sends beyond the room of a buffer that suspends is dropped, and reported as that")
  func beyondDemand() {
    let drops = DropRecorder()
    let (_, recorder) = fill(.suspend, at: 1004)
    recorder.request(.unlimited)
    expectEqual(recorder.values, [1, 2])
    expectEqual(drops.reports.filter { $0.site?.line == 1004 }.map(\.reason), [.beyondDemand, .beyondDemand])
  }

  @Test("Without room, a buffer that suspends passes downstream's demand on")
  func withoutRoom() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.buffer(size: 0, whenFull: .suspend).record(demand: .max(1))
    expectEqual(upstream.requests, [.demand(.max(1))])
    upstream.send(1)
    expectEqual(recorder.values, [1])
    recorder.request(.max(3))
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(3))])
  }

  @Test("A buffer without bound that suspends requests everything")
  func withoutBound() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.buffer(size: .max, whenFull: .suspend).record(demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    for value in 1...1000 { upstream.send(value) }
    recorder.request(.unlimited)
    expectEqual(recorder.values, Array(1...1000))
  }

  @Test("A size of less than zero traps")
  func negativeSize() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).buffer(size: -1, whenFull: .dropOldest) }
  }

  @Test("Combine's buffer reports what it drops, too, without a place")
  func combines() {
    let drops = DropRecorder(of: nil)
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest).record(demand: .none)
    for value in 1...3 { upstream.send(value) }
    recorder.request(.unlimited)
    expectEqual(recorder.values, [3])
    expect(drops.reports.filter { $0.site == nil && $0.operatorName == "Buffer" }.count >= 2)
  }
}
