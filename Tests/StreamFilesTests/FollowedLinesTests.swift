import Dispatch
import Foundation
import StreamCore
import TestSupport
import Testing

@testable import StreamFiles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("followedLines(from:polling:maxLength:)", .timeLimit(.generous))
struct FollowedLinesTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// Expects lines, which are all that has come by then.
  private func expectLines(
    _ recorder: RecordingSubscriber<String, any Error>, _ lines: [String], line: Int = #line
  ) async throws {
    let haveCome = try await eventually { recorder.values.count >= lines.count || !recorder.completions.isEmpty }
    expect(haveCome && recorder.completions.isEmpty, "\(recorder.completions)", line: line)
    expectEqual(recorder.values, lines, line: line)
  }

  @Test("The lines of the file come first, then each that is appended", arguments: ways)
  func appended(way: Duration?) async throws {
    let log = try folder.create("log", "one\ntwo\n")
    let recorder = log.followedLines(polling: way).record()
    try await expectLines(recorder, ["one", "two"])
    for number in 0..<20 { try log.append("line \(number)\n") }
    try await expectLines(recorder, ["one", "two"] + (0..<20).map { "line \($0)" })
    try log.append("\nlast\n")
    try await expectLines(recorder, ["one", "two"] + (0..<20).map { "line \($0)" } + ["", "last"])
    expectEqual(recorder.overlaps, 0)
    expectEqual(recorder.subscriptions, ["FollowedLines"])
    recorder.cancel()
  }

  @Test("From its end, lines come that are appended after the subscription, and all of another file", arguments: ways)
  func end(way: Duration?) async throws {
    let log = try folder.create("log", "old\nbeg")
    let recorder = log.followedLines(from: .end, polling: way).record(demand: .none)
    // At once: the end is that at the subscription, not at the first demand.
    try log.append("un\nnew\n")
    recorder.request(.unlimited)
    try await expectLines(recorder, ["un", "new"])
    try log.move(to: folder["log.1"])
    _ = try folder.create("log", "first\n")
    try await expectLines(recorder, ["un", "new", "first"])
    recorder.cancel()
  }

  @Test("A line comes when its line feed does, in however many pieces it is written", arguments: ways)
  func pieces(way: Duration?) async throws {
    let log = try folder.create("log", "a")
    let recorder = log.followedLines(polling: way).record()
    for piece in ["b", "c\r", "\nd", "\u{e9}\r\n", "e\nf"] { try log.append(piece) }
    try await expectLines(recorder, ["abc", "d\u{e9}", "e"])
    try log.append("\n")
    try await expectLines(recorder, ["abc", "d\u{e9}", "e", "f"])
    recorder.cancel()
  }

  @Test("A truncated file is read from its beginning again", arguments: ways)
  func truncated(way: Duration?) async throws {
    let log = try folder.create("log", "one\ntwo\n")
    let recorder = log.followedLines(polling: way).record()
    try await expectLines(recorder, ["one", "two"])
    try log.truncate()
    try log.append("x\n")
    try await expectLines(recorder, ["one", "two", "x"])
    try log.append("y\n")
    try await expectLines(recorder, ["one", "two", "x", "y"])
    recorder.cancel()
  }

  @Test("A file that is renamed is read to its end, then the one that gets its name", arguments: ways)
  func rotated(way: Duration?) async throws {
    let log = try folder.create("log", "one\n")
    let recorder = log.followedLines(polling: way).record()
    try await expectLines(recorder, ["one"])
    var expected = ["one"]
    for round in 0..<5 {
      let former = folder["log.\(round)"]
      try log.append("before \(round)\n")
      try log.move(to: former)
      // A writer that has the file open goes on for a while.
      try former.append("after \(round)\n")
      expected += ["before \(round)", "after \(round)"]
      try await expectLines(recorder, expected)
      // Also when it has been noticed that the name is free.
      try former.append("later \(round)\n")
      expected += ["later \(round)"]
      try await expectLines(recorder, expected)
      try former.append("rest \(round)")
      _ = try folder.create("log.new", "new \(round)\n").move(to: log)
      // The rest without a line feed is a line, since it is followed by another file.
      expected += ["rest \(round)", "new \(round)"]
      try await expectLines(recorder, expected)
    }
    recorder.cancel()
    #if os(Linux)
      #expect(try await eventually { try OpenFiles.count(in: folder) == 0 })
    #endif
  }

  @Test("A file that does not exist yet is waited for, and read from its beginning", arguments: ways)
  func late(way: Duration?) async throws {
    let recorder = folder["log"].followedLines(from: .end, polling: way).record()
    try await expectLines(recorder, [])
    let log = try folder.create("log", "one\n")
    try await expectLines(recorder, ["one"])
    try log.append("two\n")
    try await expectLines(recorder, ["one", "two"])
    recorder.cancel()
  }

  @Test("A folder that does not exist yet is waited for, too", arguments: ways)
  func lateFolder(way: Duration?) async throws {
    let log = folder.url.appendingPathComponent("later/log")
    let recorder = log.followedLines(polling: way).record()
    try FileManager.default.createDirectory(at: folder["later"], withIntermediateDirectories: true)
    _ = try folder.create("later/log", "one\n")
    try await expectLines(recorder, ["one"])
    try log.append("two\n")
    try await expectLines(recorder, ["one", "two"])
    recorder.cancel()
  }

  @Test("A file that is deleted and created again is read from its beginning", arguments: ways)
  func deleted(way: Duration?) async throws {
    let log = try folder.create("log", "one\n")
    let recorder = log.followedLines(polling: way).record()
    for round in 0..<5 {
      try await expectLines(recorder, ["one"] + (0..<round).map { "new \($0)" })
      try log.remove()
      try Data("new \(round)\n".utf8).write(to: log)
    }
    try await expectLines(recorder, ["one"] + (0..<5).map { "new \($0)" })
    recorder.cancel()
  }

  @Test("Behind a symbolic link the file is followed, and another one when the link leads there", arguments: ways)
  func link(way: Duration?) async throws {
    let (log, first, second) = (folder["log"], try folder.create("first", "one\n"), try folder.create("second", "b\n"))
    try FileManager.default.createSymbolicLink(at: log, withDestinationURL: first)
    let recorder = log.followedLines(polling: way).record()
    try await expectLines(recorder, ["one"])
    try first.append("two\n")
    try await expectLines(recorder, ["one", "two"])
    try FileManager.default.createSymbolicLink(at: folder["new"], withDestinationURL: second)
    try folder["new"].move(to: log)
    try await expectLines(recorder, ["one", "two", "b"])
    try second.append("c\n")
    try await expectLines(recorder, ["one", "two", "b", "c"])
    recorder.cancel()
  }

  @Test("A line is delivered for each that is requested, and none without demand (rule 2)", arguments: ways)
  func demand(way: Duration?) async throws {
    let log = try folder.create("log", "one\ntwo\n")
    let recorder = log.followedLines(polling: way).record(demand: .none)
    recorder.request(.none)
    try log.append("three\n")
    expect(recorder.values.isEmpty)
    for count in 1...3 {
      recorder.request(.max(1))
      try await expectLines(recorder, Array(["one", "two", "three"].prefix(count)))
    }
    try log.append("four\nfive\n")
    recorder.request(.max(1))
    try await expectLines(recorder, ["one", "two", "three", "four"])
    recorder.request(.unlimited)
    try await expectLines(recorder, ["one", "two", "three", "four", "five"])
    recorder.cancel()
  }

  @Test("Requests from inside receive(_:) are served, for more lines than a stack could hold", arguments: ways)
  func reentrant(way: Duration?) async throws {
    let lines = (0..<50_000).map { "\($0)" }
    let log = try folder.create("log", lines.map { "\($0)\n" }.joined())
    let recorder = RecordingSubscriber<String, any Error>(demand: .max(1))
    let count = Box(0)
    recorder.onValue = { [unowned recorder] _ in
      count.increment()
      if count.value % 2 == 0 { return .max(1) }
      recorder.request(.max(1))
      return .none
    }
    log.followedLines(polling: way).subscribe(recorder)
    #expect(try await eventually { count.value == lines.count })
    try log.append("last\n")
    #expect(try await eventually { count.value == lines.count + 1 })
    expectEqual(recorder.values, lines + ["last"])
    expectEqual(recorder.overlaps, 0)
    recorder.cancel()
  }

  @Test("A cancel from inside receive(_:) ends the stream, and closes the file and its watch (rule 5)", arguments: ways)
  func cancelInside(way: Duration?) async throws {
    let log = try folder.create("log", "one\ntwo\nthree\n")
    let recorder = RecordingSubscriber<String, any Error>()
    recorder.onValue = { [unowned recorder] value in
      if value == "two" { recorder.cancel() }
      return .none
    }
    log.followedLines(polling: way).subscribe(recorder)
    #expect(try await eventually { recorder.values.count == 2 })
    #if os(Linux)
      #expect(try await eventually { try OpenFiles.count(in: folder) == 0 && !OpenFiles.isWatched(log) })
    #endif
    recorder.request(.max(1))
    expectEqual(recorder.values, ["one", "two"])
    expect(recorder.completions.isEmpty)
  }

  #if os(Linux)
    @Test("A file is open and watched from the subscription to the cancel")
    func released() async throws {
      let log = try folder.create("log", "one\n")
      let recorder = log.followedLines().record(demand: .max(1))
      try await expectLines(recorder, ["one"])
      let (isOpen, isWatched) = (try OpenFiles.count(in: folder) == 1, try OpenFiles.isWatched(log))
      expect(isOpen && isWatched)
      recorder.cancel()
      #expect(try await eventually { try OpenFiles.count(in: folder) == 0 && !OpenFiles.isWatched(log) })
    }

    @Test("After many subscriptions the process has no descriptors of theirs")
    func descriptors() async {
      await #expect(processExitsWith: .success) {
        let folder = try TestFolder()
        let log = try folder.create("log", "one\n")
        func follow(_ count: Int) async throws {
          let recorders = (0..<count).map { number in
            log.followedLines(polling: number % 3 == 0 ? .milliseconds(5) : nil).record()
          }
          let haveCome = try await eventually { recorders.allSatisfy { $0.values == ["one"] } }
          expect(haveCome)
          for recorder in recorders { recorder.cancel() }
        }
        try await follow(3)
        let areClosed = try await eventually { try OpenFiles.count(in: folder) == 0 }
        expect(areClosed)
        let before = try OpenFiles.count()
        try await follow(100)
        // What the process opens once, for its timers say, may have come since: a leak would be one of each.
        let areAsBefore = try await eventually {
          try OpenFiles.count(in: folder) == 0 && OpenFiles.count() < before + 10
        }
        expect(areAsBefore)
      }
    }
  #endif

  @Test("A subscriber is released by a cancel, while its subscription is kept (rule 7)", arguments: ways)
  func releasesSubscriber(way: Duration?) async throws {
    let log = try folder.create("log", "one\n")
    weak var released: RecordingSubscriber<String, any Error>?
    var subscription: (any Subscription)?
    do {
      let recorder = log.followedLines(polling: way).record()
      try await expectLines(recorder, ["one"])
      (released, subscription) = (recorder, recorder.subscription)
      recorder.cancel()
    }
    #expect(try await eventually { released == nil })
    withExtendedLifetime(subscription) {}
  }

  @Test("Nothing is delivered before receive(subscription:) has returned (rule 3)")
  func subscriptionFirst() async throws {
    let log = try folder.create("log", "one\ntwo\n")
    let subscriber = SlowToTake<String, any Error>()
    let cancellation = log.followedLines().handleEvents(subscriber)
    #expect(try await eventually { subscriber.values == 2 })
    expectEqual(subscriber.early, 0)
    cancellation.cancel()
  }

  @Test("What cannot be read is a failure at the first demand, with the system's error", arguments: ways)
  func unreadable(way: Duration?) async throws {
    let loop = folder["loop"]
    try FileManager.default.createSymbolicLink(at: loop, withDestinationURL: loop)
    let pipe = folder["pipe"]
    try #require(mkfifo(pipe.path, 0o600) == 0)
    let below = try folder.create("file").appendingPathComponent("log")
    for (url, code) in [(folder.url, POSIXErrorCode.EISDIR), (loop, .ELOOP), (pipe, .ESPIPE), (below, .ENOTDIR)] {
      let recorder = url.followedLines(polling: way).record(demand: .none)
      expect(recorder.completions.isEmpty)
      recorder.request(.max(1))
      #expect(try await eventually { !recorder.completions.isEmpty })
      expectEqual((recorder.failure as? POSIXError)?.code, code)
    }
    let recorder = try #require(URL(string: "http://localhost/log")).followedLines(polling: way).record()
    #expect(try await eventually { !recorder.completions.isEmpty })
    expectEqual((recorder.failure as? CocoaError)?.code, .fileReadUnsupportedScheme)
    #if os(Linux)
      #expect(try await eventually { try OpenFiles.count(in: folder) == 0 })
    #endif
  }

  @Test("If what gets the name cannot be read, that is a failure, after the lines of the former file", arguments: ways)
  func unreadableLater(way: Duration?) async throws {
    let log = try folder.create("log", "one\n")
    let recorder = log.followedLines(polling: way).record()
    try await expectLines(recorder, ["one"])
    try log.append("two\n")
    try log.move(to: folder["log.1"])
    try FileManager.default.createDirectory(at: log, withIntermediateDirectories: false)
    #expect(try await eventually { !recorder.completions.isEmpty })
    expectEqual((recorder.failure as? POSIXError)?.code, .EISDIR)
    expectEqual(recorder.values, ["one", "two"])
    #if os(Linux)
      #expect(try await eventually { try OpenFiles.count(in: folder) == 0 && !OpenFiles.isWatched(log) })
    #endif
  }

  @Test("A line that is too long is a failure after the lines before it, even if it has not ended", arguments: ways)
  func tooLong(way: Duration?) async throws {
    let log = try folder.create("log", "1234\n")
    let recorder = log.followedLines(polling: way, maxLength: 4).record()
    try await expectLines(recorder, ["1234"])
    try log.append("12345")
    #expect(try await eventually { !recorder.completions.isEmpty })
    expectEqual(recorder.failure as? LineTooLongError, LineTooLongError(limit: 4))
    expectEqual(recorder.values, ["1234"])
  }

  @Test("Each of many subscribers has all lines", arguments: ways)
  func many(way: Duration?) async throws {
    let log = try folder.create("log", "one\n")
    let publisher = log.followedLines(polling: way)
    let recorders = (0..<50).map { _ in publisher.record() }
    try log.append("two\n")
    for recorder in recorders { try await expectLines(recorder, ["one", "two"]) }
    for recorder in recorders.dropFirst() { recorder.cancel() }
    // The watch of the one that is left is kept.
    try log.append("three\n")
    try await expectLines(recorders[0], ["one", "two", "three"])
    recorders[0].cancel()
  }

  @Test("Files that grow without a pause leave others their turn, and can be cancelled")
  func growing() async throws {
    let (log, quiet) = (try folder.create("log"), try folder.create("quiet"))
    let isOver = Box(false)
    let writers = DispatchGroup()
    Thread.detachNewThread { [log] in
      writers.enter()
      defer { writers.leave() }
      let block = Data(String(repeating: "a line of the file that grows\n", count: 200).utf8)
      guard let handle = try? FileHandle(forWritingTo: log) else { return }
      // Its length is bounded, but not known to its readers.
      for _ in 0..<2_000 where !isOver.value { try? handle.write(contentsOf: block) }
      try? handle.close()
    }
    let counts = (0..<8).map { _ in Box(0) }
    let busy = counts.map { count in
      log.followedLines().sink(receiveCompletion: { _ in }, receiveValue: { _ in count.increment() })
    }
    let recorder = quiet.followedLines().record()
    for number in 0..<10 {
      try quiet.append("\(number)\n")
      try await expectLines(recorder, (0...number).map { "\($0)" })
    }
    #expect(try await eventually { counts.allSatisfy { $0.value > 0 } })
    for cancellable in busy { cancellable.cancel() }
    isOver.value = true
    recorder.cancel()
    #if os(Linux)
      #expect(try await eventually { try OpenFiles.count(in: folder) <= 1 })
    #endif
    #expect(writers.waitPatiently())
  }

  @Test("An interval and a length below the least trap")
  func badInput() async {
    await #expect(processExitsWith: .failure) { _ = URL(fileURLWithPath: "/").followedLines(polling: .zero) }
    await #expect(processExitsWith: .failure) { _ = URL(fileURLWithPath: "/").followedLines(maxLength: 0) }
    let usual = URL(fileURLWithPath: "/").followedLines()
    expectEqual(usual.start, .beginning)
    expectEqual(usual.maxLength, 1_000_000)
    expectEqual(usual.interval, nil)
  }
}

