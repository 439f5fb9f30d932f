import Foundation
import StreamCombining
import StreamCore
import StreamErrorHandling
import StreamFiltering
import StreamMapping
import StreamReducing
import StreamSharing
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@testable import StreamInspection

/// A pipeline whose stage is recorded in virtual time, and becomes a test of `RecordedTests.swift`.
struct Incident: Sendable, CustomTestStringConvertible {
  /// The stage that is recorded.
  let stage: String

  /// Subscribes, and runs until the moment at which the test is made.
  let run: @Sendable (TestScheduler) -> [Any]

  init(_ stage: String, _ run: @escaping @Sendable (TestScheduler) -> [Any]) {
    (self.stage, self.run) = (stage, run)
  }

  var testDescription: String { stage }

  static let all: [Incident] = [
    Incident("debounce") { scheduler in
      let words = PassthroughSubject<String, Never>()
      let cancellable = words.debounce(for: .milliseconds(300), scheduler: scheduler).sink { _ in }
      for word in ["s", "se", "\"sea\""] {
        words.send(word)
        scheduler.advance(by: .milliseconds(200))
      }
      scheduler.advance(by: .seconds(1))
      words.send("search")
      scheduler.advance(by: .seconds(1))
      words.send(completion: .finished)
      scheduler.advance(by: .seconds(1))
      return [cancellable]
    },
    Incident("flatMap") { scheduler in
      let answers = [PassthroughSubject<Double, Outage>(), PassthroughSubject(), PassthroughSubject()]
      let reader = RecordingSubscriber<Double, Outage>(demand: .max(3))
      (0..<3).publisher.setFailureType(to: Outage.self).flatMap(maxPublishers: .max(2)) { answers[$0] }
        .subscribe(reader)
      for (answer, value) in [(0, 0.5), (1, 1.5), (2, 2.5), (0, .infinity), (1, 1)] {
        scheduler.advance(by: .milliseconds(10))
        answers[answer].send(value)
      }
      answers[1].send(completion: .finished)
      scheduler.advance(by: .milliseconds(10))
      answers[2].send(2)
      answers[0].send(completion: .failure(.refused(code: 111)))
      return [reader]
    },
    Incident("flatMapFirst") { scheduler in
      let (taps, replies) = (PassthroughSubject<Int, Never>(), PassthroughSubject<[Int?], Never>())
      let cancellable = taps.flatMapFirst { _ in replies.first() }.sink { _ in }
      for tap in 1...5 {
        taps.send(tap)
        scheduler.advance(by: .seconds(1))
        if tap.isMultiple(of: 2) { replies.send([tap, nil]) }
      }
      return [taps, cancellable]
    },
    Incident("zip") { scheduler in
      let (numbers, words) = (CurrentValueSubject<Int, Never>(1), PassthroughSubject<String, Never>())
      let cancellable = numbers.zip(words).sink { _ in }
      scheduler.advance(by: .seconds(1))
      numbers.send(2)
      for word in ["a", "b", "c"] { words.send(word) }
      numbers.send(completion: .finished)
      return [cancellable]
    },
    Incident("buffer") { scheduler in
      let numbers = PassthroughSubject<Int, Never>()
      let reader = RecordingSubscriber<Int, Never>(demand: .max(1))
      numbers.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe(reader)
      for number in 1...5 { numbers.send(number) }
      scheduler.advance(by: .seconds(1))
      reader.request(.max(1))
      numbers.send(completion: .finished)
      scheduler.advance(by: .seconds(1))
      reader.request(.max(1))
      return [reader]
    },
    Incident("throttle") { scheduler in
      let places = PassthroughSubject<ClosedRange<Int>?, Never>()
      let cancellable = places.map { $0?.lowerBound }
        .throttle(for: 1, scheduler: scheduler, latest: true).sink { _ in }
      for number in 1...5 {
        places.send(number...9)
        scheduler.advance(by: .milliseconds(400))
      }
      scheduler.advance(by: .milliseconds(400))
      cancellable.cancel()
      return [places]
    },
    Incident("timeout") { scheduler in
      let replies = PassthroughSubject<Tag.Note, any Error>()
      let cancellable = replies.timeout(.seconds(1), scheduler: scheduler).sink(
        receiveCompletion: { _ in }, receiveValue: { _ in })
      for note in [Tag.Note.one(1), .pair(2, of: "a")] {
        replies.send(note)
        scheduler.advance(by: .milliseconds(600))
      }
      replies.send(completion: .failure(Outage.refused(code: 1)))
      scheduler.advance(by: .milliseconds(1))
      return [cancellable]
    },
    Incident("collectByCount") { scheduler in
      let cancellable = (1...5).publisher.map { Tag(id: $0, note: .one($0)) }.collect(2)
        .sink { _ in }
      return [cancellable]
    },
  ]
}

