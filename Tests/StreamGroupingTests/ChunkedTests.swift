import StreamGrouping
import TestSupport
import Testing

@Suite("chunked and collect(while:)")
struct ChunkedTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  // Case XA-206.
  @Test("A chunk is delivered when an element comes that does not belong to it")
  func byRelation() {
    let run = marbles("-1-1-2-3-3-|") { $0.chunked(by: ==) }
    run.expect("-----A-B---(C|)", upstream: "")
    expectEqual(run.output.inputs, [[1, 1], [2], [3, 3]])
  }

  // Case XA-207.
  @Test("Elements are collected while a closure says so, the one that ends a chunk included")
  func collectWhile() {
    let run = marbles("-123|") { $0.collect { $0.count < 2 } }
    run.expect("--A-(B|)")
    expectEqual(run.output.inputs, [[1, 2], [3]])
  }

  // Case XA-208.
  @Test("Without elements there is no chunk")
  func empty() {
    marbles("---|") { $0.chunked(by: ==) }.expect("---|")
    marbles("---|") { $0.collect { _ in true } }.expect("---|")
  }

  // Case XA-209.
  @Test("A failure drops what has been collected")
  func failure() {
    marbles("-1-#") { $0.chunked(by: ==) }.expect("---#")
    marbles("-1-#") { $0.chunked { $0 } }.expect("---#")
    marbles("-1-#") { $0.collect { _ in true } }.expect("---#")
  }

  // Case XA-210.
  @Test("Upstream is asked for one element at a time, until a chunk is complete")
  func demand() {
    let upstream = Source()
    let recorder = upstream.chunked(by: ==).record(demand: .none)
    expectEqual(upstream.requests, [])
    recorder.request(.max(1))
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.max(1))])
    expectEqual(upstream.send(1), .max(1))
    expectEqual(upstream.send(1), .max(1))
    expectEqual(upstream.send(2), .max(1))
    expectEqual(recorder.values, [[1, 1]])
    // The element that opens the next chunk is kept; no other is asked for.
    expectEqual(upstream.send(3), .none)
    expectEqual(recorder.values, [[1, 1], [2]])
    recorder.request(.unlimited)
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(1))])
    expectEqual(upstream.send(4), .max(1))
    expectEqual(recorder.values, [[1, 1], [2], [3]])
  }

  @Test("A chunk of one key comes with the key, of which each element is asked once")
  func byKey() {
    let calls = Box(0)
    let recorder = [1, 3, 2, 5, 7, 8].publisher.chunked { (value: Int) -> Int in
      calls.increment()
      return value % 2
    }.record()
    expectEqual(recorder.values.map(\.0), [1, 0, 1, 0])
    expectEqual(recorder.values.map(\.1), [[1, 3], [2], [5, 7], [8]])
    expectEqual(calls.value, 6)
    expect(recorder.isFinished)
  }

  @Test("A chunk of the greatest length is delivered as it is, and the next element opens another")
  func maxLength() {
    expectEqual((1...5).publisher.chunked(maxLength: 2) { _, _ in true }.record().values, [[1, 2], [3, 4], [5]])
    expectEqual([1, 1, 2].publisher.chunked(maxLength: 2, by: ==).record().values, [[1, 1], [2]])
    expectEqual([1, 1, 2].publisher.chunked(maxLength: 1, by: ==).record().values, [[1], [1], [2]])
    let byKey = [1, 1, 1, 2].publisher.chunked(maxLength: 2) { $0 }.record().values
    expectEqual(byKey.map(\.0), [1, 1, 2])
    expectEqual(byKey.map(\.1), [[1, 1], [1], [2]])
    let calls = Box(0)
    let collected = (1...4).publisher.collect(maxLength: 2) { _ in
      calls.increment()
      return true
    }.record()
    expectEqual(collected.values, [[1, 2], [3, 4]])
    // A chunk that is full is not asked about.
    expectEqual(calls.value, 2)
  }

  @Test("The huge bound is legal; zero and less trap")
  func bounds() async {
    expectEqual([1, 2].publisher.chunked(maxLength: .max, by: ==).record().values, [[1], [2]])
    await #expect(processExitsWith: .failure) { _ = Just(1).chunked(maxLength: 0, by: ==) }
    await #expect(processExitsWith: .failure) { _ = Just(1).chunked(maxLength: -1) { $0 } }
    await #expect(processExitsWith: .failure) { _ = Just(1).collect(maxLength: 0) { _ in true } }
  }

  @Test("What remains at the finish waits for demand")
  func restWaits() {
    let upstream = Source()
    let recorder = upstream.chunked(by: ==).record(demand: .max(1))
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [[1]])
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1], [2]])
    expect(recorder.isFinished)
  }

  @Test("Demand that downstream returns for a chunk asks for the next")
  func returnedDemand() {
    let upstream = Source()
    let recorder = upstream.collect { $0.count < 2 }.record(demand: .max(1)) { $0 == [1, 2] ? .max(1) : .none }
    expectEqual(upstream.send(1), .max(1))
    expectEqual(upstream.send(2), .max(1))
    expectEqual(upstream.send(3), .max(1))
    expectEqual(upstream.send(4), .none)
    expectEqual(recorder.values, [[1, 2], [3, 4]])
  }

  @Test("A source that ignores demand loses a chunk that nobody has asked for, which is reported")
  func beyondDemand() {
    let drops = DropRecorder(of: nil)
    let upstream = Source()
    let recorder = upstream.collect(maxLength: 2) { _ in true }.record(demand: .max(1))
    for value in 1...4 { upstream.send(value) }
    expectEqual(recorder.values, [[1, 2]])
    expect(drops.reports.contains { $0.operatorName == "CollectWhile" && $0.reason == .beyondDemand && $0.count == 1 })
    recorder.request(.max(1))
    upstream.send(5)
    upstream.send(6)
    expectEqual(recorder.values, [[1, 2], [5, 6]])
  }

  @Test("A cancel inside a closure or a delivery ends the calls, and nothing is delivered after it")
  func cancelsInside() {
    let subject = PassthroughSubject<Int, TestError>()
    let calls = Box(0)
    let recorder = RecordingSubscriber<[Int], TestError>()
    subject.chunked { first, _ in
      calls.increment()
      if first == 2 { recorder.cancel() }
      return false
    }.subscribe(recorder)
    for value in 1...5 { subject.send(value) }
    expectEqual(recorder.values, [[1]])
    expectEqual(calls.value, 2)

    let other = RecordingSubscriber<[Int], Never>()
    other.onValue = { _ in
      other.cancel()
      return .none
    }
    (1...9).publisher.collect { _ in false }.subscribe(other)
    expectEqual(other.values, [[1]])
    other.onValue = nil
  }

  @Test("What a subject sends from inside a delivery comes after it, in a loop")
  func reentrant() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<[Int], Never>()
    recorder.onValue = { values in
      let last = values.last ?? 0
      if last < manyTimes { subject.send(last + 1) }
      return .none
    }
    subject.collect { _ in false }.subscribe(recorder)
    subject.send(0)
    expectEqual(recorder.values, (0...manyTimes).map { [$0] })
    expectEqual(recorder.overlaps, 0)
    recorder.onValue = nil
  }

  @Test("Pipelines and elements are released after a finish, a failure and a cancel")
  func releases() {
    expectEqual(leaks { upstream, token in upstream.chunked { token.pass($0) == $1 } }, [])
    expectEqual(leaks { upstream, token in upstream.chunked { token.pass($0) } }, [])
    expectEqual(leaks { upstream, token in upstream.collect { token.pass($0).count < 2 } }, [])
    let upstream = ScriptedPublisher<Token, TestError>(letsGo: false)
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let recorder = upstream.collect { _ in true }.record()
      upstream.send(token)
      recorder.cancel()
    }
    expect(held == nil)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A stage describes itself by its name")
  func descriptions() {
    expectEqual(names { $0.chunked(by: ==) }, NamesReport(subscriber: "Chunked", subscription: "Chunked"))
    expectEqual(names { $0.chunked { $0 } }, NamesReport(subscriber: "ChunkedOn", subscription: "ChunkedOn"))
    expectEqual(
      names { $0.collect { _ in true } }, NamesReport(subscriber: "CollectWhile", subscription: "CollectWhile"))
  }
}
