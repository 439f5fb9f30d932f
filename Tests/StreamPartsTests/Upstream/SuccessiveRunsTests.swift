import StreamParts
import TestSupport
import Testing

/// Subscribes to the publisher of each run, and goes on while `accepts` says so.
private struct Runs<Upstream: Publisher>: SuccessiveRunsPublisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let run: (Int) -> Upstream
  let accepts: (Subscribers.Completion<Failure>, Int) -> Bool

  func subscribe<S: Subscriber>(_ subscriber: S, toRun number: Int) where S.Input == Output, S.Failure == Failure {
    run(number).subscribe(subscriber)
  }

  func continues(after completion: Subscribers.Completion<Failure>, ofRun number: Int) -> Bool {
    accepts(completion, number)
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    SuccessiveRuns("Runs", of: self, to: subscriber).start()
  }
}

@Suite("SuccessiveRuns")
struct SuccessiveRunsTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  @Test("A run follows the one before as long as its end is accepted, and the last end is passed on")
  func follows() {
    let sources = [Source(), Source(), Source()]
    let ends = Box<[String]>([])
    let runs = Runs(run: { sources[$0] }) { completion, number in
      ends.update { $0.append("\(number) \(completion == .finished ? "finished" : "failed")") }
      return number < 2
    }
    let recorder = runs.record(demand: .max(3))
    sources[0].send(1)
    sources[0].send(completion: .finished)
    expectEqual(sources[1].requests, [.demand(.max(2))])
    sources[1].send(2)
    sources[1].send(completion: .failure(TestError("one")))
    expectEqual(sources[2].requests, [.demand(.max(1))])
    // Of a run that has ended nothing counts any more.
    sources[1].send(9)
    sources[2].send(3)
    expect(recorder.completions.isEmpty)
    sources[2].send(completion: .failure(TestError("two")))
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.completions, [.failure(TestError("two"))])
    expectEqual(ends.value, ["0 finished", "1 failed", "2 failed"])
  }

  @Test("Runs that end inside their subscription follow each other in a loop")
  func loops() {
    let count = manyTimes
    let runs = Runs(run: { Just($0) }) { _, number in number + 1 < count }
    expectEqual(runs.record().values.count, count)
  }

  @Test("After a cancel, also from inside the decision about the next run, there is none")
  func cancelled() {
    let (first, second) = (Source(), Source())
    let cancel = Box<(() -> Void)?>(nil)
    let runs = Runs(run: { $0 == 0 ? first : second }) { _, _ in
      cancel.value?()
      return true
    }
    let recorder = runs.record()
    cancel.update { $0 = { recorder.cancel() } }
    first.send(completion: .finished)
    expectEqual(second.subscriberCount, 0)
    expect(recorder.completions.isEmpty)
    cancel.update { $0 = nil }
  }
}
