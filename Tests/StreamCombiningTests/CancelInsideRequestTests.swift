import StreamCombining
import StreamCore
import TestSupport
import Testing

// Rule 5: the drain loop makes requests between two values, and downstream may cancel from inside one.
@Suite("After a cancel from inside a request that the drain loop makes, nothing is delivered")
struct CancelInsideRequestTests {
  private let first = ScriptedPublisher<Int, TestError>()
  private let second = ScriptedPublisher<Int, TestError>()

  @Test("zip, with another pair that is ready")
  func zip() {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(2))
    recorder.onValue = { [first, second] value in
      guard value == 11 else { return .none }
      for publisher in [first, second] { publisher.send(2) }
      return .max(1)
    }
    first.zip(second) { $0 * 10 + $1 }.subscribe(recorder)
    first.onRequest = { [weak recorder] _ in recorder?.cancel() }
    first.send(1)
    second.send(1)
    expectEqual(recorder.values, [11])
    expectEqual([first, second].map(\.cancelCount), [1, 1])
  }

  @Test("combineLatest, with another value that is ready")
  func combineLatest() {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(2))
    recorder.onValue = { [second] value in
      guard value == 11 else { return .none }
      second.send(2)
      return .max(1)
    }
    first.combineLatest(second) { $0 * 10 + $1 }.subscribe(recorder)
    first.onRequest = { [weak recorder] _ in recorder?.cancel() }
    first.send(1)
    second.send(1)
    expectEqual(recorder.values, [11])
    expectEqual([first, second].map(\.cancelCount), [1, 1])
  }

  @Test("merge with limited demand, with another value that is ready", arguments: [false, true])
  func merge(finishes: Bool) {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(5))
    recorder.onValue = { [first, second] value in
      guard value == 1 else { return .none }
      second.send(2)
      first.send(3)
      if finishes { for publisher in [first, second] { publisher.send(completion: .finished) } }
      return .none
    }
    first.merge(with: second).subscribe(recorder)
    second.onRequest = { [weak recorder] _ in recorder?.cancel() }
    first.send(1)
    // Of an upstream that has finished nothing is requested.
    expect(recorder.values == (finishes ? [1, 2, 3] : [1, 2]))
    expectEqual(recorder.completions.isEmpty, !finishes)
    expect([first, second].map(\.cancelCount) == (finishes ? [0, 0] : [1, 1]))
  }

  @Test("switchToLatest, with another value that is ready")
  func switchToLatest() {
    let outer = ScriptedPublisher<ScriptedPublisher<Int, TestError>, TestError>()
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(2))
    recorder.onValue = { [second] value in
      guard value == 1 else { return .none }
      // The publisher of the value is no longer the latest, so that its place is asked for what is returned.
      outer.send(second)
      second.send(2)
      return .max(1)
    }
    outer.switchToLatest().subscribe(recorder)
    outer.send(first)
    let asked = Box(0)
    second.onRequest = { [weak recorder] _ in if asked.increment() == 2 { recorder?.cancel() } }
    first.send(1)
    expectEqual(recorder.values, [1])
    expectEqual(asked.value, 2)
    expectEqual(second.cancelCount, 1)
    expectEqual(outer.cancelCount, 1)
  }
}
