import StreamCombining
import StreamCore
import StreamTesting
import TestSupport
import Testing

@Suite("combineLatest and zip of five and more")
struct PackTests {
  typealias Source = ScriptedPublisher<Int, TestError>

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
    expectEqual(tuples.map(\.1), ["two", "two"])
    expectEqual(tuples.map(\.5), [6, 6])
  }

  // Case XA-145.
  @Test("A trailing closure transforms the tuples")
  func transforms() {
    let sums = Just(1).combineLatest(Just(2), Just(3), Just(4), Just(5)) { $0 + $1 + $2 + $3 + $4 }.record()
    let texts = Just(1).zip(Just("b"), Just(3), Just("d"), Just(5), Just("f")) { "\($0)\($1)\($2)\($3)\($4)\($5)" }
      .record()
    expectEqual(sums.values, [15])
    expectEqual(texts.values, ["1b3d5f"])
    expect(sums.isFinished && texts.isFinished)
  }

  @Test("The latest of each publisher stands at its place in the tuple", arguments: Joining.combineLatest)
  func places(_ joining: Joining) {
    let sources = joining.makeSources()
    let recorder = joining.join(sources).record()
    for (place, source) in sources.enumerated() { source.send(place) }
    var expected = [Array(sources.indices)]
    for (place, source) in sources.enumerated().reversed() {
      source.send(100 + place)
      var next = expected[expected.count - 1]
      next[place] = 100 + place
      expected.append(next)
    }
    expectEqual(recorder.values, expected)
  }

  // Case XA-146.
  @Test(
    "After one that has failed, or finished without an element, no further one is subscribed to", arguments: Joining.all
  )
  func endsAtOnce(_ joining: Joining) {
    for place in 0..<joining.count {
      let others = joining.makeSources()
      let failing = others.map { $0.eraseToAnyPublisher() }.replacing(place, by: Fail(error: TestError()))
      expectEqual(joining.join(failing).record().failure, TestError())
      expectEqual(others.map(\.isCancelled), others.indices.map { $0 < place })
      expectEqual(others.map(\.requests.isEmpty), others.indices.map { $0 >= place })
      let unasked = joining.makeSources()
      let empty = unasked.map { $0.eraseToAnyPublisher() }.replacing(place, by: Empty())
      expect(joining.join(empty).record().isFinished)
      expectEqual(unasked.map(\.requests.isEmpty), unasked.indices.map { $0 >= place })
    }
  }

  // Case XA-150.
  @Test(
    "zip pairs by position, requests of each what downstream requests, and ends with the first that has nothing left",
    arguments: Joining.zip)
  func zips(_ joining: Joining) {
    let sources = joining.makeSources()
    let recorder = joining.join(sources).record(demand: .max(2))
    expectEqual(sources.map(\.requests), Array(repeating: [.demand(.max(2))], count: joining.count))
    for round in 0..<2 {
      for (place, source) in sources.enumerated().reversed() { source.send(round * 10 + place) }
    }
    expectEqual(recorder.values, [Array(0..<joining.count), Array(10..<10 + joining.count)])
    sources[3].send(completion: .finished)
    expect(recorder.isFinished)
    expectEqual(sources.map(\.isCancelled), sources.indices.map { $0 != 3 })
  }

  @Test(
    "combineLatest keeps the newest tuple without demand, and finishes when all have", arguments: Joining.combineLatest)
  func demand(_ joining: Joining) {
    let sources = joining.makeSources()
    let recorder = joining.join(sources).record(demand: .none)
    for source in sources { source.send(1) }
    sources[4].send(2)
    for source in sources { source.send(completion: .finished) }
    expect(recorder.values.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [sources.indices.map { $0 == 4 ? 2 : 1 }])
    expect(recorder.isFinished)
  }

  @Test("A cancel cancels all, and releases what is held", arguments: Joining.all)
  func cancels(_ joining: Joining) {
    let sources = joining.makeSources()
    weak var held: ReleaseToken?
    let recorder: RecordingSubscriber<[Int], TestError>
    do {
      let token = ReleaseToken()
      held = token
      recorder = joining.join(sources.map { Publishers.Map(upstream: $0) { token.pass($0) } }).record()
    }
    sources[0].send(1)
    expect(held != nil)
    recorder.cancel()
    expectEqual(sources.map(\.isCancelled), Array(repeating: true, count: joining.count))
    expect(held == nil)
  }

  @Test("The tuples have the elements in the order of the publishers, of five to ten")
  func tuples() {
    let (one, text) = (Just(1), Just("a"))
    let five = one.zip(text, one, one, text).record().values
    let six = one.combineLatest(text, one, one, one, text).record().values
    let seven = one.zip(text, one, one, one, one, text).record().values
    let eight = one.combineLatest(text, one, one, one, one, one, text).record().values
    let nine = one.zip(text, one, one, one, one, one, one, text).record().values
    let ten = one.combineLatest(text, one, one, one, one, one, one, one, text).record().values
    let second = [five[0].1, six[0].1, seven[0].1, eight[0].1, nine[0].1, ten[0].1]
    let last = [five[0].4, six[0].5, seven[0].6, eight[0].7, nine[0].8, ten[0].9]
    expectEqual(second + last, Array(repeating: "a", count: 12))
  }

  @Test("From nine on, publishers whose type is known at run time alone take part, too")
  func existentials() {
    let any: [any Publisher<Int, Never>] = (1...8).map { Just($0) } + [[9].publisher]
    let recorder = Just(0).zip(any[0], any[1], any[2], any[3], any[4], any[5], any[6], any[7], any[8]).record()
    expectEqual(recorder.values.map(\.9), [9])
  }

  @Test("Two are equal if their publishers are, and they join them alike")
  func equality() {
    let one = Just(1)
    let latest = one.combineLatest(one, one, one, one)
    expectEqual(latest, one.combineLatest(one, one, one, one))
    expect(latest != one.combineLatest(one, one, one, Just(2)))
    expect(latest != one.zip(one, one, one, one))
  }
}

extension [AnyPublisher<Int, TestError>] {
  fileprivate func replacing(_ place: Int, by other: some Publisher<Int, TestError>) -> Self {
    indices.map { $0 == place ? other.eraseToAnyPublisher() : self[$0] }
  }
}
