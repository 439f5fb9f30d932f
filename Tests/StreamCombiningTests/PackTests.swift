import StreamCombining
import StreamCore
import StreamTesting
import TestSupport
import Testing

@Suite("combineLatest and zip of five and more")
struct PackTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  // Case XA-143.
  @Test("combineLatest delivers once there is an element of each, and again for each new one")
  func latest() {
    let run = marbles(of: ["--1-----2--|", "---3-------|", "----4-5----|", "7|", "8|"]) {
      $0[0].combineLatest($0[1], $0[2], $0[3], $0[4]) { "\($0)\($1)\($2)\($3)\($4)" }
    }.run
    run.expect("----A-B-C--|", values: ["A": "13478", "B": "13578", "C": "23578"])
  }

  // Case XA-144.
  @Test("Publishers of six types make a tuple of their types")
  func types() {
    typealias Tuple = (Int, String, Bool, Double, Character, UInt8)
    let tuples: [Tuple] =
      Just(1).combineLatest(Just("two"), Just(true), Just(4.5), Just(Character("5")), Just(UInt8(6))).record().values
      + Just(1).zip(Just("two"), Just(true), Just(4.5), Just(Character("5")), Just(UInt8(6))).record().values
    #expect(tuples.map(\.1) == ["two", "two"])
    #expect(tuples.map(\.5) == [6, 6])
  }

  // Case XA-145.
  @Test("A trailing closure transforms the tuples")
  func transforms() {
    let sums = Just(1).combineLatest(Just(2), Just(3), Just(4), Just(5)) { $0 + $1 + $2 + $3 + $4 }.record()
    let texts = Just(1).zip(Just("b"), Just(3), Just("d"), Just(5), Just("f")) { "\($0)\($1)\($2)\($3)\($4)\($5)" }
      .record()
    #expect(sums.values == [15])
    #expect(texts.values == ["1b3d5f"])
    #expect(sums.isFinished && texts.isFinished)
  }

  // Case XA-146.
  @Test("After one that has failed, or finished without an element, no further one is subscribed to")
  func endsAtOnce() {
    let later = (0..<4).map { _ in Source() }
    let failed = later[0].combineLatest(later[1], Fail<Int, TestError>(error: TestError()), later[2], later[3]).record()
    #expect(failed.failure == TestError())
    #expect(later[0].isCancelled && later[1].isCancelled)
    #expect(later[2].requests.isEmpty && later[3].requests.isEmpty)
    let empty = later[2].zip(Empty<Int, TestError>(), later[3], later[3], later[3]).record()
    #expect(empty.isFinished)
    #expect(later[3].requests.isEmpty)
  }

  // Case XA-150.
  @Test(
    "zip pairs by position, requests of each what downstream requests, and ends with the first that has nothing left")
  func zips() {
    let sources = (0..<6).map { _ in Source() }
    let recorder = sources[0].zip(sources[1], sources[2], sources[3], sources[4], sources[5]) {
      [$0, $1, $2, $3, $4, $5]
    }
    .record(demand: .max(2))
    #expect(sources.map(\.requests) == Array(repeating: [.demand(.max(2))], count: 6))
    for round in 0..<2 {
      for (number, source) in sources.enumerated().reversed() { source.send(round * 10 + number) }
    }
    #expect(recorder.values == [[0, 1, 2, 3, 4, 5], [10, 11, 12, 13, 14, 15]])
    sources[3].send(completion: .finished)
    #expect(recorder.isFinished)
    #expect(sources.map(\.isCancelled) == [true, true, true, false, true, true])
  }

  @Test("combineLatest keeps the newest tuple without demand, and finishes when all have")
  func demand() {
    let sources = (0..<5).map { _ in Source() }
    let recorder = sources[0].combineLatest(sources[1], sources[2], sources[3], sources[4]).record(demand: .none)
    for source in sources { source.send(1) }
    sources[4].send(2)
    for source in sources { source.send(completion: .finished) }
    #expect(recorder.values.isEmpty)
    recorder.request(.max(1))
    #expect(recorder.values.map(\.4) == [2])
    #expect(recorder.isFinished)
  }

  @Test("A cancel cancels all, and releases what is held")
  func cancels() {
    let sources = (0..<5).map { _ in Source() }
    weak var held: ReleaseToken?
    let recorder: RecordingSubscriber<Int, TestError>
    do {
      let token = ReleaseToken()
      held = token
      recorder = sources[0].zip(sources[1], sources[2], sources[3], sources[4]) {
        token.pass($0 + $1 + $2 + $3 + $4)
      }
      .record()
    }
    sources[0].send(1)
    #expect(held != nil)
    recorder.cancel()
    #expect(sources.map(\.isCancelled) == Array(repeating: true, count: 5))
    #expect(held == nil)
  }
}
