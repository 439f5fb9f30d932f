import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("prefix")
struct PrefixTests {
  @Test("Republishes the first elements, then finishes")
  func values() {
    let recorder = (1...).publisher.prefix(8).record()
    expectEqual(recorder.values, Array(1...8))
    expect(recorder.isFinished)
  }

  @Test("Counts the elements behind a dropFirst")
  func afterDrop() {
    let recorder = ["-initial-", "one", "two", "three"].publisher.dropFirst(2).prefix(1).record()
    expectEqual(recorder.values, ["two"])
    expect(recorder.isFinished)
  }

  @Test("Finishes with the last element, without further demand, and cancels upstream")
  func finishesWithLast() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.prefix(2).record(demand: .max(2))
    upstream.send(1)
    expect(recorder.completions.isEmpty)
    upstream.send(2)
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
    upstream.send(3)
    expectEqual(upstream.requests, [.demand(.max(2)), .cancel])
    expectEqual(recorder.values, [1, 2])
  }

  @Test("A cancel from inside the delivery of the last element suppresses the completion (rule 5)")
  func cancelInsideLast() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { [weak recorder] _ in
      recorder?.cancel()
      return .none
    }
    upstream.prefix(1).subscribe(recorder)
    upstream.send(1)
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("An element sent from inside the delivery of the last one is ignored")
  func reentrantSendInsideLast() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.prefix(1).record { [subject] _ in
      subject.send(2)
      return .max(1)
    }
    subject.send(1)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("The largest length passes everything")
  func hugeLength() {
    let recorder = (1...5).publisher.prefix(.max).record()
    expectEqual(recorder.values, Array(1...5))
    expect(recorder.isFinished)
  }

  @Test("A negative length traps")
  func negative() async {
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().prefix(-1) }
  }

  @Test("Is the same publisher as an output of a range from zero")
  func type() {
    expectEqual(Publishers.Output(upstream: Just(1), range: 0..<3), Just(1).prefix(3))
  }

  @Test("For a length of zero it requests nothing, cancels upstream, and finishes at once")
  func lengthOfZero() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.prefix(0).record()
    expectEqual(recorder.events, [.subscription("Output"), .finished])
    expectEqual(upstream.requests, [.cancel])
    upstream.send(1)
    upstream.sendSubscription(description: "Second")
    upstream.send(completion: .failure(TestError()))
    recorder.request(.unlimited)
    recorder.cancel()
    expectEqual(recorder.events, [.subscription("Output"), .finished])
    expectEqual(upstream.requests, [.cancel, .cancel])
  }
}
