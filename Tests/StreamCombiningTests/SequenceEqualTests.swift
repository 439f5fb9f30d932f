import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("sequenceEqual")
struct SequenceEqualTests {
  private typealias Source = ScriptedPublisher<Int, TestError>
  private static let answers = ["t": true, "f": false] as [Character: Bool]

  // Case XA-183.
  @Test("The first difference answers false, and cancels both")
  func difference() {
    let (run, other) = marbles("-1-2-3|", "--1--2--4") { $0.sequenceEqual($1) }
    run.expect("--------(f|)", values: Self.answers)
    expectEqual(other.upstream, "--------!")
    marbles("-1-2-3", "--1-3--4") { $0.sequenceEqual($1) }
      .run.expect("----(f|)", values: Self.answers, upstream: "----!")
    marbles("-1-2-3|", "--1--2--3-|") { $0.sequenceEqual($1) }.run.expect("----------(t|)", values: Self.answers)
  }

  // Case XA-184.
  @Test("Two without elements are equal")
  func empty() {
    marbles("|", "|") { $0.sequenceEqual($1) }.run.expect("(t|)", values: Self.answers)
  }

  // Case XA-185.
  @Test("An element of one, after the other has finished, answers false")
  func lengths() {
    let (run, other) = marbles("-1|", "-1-2") { $0.sequenceEqual($1) }
    run.expect("---(f|)", values: Self.answers)
    expectEqual(other.upstream, "---!")
    marbles("-1-2", "-1---|") { $0.sequenceEqual($1) }
      .run.expect("-----(f|)", values: Self.answers, upstream: "-----!")
  }

  // Case XA-186.
  @Test("A failure of either is passed on")
  func failures() {
    let (run, other) = marbles("-1-#", "-1") { $0.sequenceEqual($1) }
    run.expect("---#")
    expectEqual(other.upstream, "---!")
    marbles("-1-2", "-1#") { $0.sequenceEqual($1) }.run.expect("--#", upstream: "--!")
  }

  @Test("A closure says what is equal, and is not called after a difference")
  func closure() {
    let calls = Box(0)
    let compared = [1, 3, 4, 6].publisher.sequenceEqual([3, 5, 7, 9].publisher) { one, other in
      calls.increment()
      return (one - other).isMultiple(of: 2)
    }
    expectEqual(compared.record().values, [false])
    expectEqual(calls.value, 3)
    expectEqual([1, 2].publisher.sequenceEqual([3, 4].publisher) { $0 == $1 - 2 }.record().values, [true])
  }

  @Test("Each is asked for the bound, and for one more with each that has been compared; the answer waits for demand")
  func demand() {
    let (one, other) = (Source(), Source())
    let recorder = one.sequenceEqual(other, bufferSize: 2).record(demand: .none)
    expectEqual([one.requests, other.requests], [[.demand(.max(2))], [.demand(.max(2))]])
    one.send(1)
    one.send(2)
    expectEqual(other.send(1), .max(1))
    expectEqual(one.requests, [.demand(.max(2)), .demand(.max(1))])
    expectEqual(other.send(5), .none)
    expectEqual([one.cancelCount, other.cancelCount], [1, 1])
    expect(recorder.values.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [false])
    expect(recorder.isFinished)
  }

  @Test("Each is asked for 32 elements, unless a bound is given")
  func defaultBound() {
    let (one, other) = (Source(), Source())
    let recorders = [
      one.sequenceEqual(other).record(demand: .none), one.sequenceEqual(other) { $0 < $1 }.record(demand: .none),
    ]
    expectEqual([one.requests, other.requests], Array(repeating: [.demand(.max(32)), .demand(.max(32))], count: 2))
    for recorder in recorders { recorder.cancel() }
  }

  @Test("A cancel reaches both, once; pipelines are released after a finish, a failure and a cancel")
  func cancels() {
    let (one, other) = (Source(letsGo: false), Source(letsGo: false))
    let recorder = one.sequenceEqual(other).record()
    one.send(1)
    recorder.cancel()
    recorder.cancel()
    other.send(2)
    expect(recorder.values.isEmpty)
    expectEqual([one.cancelCount, other.cancelCount], [1, 1])
    expectEqual(leaks { upstream, token in upstream.sequenceEqual(upstream) { token.pass($0 == $1) } }, [])
  }

  @Test("Long sequences are compared with a flat stack, and a cancel inside the closure ends the comparison")
  func many() {
    let numbers = (0..<manyTimes).publisher
    expectEqual(numbers.sequenceEqual(numbers, bufferSize: 7).record().values, [true])
    let recorder = RecordingSubscriber<Bool, Never>()
    let calls = Box(0)
    numbers.sequenceEqual(numbers) { [unowned recorder] _, _ in
      recorder.cancel()
      calls.increment()
      return true
    }.subscribe(recorder)
    recorder.request(.unlimited)
    expect(recorder.values.isEmpty)
    expectEqual(calls.value, 1)
  }

  @Test("What two threads send is compared by position")
  func threads() {
    for _ in 0..<200 {
      let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
      let recorder = subjects[0].sequenceEqual(subjects[1], bufferSize: .max).record()
      concurrently(2) { thread in
        for number in 1...20 { subjects[thread].send(number) }
        subjects[thread].send(completion: .finished)
      }
      expectEqual(recorder.values, [true])
      expect(recorder.isFinished)
    }
  }
}
