import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("concatenated()")
struct ConcatenatedTests {
  @Test("The publishers that upstream sends follow each other")
  func follow() {
    childMarbles("-ab-----|", ["a": "-1-2|", "b": "-3|"]) { Publishers.Map(upstream: $0, transform: $1).concatenated() }
      .expect("--1-2-3-|")
  }

  @Test("Publishers beyond the room are left out, and reported with the caller's place")
  func overflow() {
    let drops = DropRecorder()
    let upstream = ScriptedPublisher<ScriptedPublisher<Int, TestError>, TestError>()
    let children = (0..<3).map { _ in ScriptedPublisher<Int, TestError>() }
    let recorder = upstream.concatenated(bufferSize: 1, whenFull: .dropNewest, line: 7001).record()
    for child in children { upstream.send(child) }
    for child in children { child.send(completion: .finished) }
    expect(children.map(\.subscriberCount) == [0, 0, 0] && !children[2].isCancelled)
    expectEqual(drops.reports.filter { $0.site?.line == 7001 }.map(\.reason), [.overflow])
    withExtendedLifetime(recorder) {}
  }
}
