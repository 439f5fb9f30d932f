import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("zipLongest")
struct ZipLongestTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  private func longest(
    _ one: Marbles, _ other: Marbles
  ) -> (run: MarbleRun<String, MarbleFailure>, other: MarblePublisher<String, MarbleFailure>) {
    marbles(one, other) { one, other in
      Publishers.Map(upstream: one.zipLongest(other)) { ($0.0 ?? "-") + ($0.1 ?? "-") }
    }
  }

  // Case XA-161.
  @Test("Elements of one are paired with nil, or with the padding, once the other has finished")
  func pads() {
    longest("-1-2|", "-a---b-c-|").run.expect("-A---B-C-|", values: ["A": "1a", "B": "2b", "C": "-c"])
    longest("-1-2-34|", "-a-|").run.expect("-A-B-CD|", values: ["A": "1a", "B": "2-", "C": "3-", "D": "4-"])
    marbles("-1-2|", "-a---b-c-|") { one, other in
      Publishers.Map(upstream: one.zipLongest(other, padding: "0", otherPadding: "z")) { $0.0 + $0.1 }
    }.run.expect("-A---B-C-|", values: ["A": "1a", "B": "2b", "C": "0c"])
    marbles("-1-2|", "-a|") { one, other in
      Publishers.Map(upstream: one.zipLongest(other, padding: "0", otherPadding: "z")) { $0.0 + $0.1 }
    }.run.expect("-A-B|", values: ["A": "1a", "B": "2z"])
  }

  // Case XA-162.
  @Test("Two without elements finish with the later finish")
  func bothEmpty() {
    longest("-|", "---|").run.expect("---|")
    longest("---|", "-|").run.expect("---|")
  }

  // Case XA-163.
  @Test("Beside one without elements the other's are delivered as they come")
  func oneEmpty() {
    longest("|", "-1-2-|").run.expect("-A-B-|", values: ["A": "-1", "B": "-2"])
  }

  // Case XA-164.
  @Test("A failure of either is passed on at once")
  func failures() {
    let (run, other) = longest("-12-#", "---a--b")
    run.expect("---A#", values: ["A": "1a"])
    expectEqual(other.upstream, "----!")
    longest("-12-3", "---a#").run.expect("---A#", values: ["A": "1a"], upstream: "----!")
  }

  @Test("What is queued when the other finishes is delivered as it is asked for, then the finish comes")
  func demand() {
    let (one, other) = (Source(), Source())
    let recorder = one.zipLongest(other, bufferSize: 3).record(demand: .max(1))
    expectEqual(one.requests, [.demand(.max(3))])
    for value in 1...3 { one.send(value) }
    expect(recorder.values.isEmpty)
    other.send(completion: .finished)
    expectEqual(recorder.values.map(\.0), [1])
    expectEqual(recorder.values.map(\.1), [nil])
    expectEqual(one.requests, [.demand(.max(3)), .demand(.max(1))])
    one.send(completion: .finished)
    recorder.request(.max(1))
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values.map(\.0), [1, 2, 3])
    expect(recorder.isFinished)
  }

  @Test("An absent value of a publisher is no lack of one")
  func absentValues() {
    let values = ([1, nil] as [Int?]).publisher.zipLongest(Just(2), padding: 7, otherPadding: 8).record().values
    expectEqual(values.map(\.0), [1, nil])
    expectEqual(values.map(\.1), [2, 8])
  }

  @Test("A full queue with an error cancels both and fails")
  func overflow() {
    let (one, other) = (Source(), Source())
    let recorder = one.zipLongest(other, bufferSize: 1, whenFull: .error { TestError("full") }).record()
    for value in 1...2 { one.send(value) }
    expectEqual(recorder.failure, TestError("full"))
    expectEqual([one.cancelCount, other.cancelCount], [1, 1])
  }

  @Test("Many elements of one, after the other has finished, do not grow the stack")
  func many() {
    let recorder = (0..<manyTimes).publisher.zipLongest(Empty<Int, Never>()).record()
    expectEqual(recorder.values.map(\.0), Array(0..<manyTimes))
    expect(recorder.isFinished)
  }

  @Test("Pipelines are released after a finish, a failure and a cancel")
  func releases() {
    expectEqual(leaks { upstream, token in upstream.zipLongest(upstream.passing(token)) }, [])
    expectEqual(
      leaks { upstream, token in upstream.zipLongest(upstream.passing(token), padding: 1, otherPadding: 2) }, [])
  }

  @Test("What two threads send is paired by position, and nothing is lost at the end")
  func threads() {
    for _ in 0..<200 {
      let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
      let recorder = subjects[0].zipLongest(subjects[1], bufferSize: .max).record()
      concurrently(2) { thread in
        for number in 1...(10 + 10 * thread) { subjects[thread].send(number) }
        subjects[thread].send(completion: .finished)
      }
      expectEqual(recorder.values.map(\.1), (1...20).map { $0 })
      expectEqual(recorder.values.map(\.0), (1...20).map { $0 > 10 ? nil : $0 })
      expect(recorder.isFinished)
    }
  }

  @Test("256 elements of each wait, unless a bound is given")
  func defaultBound() {
    let (one, other) = (Source(), Source())
    expectEqual(one.zipLongest(other).bufferSize, 256)
    expectEqual(one.zipLongest(other, padding: 0, otherPadding: 0).pairs.bufferSize, 256)
  }
}
