// What recorded stages have become: `RecordingTests` makes these tests, and compares.
import StreamCombining
import StreamCore
import StreamMapping
import StreamReducing
import StreamSharing
import StreamTesting
import StreamTiming
import Testing

@Test("debounce, as recorded")
func recordedDebounce() {
  let scheduler = TestScheduler()
  // Seconds since the subscription.
  let source = scheduler.createAbsoluteTestablePublisher(
    [
      (0.000002, .input("s")),
      (0.2, .input("se")),
      (0.4, .input("\"sea\"")),
      (1.6, .input("search")),
      (2.6, .completion(.finished)),
    ] as TestSequence<String, Never>)
  let result = scheduler.start(
    configuration: .init(
      created: 0, subscribed: 0, cancelled: 3.6)
  ) {
    source.debounce(for: .milliseconds(300), scheduler: scheduler)
  }
  let expected: [String] = [
    "\"sea\"",
    "search",
  ]
  #expect(result.recordedOutput.inputs == expected)
  #expect(result.recordedOutput.completion == .finished)
}

@Test("flatMap, as recorded")
func recordedFlatMap() {
  let scheduler = TestScheduler()
  // Seconds since the subscription.
  let allSource = scheduler.createAbsoluteTestablePublisher(
    [
      (0.000002, .input(0)),  // 0
      (0.000003, .input(1)),  // 1
      (0.050002, .input(2)),  // 2
      (0.050003, .completion(.finished)),
    ] as TestSequence<Int, Outage>)
  let source = allSource.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
  let inner0 = scheduler.createAbsoluteTestablePublisher(
    [
      (0.01, .input(0.5)),
      (0.04, .input(.infinity)),
      (0.060001, .completion(.failure(Outage.refused(code: 111)))),
    ] as TestSequence<Double, Outage>)
  let inner1 = scheduler.createAbsoluteTestablePublisher(
    [
      (0.02, .input(1.5)),
      (0.05, .input(1.0)),
      (0.050001, .completion(.finished)),
    ] as TestSequence<Double, Outage>)
  let inner2 = scheduler.createAbsoluteTestablePublisher(
    [(0.06, .input(2.0))] as TestSequence<Double, Outage>)
  // For elements whose inner stream has not begun.
  let silent = scheduler.createAbsoluteTestablePublisher([] as TestSequence<Double, Outage>)
  let inners = [inner0, inner1, inner2, silent]
  let result = scheduler.start(
    configuration: .init(
      created: 0, subscribed: 0, cancelled: 0.060002,
      subscriberOptions: .init(
        initialDemand: .none,
        scriptedDemand: [(0.000001, .max(3))]))
  ) {
    source.flatMap(maxPublishers: .max(2)) { inners[$0] }
  }
  let expected: [Double] = [
    0.5,
    1.5,
    .infinity,
  ]
  #expect(result.recordedOutput.inputs == expected)
  #expect(result.recordedOutput.completion == .failure(Outage.refused(code: 111)))
}

@Test("flatMapFirst, as recorded")
func recordedFlatMapFirst() {
  let scheduler = TestScheduler()
  // Seconds since the subscription.
  let source = scheduler.createAbsoluteTestablePublisher(
    [
      (0.000002, .input(0)),  // 1
      (1, .input(3)),  // 2
      (2.000002, .input(1)),  // 3
      (3, .input(3)),  // 4
      (4.000002, .input(2)),  // 5
    ] as TestSequence<Int, Never>)
  let inner0 = scheduler.createAbsoluteTestablePublisher(
    [
      (2, .input([2, nil])),
      (2.000001, .completion(.finished)),
    ] as TestSequence<Array<Optional<Int>>, Never>)
  let inner1 = scheduler.createAbsoluteTestablePublisher(
    [
      (4, .input([4, nil])),
      (4.000001, .completion(.finished)),
    ] as TestSequence<Array<Optional<Int>>, Never>)
  let inner2 = scheduler.createAbsoluteTestablePublisher(
    [] as TestSequence<Array<Optional<Int>>, Never>)
  // For elements whose inner stream has not begun.
  let silent = scheduler.createAbsoluteTestablePublisher([] as TestSequence<Array<Optional<Int>>, Never>)
  let inners = [inner0, inner1, inner2, silent]
  let result = scheduler.start(
    configuration: .init(
      created: 0, subscribed: 0, cancelled: 5)
  ) {
    source.flatMapFirst { inners[$0] }
  }
  let expected: [Array<Optional<Int>>] = [
    [2, nil],
    [4, nil],
  ]
  #expect(result.recordedOutput.inputs == expected)
  #expect(result.recordedOutput.completion == nil)
}