extension Publisher {
  /// Subscribes a subscriber that does not keep its subscription.
  ///
  /// - Returns: A handle that cancels the subscription.
  fileprivate func handleEvents(_ subscriber: SlowToTake<Output, Failure>) -> AnyCancellable
  where Self: Sendable {
    let kept = Box<(any Subscription)?>(nil)
    let outer = RecordingSubscriber<Output, Failure>(demand: .none) { subscriber.receive($0) }
    outer.onSubscription = { subscription in
      kept.value = subscription
      subscriber.receive(subscription: subscription)
    }
    subscribe(outer)
    return AnyCancellable { kept.value?.cancel() }
  }
}

@Suite("FollowedFile")
struct FollowedFileTests {
  private let folder: TestFolder
  private let queue = DispatchQueue(label: "FollowedFileTests")

  init() throws {
    folder = try TestFolder()
  }

  /// What the next read finds.
  private func read(_ file: FollowedFile, upTo limit: Int = 100) -> String {
    queue.sync {
      switch file.read(upTo: limit) {
      case .data(let data): String(decoding: data, as: UTF8.self)
      case .end: "end"
      case .notReady: "not ready"
      case .failure(let error): "\(error.code)"
      }
    }
  }

  private func follow(_ name: String, startsAtEnd: Bool = false) throws -> FollowedFile {
    try FollowedFile(folder[name].path, startsAtEnd: startsAtEnd, polling: .seconds(1_000), queue: queue)
  }

