import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("zip with a bound")
struct BoundedZipTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  /// Counts how many of it live.
  private final class Counted: Sendable {
    let living: Box<Int>

    init(_ living: Box<Int>) {
      self.living = living
      living.update { $0 += 1 }
    }

    deinit { living.update { $0 -= 1 } }
  }

  // Case XA-147.
  @Test("Pairs those that are queued; finishes when a finished side has nothing left")
  func pairs() {
    let marks = ["A": "2a", "B": "3b"] as [Character: String]
    let (run, other) = marbles("-123-----|", "------a-b-|") { one, other in
      Publishers.Map(upstream: one.zip(other, bufferSize: 2, whenFull: .dropOldest)) { $0.0 + $0.1 }
    }
    run.expect("------A-B|", values: marks)
    expectEqual(other.upstream, "---------!")
    let (newest, _) = marbles("-123-----|", "------a-b-|") { one, other in
      Publishers.Map(upstream: one.zip(other, bufferSize: 2, whenFull: .dropNewest)) { $0.0 + $0.1 }
    }
    newest.expect("------A-B|", values: ["A": "1a", "B": "2b"])
    let (early, _) = marbles("-12|", "------a-b-|") { one, other in
      Publishers.Map(upstream: one.zip(other, bufferSize: 9, whenFull: .suspend)) { $0.0 + $0.1 }
    }
    early.expect("------A-(B|)", values: ["A": "1a", "B": "2b"])
  }

  // Case XA-148.
  @Test("With suspend each is asked for the bound, and for one more with each pair")
  func suspends() {
    let (one, other) = (Source(), Source())
    let recorder = one.zip(other, bufferSize: 1, whenFull: .suspend).record(demand: .max(2))
    expectEqual(one.requests, [.demand(.max(1))])
    expectEqual(other.requests, [.demand(.max(1))])
    expectEqual(one.send(1), .none)
    expectEqual(other.send(11), .max(1))
    expectEqual(recorder.values.count, 1)
    expectEqual(one.requests, [.demand(.max(1)), .demand(.max(1))])
    expectEqual(other.send(12), .none)
    expectEqual(one.send(2), .max(1))
    expectEqual(recorder.values.map { [$0.0, $0.1] }, [[1, 11], [2, 12]])
    one.send(3)
    expectEqual(other.send(13), .none)
    expectEqual(recorder.values.count, 2)
    recorder.request(.max(1))
    expectEqual(recorder.values.count, 3)
    expectEqual(one.requests, [.demand(.max(1)), .demand(.max(1)), .demand(.max(1))])
    expectEqual(other.demand, .max(3))
  }

  @Test("Other policies ask for everything, and a pair without demand counts in the queues")
  func waits() {
    let (one, other) = (Source(), Source())
    let recorder = one.zip(other, bufferSize: 2, whenFull: .dropOldest).record(demand: .none)
    expectEqual(one.requests, [.demand(.unlimited)])
    for value in 1...3 {
      one.send(value)
      other.send(10 * value)
    }
    recorder.request(.unlimited)
    expectEqual(recorder.values.map { [$0.0, $0.1] }, [[2, 20], [3, 30]])
    let unbounded = Source()
    let open = unbounded.zip(other, bufferSize: .max, whenFull: .suspend).record(demand: .none)
    expectEqual(unbounded.requests, [.demand(.unlimited)])
    open.cancel()
  }

  // Case XA-149.
  @Test("While one side is silent, no more of the other is kept than the bound")
  func flatMemory() {
    let living = Box(0)
    let (one, other) = (PassthroughSubject<Counted, Never>(), PassthroughSubject<Int, Never>())
    let recorder = one.zip(other, bufferSize: 3, whenFull: .dropOldest).record()
    for _ in 0..<200_000 { one.send(Counted(living)) }
    expectEqual(living.value, 3)
    for number in 0..<3 { other.send(number) }
    expectEqual(recorder.values.count, 3)
  }

  @Test("A full queue with an error cancels both, delivers no more pairs and fails")
  func overflow() {
    let (one, other) = (Source(), Source())
    let recorder = one.zip(other, bufferSize: 1, whenFull: .error { TestError("full") }).record(demand: .none)
    one.send(1)
    other.send(2)
    other.send(3)
    expectEqual(recorder.failure, TestError("full"))
    expectEqual([one.cancelCount, other.cancelCount], [1, 1])
    recorder.request(.unlimited)
    expect(recorder.values.isEmpty)
  }

  @Test("What is dropped is reported, with the place of the operator")
  func reports() {
    let reports = Box<[DropReport]>([])
    let observation = DropHook.observe { report in
      if report.site?.line == 77 { reports.update { $0.append(report) } }
    }
    let (one, other) = (Source(), Source())
    let dropping = one.zip(other, bufferSize: 1, whenFull: .dropNewest, line: 77).record()
    for value in 1...3 { one.send(value) }
    expectEqual(reports.value.map(\.reason), [.overflow, .overflow])
    expectEqual(reports.value.first?.operatorName, "Zip")
    dropping.cancel()
    let suspending = one.zip(other, bufferSize: 1, whenFull: .suspend, line: 77).record()
    for value in 1...2 { other.send(value) }
    expectEqual(reports.value.last?.reason, .beyondDemand)
    suspending.cancel()
    observation.cancel()
  }

  @Test(
    "The first failure cancels the other and drops what is queued; publishers after one that fails are not subscribed to"
  )
  func failures() {
    let (run, other) = marbles("-12-#", "---a--b") { one, other in
      Publishers.Map(upstream: one.zip(other, bufferSize: 9, whenFull: .suspend)) { $0.0 + $0.1 }
    }
    run.expect("---A#", values: ["A": "1a"])
    expectEqual(other.upstream, "----!")
    let source = Source()
    let failing = Fail<Int, TestError>(error: TestError()).zip(source, bufferSize: 1, whenFull: .suspend).record()
    expectEqual(failing.failure, TestError())
    #expect(Empty<Int, TestError>().zip(source, bufferSize: 1, whenFull: .suspend).record(demand: .none).isFinished)
    expect(source.requests.isEmpty)
  }

  @Test("Pairs that are completed inside a delivery are delivered after it, in a loop")
  func reentrant() {
    let (one, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { value in
      if value < manyTimes {
        one.send(value + 1)
        other.send(0)
      }
      return .none
    }
    Publishers.Map(upstream: one.zip(other, bufferSize: 2, whenFull: .dropNewest)) { $0.0 }.subscribe(recorder)
    recorder.request(.unlimited)
    one.send(0)
    other.send(0)
    expectEqual(recorder.values, Array(0...manyTimes))
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A cancel reaches both, once, and releases what is queued")
  func cancels() {
    let sources = (0..<2).map { _ in ScriptedPublisher<Token, TestError>(letsGo: false) }
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let recorder = sources[0].zip(sources[1], bufferSize: 2, whenFull: .suspend).record(demand: .none)
      for source in sources { source.send(token) }
      recorder.cancel()
      recorder.cancel()
      sources[0].send(token)
      expect(recorder.values.isEmpty)
    }
    expect(held == nil)
    expectEqual(sources.map(\.cancelCount), [1, 1])
  }

  @Test("Pipelines are released after a finish, a failure and a cancel")
  func releases() {
    for policy: StreamOverflowPolicy<TestError> in [.suspend, .dropOldest, .error { TestError() }] {
      expectEqual(
        leaks { upstream, token in upstream.zip(upstream.passing(token), bufferSize: 1, whenFull: policy) }, [])
    }
  }

  @Test("No room at all traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).zip(Just(1), bufferSize: 0, whenFull: .suspend) }
    await #expect(processExitsWith: .failure) { _ = Just(1).zipLongest(Just(1), bufferSize: -1) }
    await #expect(processExitsWith: .failure) { _ = Just(1).sequenceEqual(Just(1), bufferSize: 0) }
  }

  @Test("What two threads send is paired by position")
  func threads() {
    let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = subjects[0].zip(subjects[1], bufferSize: .max, whenFull: .suspend).record()
    concurrently(2) { thread in for number in 1...10_000 { subjects[thread].send(number) } }
    expectEqual(recorder.values.count, 10_000)
    expect(recorder.values.allSatisfy { $0.0 == $0.1 })
    expectEqual(recorder.overlaps, 0)
  }
}