@Test("zip, as recorded")
func recordedZip() {
  let scheduler = TestScheduler()
  // Seconds since the subscription.
  let source1 = scheduler.createAbsoluteTestablePublisher(
    [
      (0.000002, .input(1)),
      (1, .input(2)),
      (1.000004, .completion(.finished)),
    ] as TestSequence<Int, Never>)
  let source2 = scheduler.createAbsoluteTestablePublisher(
    [
      (1.000001, .input("a")),
      (1.000002, .input("b")),
      (1.000003, .input("c")),
    ] as TestSequence<String, Never>)
  let result = scheduler.start(
    configuration: .init(
      created: 0, subscribed: 0, cancelled: 1.000005)
  ) {
    source1.zip(source2)
  }
  let expected: [(Int, String)] = [
    (1, "a"),
    (2, "b"),
  ]
  #expect(result.recordedOutput.inputs.map { "\($0)" } == expected.map { "\($0)" })
  #expect(result.recordedOutput.completion == .finished)
}

@Test("buffer, as recorded")
func recordedBuffer() {
  let scheduler = TestScheduler()
  // Seconds since the subscription.
  let source = scheduler.createAbsoluteTestablePublisher(
    [
      (0.000002, .input(1)),
      (0.000003, .input(2)),
      (0.000004, .input(3)),
      (0.000005, .input(4)),
      (0.000006, .input(5)),
      (1.000001, .completion(.finished)),
    ] as TestSequence<Int, Never>)
  let result = scheduler.start(
    configuration: .init(
      created: 0, subscribed: 0, cancelled: 2.000001,
      subscriberOptions: .init(
        initialDemand: .none,
        scriptedDemand: [
          (0.000001, .max(1)),
          (1, .max(1)),
          (2, .max(1)),
        ]))
  ) {
    source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
  }
  let expected: [Int] = [
    1,
    4,
    5,
  ]
  #expect(result.recordedOutput.inputs == expected)
  #expect(result.recordedOutput.completion == .finished)
}

@Test("throttle, as recorded")
func recordedThrottle() {
  let scheduler = TestScheduler()
  // Seconds since the subscription.
  let source = scheduler.createAbsoluteTestablePublisher(
    [
      (0.000002, .input(1)),
      (0.4, .input(2)),
      (0.8, .input(3)),
      (1.2, .input(4)),
      (1.6, .input(5)),
    ] as TestSequence<Optional<Int>, Never>)
  let result = scheduler.start(
    configuration: .init(
      created: 0, subscribed: 0, cancelled: 2.4)
  ) {
    source.throttle(for: .seconds(1), scheduler: scheduler, latest: true)
  }
  let expected: [Optional<Int>] = [
    1,
    3,
    5,
  ]
  #expect(result.recordedOutput.inputs == expected)
  #expect(result.recordedOutput.completion == nil)
}

@Test("timeout, as recorded")
func recordedTimeout() {
  let scheduler = TestScheduler()
  // Seconds since the subscription.
  let source = scheduler.createAbsoluteTestablePublisher(
    [
      (0.000002, .input(Tag.Note.one(1))),
      (0.6, .input(Tag.Note.pair(2, of: "a"))),
      (1.2, .completion(.failure(Outage.refused(code: 1)))),
    ] as TestSequence<Tag.Note, any Error>)
  let result = scheduler.start(
    configuration: .init(
      created: 0, subscribed: 0, cancelled: 1.201)
  ) {
    source.timeout(.seconds(1), scheduler: scheduler)
  }
  let expected: [Tag.Note] = [
    Tag.Note.one(1),
    Tag.Note.pair(2, of: "a"),
  ]
  #expect(result.recordedOutput.inputs == expected)
  guard case .failure? = result.recordedOutput.completion else {
    Issue.record("It has not failed.")
    return
  }
}

@Test("collectByCount, as recorded")
func recordedCollectByCount() {
  let scheduler = TestScheduler()
  // Seconds since the subscription.
  let source = scheduler.createAbsoluteTestablePublisher(
    [
      (0.000002, .input(Tag(id: 1, note: Tag.Note.one(1)))),
      (0.000003, .input(Tag(id: 2, note: Tag.Note.one(2)))),
      (0.000004, .input(Tag(id: 3, note: Tag.Note.one(3)))),
      (0.000005, .input(Tag(id: 4, note: Tag.Note.one(4)))),
      (0.000006, .input(Tag(id: 5, note: Tag.Note.one(5)))),
      (0.000007, .completion(.finished)),
    ] as TestSequence<Tag, Never>)
  let result = scheduler.start(
    configuration: .init(
      created: 0, subscribed: 0, cancelled: 0.000008)
  ) {
    source.collect(2)
  }
  let expected: [Array<Tag>] = [
    [Tag(id: 1, note: Tag.Note.one(1)), Tag(id: 2, note: Tag.Note.one(2))],
    [Tag(id: 3, note: Tag.Note.one(3)), Tag(id: 4, note: Tag.Note.one(4))],
    [Tag(id: 5, note: Tag.Note.one(5))],
  ]
  #expect(result.recordedOutput.inputs == expected)
  #expect(result.recordedOutput.completion == .finished)
}