  @Test("A rest before a truncation is ended by a line feed, a complete line is not")
  func truncated() throws {
    let log = try folder.create("log", "one\nrest")
    let file = try follow("log")
    expectEqual(read(file, upTo: 5), "one\nr")
    expectEqual(read(file), "est")
    expectEqual(read(file), "not ready")
    try log.truncate()
    try log.append("a\n")
    expectEqual(read(file), "\n")
    expectEqual(read(file), "a\n")
    try log.truncate()
    expectEqual(read(file), "not ready")
    try log.append("b")
    expectEqual(read(file), "b")
    file.close()
  }

  @Test("Of several files that get the name between two reads, the first is read to its end, and then the last")
  func rotatedTwice() throws {
    let log = try folder.create("log", "one\n")
    let file = try follow("log")
    expectEqual(read(file), "one\n")
    expectEqual(read(file), "not ready")
    try log.append("two")
    for number in 1...3 {
      try log.move(to: folder["log.\(number)"])
      _ = try folder.create("log", "new \(number)\n")
    }
    expectEqual(read(file), "two")
    expectEqual(read(file), "\n")
    expectEqual(read(file), "new 3\n")
    expectEqual(read(file), "not ready")
    file.close()
  }

  @Test("A deleted file is read until another has its name, and an empty one is waited for")
  func deleted() throws {
    let log = try folder.create("log", "one\n")
    let writer = try FileHandle(forWritingTo: log)
    try writer.seekToEnd()
    let file = try follow("log", startsAtEnd: true)
    expectEqual(read(file), "not ready")
    try log.remove()
    try writer.write(contentsOf: Data("two\n".utf8))
    expectEqual(read(file), "two\n")
    expectEqual(read(file), "not ready")
    try writer.write(contentsOf: Data("three\n".utf8))
    _ = try folder.create("log")
    expectEqual(read(file), "three\n")
    expectEqual(read(file), "not ready")
    try writer.close()
    try log.append("four\n")
    expectEqual(read(file), "four\n")
    file.close()
  }

  @Test("A file that replaces one of the same length, at the same place, is found")
  func replaced() throws {
    _ = try folder.create("log", "one\n")
    let file = try follow("log")
    expectEqual(read(file), "one\n")
    try folder.create("new", "two\n").move(to: folder["log"])
    expectEqual(read(file), "two\n")
    file.close()
  }

  #if os(Linux)
    @Test("If the system gives no watches, the file is polled every second", .timeLimit(.generous))
    func withoutWatches() throws {
      let log = try folder.create("log")
      let hub = FileEventHub { -1 }
      let file = try FollowedFile(log.path, startsAtEnd: false, polling: nil, queue: queue, hub: hub)
      expectEqual(read(file), "not ready")
      try log.append("one\n")
      let isReady = DispatchSemaphore(value: 0)
      queue.sync { file.whenReady { isReady.signal() } }
      expect(isReady.waitPatiently())
      expectEqual(read(file), "one\n")
      queue.sync { file.close() }
    }
  #endif
}
