import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("filter")
struct FilterTests {
  @Test("Republishes the elements that satisfy the predicate")
  func values() {
    let recorder = (1...10).publisher.filter { $0.isMultiple(of: 3) }.record()
    expectEqual(recorder.values, [3, 6, 9])
    expect(recorder.isFinished)
  }

  @Test("For each element that it drops, it requests one more")
  func replacement() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.filter { $0 > 5 }.record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.send(1), .max(1))
    expectEqual(upstream.send(6), .max(3))
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(recorder.values, [6])
  }

  @Test("Holds no state: upstream's subscription goes downstream, and signals that break the rules are passed on")
  func holdsNoState() {
    expectEqual(misbehaviour { $0.filter { _ in true } }, .passedOn)
    expectEqual(names { $0.filter { _ in true } }, NamesReport(subscriber: "Filter", subscription: "Scripted"))
    expectEqual(demand { $0.filter { _ in true } }, .passedOn)
  }

  @Test("A failure is passed on")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).filter { _ in true }.record()
    expectEqual(recorder.failure, TestError("broken"))
  }

  @Test("Delivers nothing after a cancel from inside a delivery")
  func cancel() {
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [weak recorder] _ in
      recorder?.cancel()
      return .none
    }
    (1...9).publisher.filter { $0 > 3 }.subscribe(recorder)
    expectEqual(recorder.values, [4])
    expect(recorder.completions.isEmpty)
  }

  @Test("A value sent from inside a delivery is delivered after the current one (rule 3)")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.filter { $0 != 2 }.record { [subject] value in
      if value == 1 { for next in 2...3 { subject.send(next) } }
      return .none
    }
    subject.send(1)
    expectEqual(recorder.values, [1, 3])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)")
  func release() {
    expectEqual(leaks { source, token in source.filter { _ in token.pass(true) } }, [])
  }

  @Test("Two filters in a row collapse into one, if the context asks for that type")
  func collapses() {
    let once: Publishers.Filter<Publishers.Sequence<ClosedRange<Int>, Never>> =
      (1...20).publisher.filter { $0.isMultiple(of: 2) }.filter { $0.isMultiple(of: 3) }
    expectEqual(once.record().values, [6, 12, 18])
    let asked = Box(0)
    let tried: Publishers.TryFilter<Publishers.Sequence<ClosedRange<Int>, Never>> =
      (1...20).publisher.filter { $0 > 10 }.tryFilter { number in
        asked.increment()
        guard number < 13 else { throw TestError("refused") }
        return true
      }
    let recorder = tried.record()
    expectEqual(recorder.values, [11, 12])
    expectEqual(recorder.failure as? TestError, TestError("refused"))
    expectEqual(asked.value, 3)
  }

  @Test("Very many dropped elements do not grow the stack")
  func manyDropped() {
    let recorder = (0...manyTimes).publisher.filter { $0 == manyTimes }.record(demand: .max(1))
    expectEqual(recorder.values, [manyTimes])
  }
}