/// A value that a recorded test writes.
struct Tag: Sendable, Equatable {
  enum Note: Sendable, Equatable {
    case none, one(Int), pair(Int, of: String)
  }

  let id: Int
  let note: Note
}

enum Outage: Error, Equatable {
  case refused(code: Int)
}

extension InspectorTests {
  /// Records a stage in virtual time.
  private func recorded(
    _ stage: String, limit: Int = 1_000, _ run: (TestScheduler) -> [Any], _ look: (StageRecording) throws -> Void
  ) throws {
    let scheduler = TestScheduler()
    let recorder = StreamRecorder([Pattern(stage)], limit: limit) { scheduler.now.sinceZero.magnitude }
    StreamRecorder.begin(recorder)
    defer { recorder.stop() }
    try inspected {
      run(scheduler)
    } _: { _, _ in
      let id = try #require(recorder.recorded.max())
      try look(try #require(recorder.recording(of: id, findsLine: false)))
    }
  }

  @Test("A recording becomes the test that stands in RecordedTests.swift, which passes", arguments: Incident.all)
  func test(_ incident: Incident) throws {
    try recorded(incident.stage, incident.run) { recording in
      let text = recording.test()
      // The imports differ, since a test of the toolkit does not import all of it.
      let test = text[try #require(text.firstRange(of: "@Test(")).lowerBound...]
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "RecordedTests.swift")
      let written = try String(contentsOf: file, encoding: .utf8)
      if !written.contains(test) { Issue.record("RecordedTests.swift does not have:\n\(test)") }
    }
  }

  @Test("Values are written as Swift writes them, or are placeholders")
  func literals() {
    let values: [(Any, String)] = [
      (1, "1"), (UInt8.max, "255"), (1.5, "1.5"), (-Double.infinity, "-.infinity"), (Float.nan, ".nan"), (true, "true"),
      ("a\n\"b\"\\", #""a\n\"b\"\\""#), (Character("x"), #""x""#), ("abc".dropFirst(), #""bc""#), ((), "()"),
      ([1, 2], "[1, 2]"), ([Int](), "[]"), ([String: Int](), "[:]"), (["a": [1]], #"["a": [1]]"#), (Set([7]), "[7]"),
      (Int?.none as Any, "nil"), (Int?.some(1) as Any, "1"), (Int??.some(nil) as Any, ".some(nil)"),
      ((1, of: "a"), #"(1, of: "a")"#),
      (Tag(id: 1, note: .none), "Tag(id: 1, note: Tag.Note.none)"), (Tag.Note.one(1), "Tag.Note.one(1)"),
      (Tag.Note.pair(1, of: "a"), #"Tag.Note.pair(1, of: "a")"#), (TestScheduler(), "<#TestScheduler#>"),
      (String(repeating: "a", count: 2_000), "<#String#>"), ((0..<1_000).map { $0 }, "<#Array<Int>#>"),
      (Hidden(), "<#(Hidden in #>"), (Date(timeIntervalSince1970: 0), "<#Date#>"),
      ({ 1 } as () -> Int, "<#() -> Int#>"), (Duration.seconds(1), "<#Duration#>"),
    ]
    for (value, text) in values {
      let written = swiftText(of: value)
      expect(written == text || (value is Hidden && written.hasPrefix("<#")), "\(written) should be \(text)")
    }
  }

  @Test("Arguments that cannot be written, and what is behind an erasure, are placeholders")
  func placeholders() throws {
    try recorded("map") { _ in
      [[1, 2].publisher.map { "\($0)" }.eraseToAnyPublisher().sink { _ in }]
    } _: {
      expect($0.test().contains("source.map(<#arguments#>)"), "\($0.test())")
      expect($0.test().contains("  [\n      (0.000002, .input(1)),"), "\($0.test())")
    }
    try recorded("debounce") { scheduler in
      [Just(1).debounce(for: .seconds(2), scheduler: scheduler).eraseToAnyPublisher().map { $0 }.sink { _ in }]
    } _: {
      expect($0.test().contains("source.debounce(for: .seconds(2), scheduler: scheduler)"))
    }
    try recorded("timeout") { scheduler in
      [
        Just(1).setFailureType(to: Outage.self).timeout(1, scheduler: scheduler, customError: { .refused(code: 1) })
          .sink(
            receiveCompletion: { _ in }, receiveValue: { _ in })
      ]
    } _: {
      expect($0.test().contains("source.timeout(.seconds(1), scheduler: scheduler, <#customError#>)"), "\($0.test())")
    }
  }

  @Test("A checkpoint's name records the stage above it")
  func checkpointName() throws {
    try recorded("new orders") { _ in
      [[1, 2, 3].publisher.dropFirst().checkpoint("new orders").sink { _ in }]
    } _: {
      expectEqual($0.output.name, "drop")
      expectEqual($0.output.signals.map(\.text), ["unlimited", "2", "3", ""])
      expectEqual($0.inputs.map { $0.signals.count { $0.kind == .value } }, [3])
    }
  }

  @Test("The last signals are kept, and a test says that there were others")
  func limit() throws {
    try recorded("drop", limit: 2) { _ in
      [(1...9).publisher.dropFirst().sink { _ in }]
    } _: { recording in
      expectEqual(recording.output.signals.map(\.text), ["9", ""])
      expectEqual(recording.output.forgotten, 8)
      expect(recording.test().contains("The first 18 signals are not here"), "\(recording.test())")
    }
  }

  @Test("Of more streams than are kept, those that have ended make room")
  func manyStreams() throws {
    let many = StreamRecorder.streams + 10
    try recorded("flatMap") { _ in
      [(0..<many).publisher.flatMap { Just($0) }.sink { _ in }]
    } _: { recording in
      expectEqual(recording.inputs.count, StreamRecorder.streams - 1)
      expect(recording.isIncomplete)
      expect(recording.test().contains("Some of its inputs are not here"))
    }
  }

  @Test("A snapshot has the last value of a stage that is recorded, and of no other")
  func lastValues() throws {
    let recording = StreamInspector.record("map")
    try inspected {
      [1, 2].publisher.append(Empty(completeImmediately: false)).map { $0 * 2 }.filter { _ in true }.sink { _ in }
    } _: {
      snapshot, _ in
      let stages = try #require(snapshot.pipelines.first).stages
      expectEqual(stages.filter(\.isRecorded).map(\.name), ["map"])
      expectEqual(stages.first { $0.name == "map" }?.lastValue, "4")
      expect(stages.first { $0.name == "filter" }?.lastValue == nil)
      recording.cancel()
      expect(StreamInspector.recording(of: stages.first { $0.name == "map" }?.id ?? 0) == nil)
    }
    expect(StreamRecorder.current == nil)
  }

  @Test("What retry subscribes to again has its values in a test, and a late unlimited demand its time")
  func severalInputs() throws {
    try recorded("retry") { _ in
      let words = PassthroughSubject<String, Outage>()
      let cancellable = words.prefix(1).tryMap { word throws -> String in throw Outage.refused(code: 1) }.retry(1)
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      words.send("a")
      return [words, cancellable]
    } _: { recording in
      expectEqual(recording.inputs.count, 2)
      expectEqual(recording.inputs.map(\.isInner), [false, false])
      expect(recording.test().contains("<#retry of source1, source2#>"), "\(recording.test())")
    }
    try recorded("buffer") { scheduler in
      let (words, reader) = (PassthroughSubject<Int, Never>(), RecordingSubscriber<Int, Never>(demand: .none))
      words.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest).subscribe(reader)
      words.send(1)
      scheduler.advance(by: .seconds(1))
      reader.request(.unlimited)
      return [words, reader]
    } _: {
      expect($0.test().contains("scriptedDemand: [(1, .unlimited)]"), "\($0.test())")
    }
  }

  @Test("Elements have their inner streams, also when the first of them are forgotten")
  func forgottenInners() throws {
    try recorded("flatMap", limit: 4) { _ in
      let numbers = PassthroughSubject<Int, Never>()
      let cancellable = numbers.flatMap { Just($0) }.sink { _ in }
      for number in 0..<9 { numbers.send(number) }
      return [numbers, cancellable]
    } _: {
      expect($0.test().contains(".input(8)),  // 8"), "\($0.test())")
      expectEqual($0.inputs.last?.signals.first { $0.kind == .value }?.text, "8")
    }
  }

  @Test("A pipeline that was cancelled before it received anything is reported")
  func unheard() {
    func cancelled() -> Int { StreamInspector.snapshot(at: now(), findsLines: false).unheard.values.reduce(0, +) }
    let former = cancelled()
    inspected {
      _ = PassthroughSubject<Int, Never>().sink { _ in }
      Just(1).sink { _ in }.cancel()
    } _: { _, _ in
      // In an armed run those of other tests are counted, too.
      expect(isInspected ? cancelled() > former : cancelled() == former + 1)
    }
    var snapshot = StreamSnapshot(pipelines: [], unheard: ["Feed.swift:4 start()": 2])
    expect("\(snapshot)".contains("(is the cancellable stored?):\n  2 from Feed.swift:4 start()\n"))
    snapshot.unheard = [:]
    expectEqual("\(snapshot)", "No pipeline is alive that the inspector has seen.\n")
  }

  @Test("A recording that has been replaced ends without its successor")
  func replaced() {
    let (first, second) = (StreamInspector.record("map"), StreamInspector.record("drop"))
    first.cancel()
    expect(StreamRecorder.current != nil)
    second.cancel()
    expect(StreamRecorder.current == nil)
  }

  @Test("A snapshot has what a buffer keeps, of how much, and what has been dropped")
  func buffers() throws {
    let (numbers, reader) = (PassthroughSubject<Int, Never>(), RecordingSubscriber<Int, Never>(demand: .max(1)))
    try inspected {
      numbers.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe(reader)
      for number in 1...6 { numbers.send(number) }
      reader.request(.max(1))
      return reader
    } _: { snapshot, _ in
      let stages = try #require(snapshot.pipelines.first).stages
      expectEqual(stages.map(\.dropped), [3, 0])
      expectEqual(stages.map(\.buffered), [1, nil])
      expectEqual(stages.map(\.capacity), [2, nil])
      expect("\(snapshot)".contains("buffer: 1 of 2 kept, 3 dropped\n"), "\(snapshot)")
    }
    let slow = RecordingSubscriber<Int, Never>(demand: .max(1))
    try inspected {
      numbers.subscribe(slow)
      for number in 1...3 { numbers.send(number) }
      return slow
    } _: { snapshot, _ in
      expectEqual(try #require(snapshot.pipelines.first).stages.map(\.dropped), [2])
    }
  }
}

private struct Hidden {}
