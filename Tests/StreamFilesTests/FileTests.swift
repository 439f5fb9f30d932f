import Foundation
import StreamCore
import StreamFiles
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file of its own for `body`, removed thereafter.
private func withFile<Result>(_ data: Data, _ body: (URL) async throws -> Result) async throws -> Result {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("stream-\(UUID().uuidString)")
  try data.write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  return try await body(file)
}

private func openDescriptors(of file: URL) throws -> Int {
  let folder = "/proc/self/fd"
  return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) == file.path
  }
}

#if canImport(Glibc)
  // Swift does not import <malloc.h>. Option -6 is M_PERTURB.
  @_silgen_name("mallopt")
  private func setAllocatorOption(_ option: Int32, _ value: Int32) -> Int32
#endif

@Suite("Files as publishers", .timeLimit(.generous))
struct FileTests {
  private static let body = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 3) })

  @Test("A piece has at most 65,536 bytes by default, and a size below one traps")
  func chunkSize() async {
    let file = URL(fileURLWithPath: "/")
    expectEqual(file.fileBytesPublisher().chunkSize, 65_536)
    expectEqual(FileBytesPublisher(source: .file(file)).chunkSize, 65_536)
    expectEqual(file.fileBytesPublisher(chunkSize: 1).chunkSize, 1)
    await #expect(processExitsWith: .failure) {
      _ = FileBytesPublisher(source: .file(URL(fileURLWithPath: "/")), chunkSize: 0)
    }
  }

  @Test("The content is delivered in pieces of at most the size, then the finish, and the file is closed")
  func wholeFile() async throws {
    try await withFile(Self.body) { (file: URL) async throws in
      let recorder = file.fileBytesPublisher(chunkSize: 7_000).record()
      #expect(try await eventually { recorder.isFinished })
      expectEqual(recorder.values.reduce(Data(), +), Self.body)
      expect(recorder.values.allSatisfy { (1...7_000).contains($0.count) })
      expectEqual(recorder.overlaps, 0)
      expectEqual(recorder.subscriptions, ["FileBytes"])
      #if os(Linux)
        #expect(try openDescriptors(of: file) == 0)
      #endif
    }
  }

  @Test("A piece may be of any size: it has at most a mebibyte")
  func greatestSize() async throws {
    try await withFile(Data(count: 1_500_000)) { (file: URL) async throws in
      let recorder = file.fileBytesPublisher(chunkSize: .max).record()
      #expect(try await eventually { recorder.isFinished })
      expectEqual(recorder.values.map(\.count).reduce(0, +), 1_500_000)
      expect(recorder.values.allSatisfy { $0.count <= 1_048_576 })
    }
  }

  @Test("One piece is read for each that is requested, and nothing ahead (rule 2)")
  func demand() async throws {
    try await withFile(Self.body) { (file: URL) async throws in
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      let recorder = handle.bytesPublisher(chunkSize: 1_000).record(demand: .max(2))
      #expect(try await eventually { recorder.values.count == 2 })
      #expect(try handle.offset() == 2_000)
      recorder.request(.max(1))
      #expect(try await eventually { recorder.values.count == 3 })
      #expect(try handle.offset() == 3_000)
      recorder.cancel()
      recorder.request(.unlimited)
      expectEqual(recorder.values.count, 3)
      // The handle is the user's, and stays open.
      #expect(try handle.read(upToCount: 10) == Self.body[3_000..<3_010])
    }
  }

  @Test("Lines of an open handle and of a file are the same, however long the pieces are")
  func lines() async throws {
    let lines = (0..<20_000).map { "line \($0) \u{e9}" }
    try await withFile(Data(lines.joined(separator: "\r\n").utf8)) { (file: URL) async throws in
      let recorder = file.fileLinesPublisher().record(demand: .max(1)) { _ in .max(1) }
      #expect(try await eventually { recorder.isFinished })
      expectEqual(recorder.values, lines)
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      let other = handle.linesPublisher().record()
      #expect(try await eventually { other.isFinished })
      expectEqual(other.values, lines)
    }
  }

  @Test("Each subscriber reads a file from the beginning")
  func independent() async throws {
    try await withFile(Data("abc".utf8)) { (file: URL) async throws in
      let publisher = file.fileBytesPublisher()
      for _ in 0..<2 {
        let recorder = publisher.record()
        #expect(try await eventually { recorder.isFinished })
        expectEqual(recorder.values, [Data("abc".utf8)])
      }
    }
  }

  @Test("A file that does not exist is a failure at the first demand, an empty one finishes")
  func missingAndEmpty() async throws {
    let missing = URL(fileURLWithPath: "/nowhere/\(UUID().uuidString)").fileBytesPublisher().record(demand: .none)
    expect(missing.completions.isEmpty)
    missing.request(.max(1))
    #expect(try await eventually { missing.failure != nil })
    try await withFile(Data()) { (file: URL) async throws in
      let empty = file.fileBytesPublisher().record(demand: .max(1))
      #expect(try await eventually { empty.isFinished })
      expect(empty.values.isEmpty)
    }
  }

  @Test("A request for no values reads nothing, before demand and between pieces")
  func requestNone() async throws {
    try await withFile(Data("abcdef".utf8)) { (file: URL) async throws in
      let recorder = file.fileBytesPublisher(chunkSize: 2).record(demand: .none)
      recorder.request(.none)
      recorder.request(.max(1))
      #expect(try await eventually { recorder.values.count == 1 })
      recorder.request(.none)
      recorder.request(.max(1))
      #expect(try await eventually { recorder.values.count == 2 })
      expectEqual(recorder.values, [Data("ab".utf8), Data("cd".utf8)])
      recorder.cancel()
      recorder.request(.none)
      expect(recorder.completions.isEmpty)
    }
  }

  @Test("A folder cannot be read: the system's error is the failure")
  func folder() async throws {
    let recorder = FileManager.default.temporaryDirectory.fileBytesPublisher().record()
    #expect(try await eventually { recorder.failure != nil })
    expect(recorder.values.isEmpty)
  }

  @Test("A URL that is not a file URL is a failure, though a file has its path")
  func noFileURL() async throws {
    try await withFile(Self.body) { (file: URL) async throws in
      let url = try #require(URL(string: "http://localhost\(file.path)"))
      let recorder = url.fileBytesPublisher().record()
      #expect(try await eventually { !recorder.completions.isEmpty })
      expectEqual((recorder.failure as? CocoaError)?.code, .fileReadUnsupportedScheme)
      expect(recorder.values.isEmpty)
    }
  }

  @Test("A handle that was closed before any demand is a failure")
  func closedHandle() async throws {
    let pipe = Pipe()
    let publisher = pipe.fileHandleForReading.bytesPublisher()
    try pipe.fileHandleForReading.close()
    let recorder = publisher.record()
    #expect(try await eventually { (recorder.failure as? POSIXError)?.code == .EBADF })
  }

  @Test("Nothing is delivered before receive(subscription:) has returned (rule 3)")
  func subscriptionFirst() async throws {
    try await withFile(Self.body) { (file: URL) async throws in
      let subscriber = SlowToTake<Data, any Error>()
      file.fileBytesPublisher(chunkSize: 10_000).subscribe(subscriber)
      #expect(try await eventually { subscriber.hasEnded })
      expectEqual(subscriber.values, 20)
      expectEqual(subscriber.early, 0)
    }
  }

  #if os(Linux)
    @Test("A named pipe without a writer occupies no thread, and a cancel closes it")
    func pipesWithoutWriters() async throws {
      try await withFile(Data()) { (file: URL) async throws in
        let pipes = (0..<150).map { file.appendingPathExtension("pipe\($0)") }
        defer { for pipe in pipes { try? FileManager.default.removeItem(at: pipe) } }
        for pipe in pipes { try #require(mkfifo(pipe.path, 0o600) == 0) }
        let recorders = pipes.map { $0.fileBytesPublisher().record() }
        // All are open at a time, more than there may be threads of queues.
        #expect(try await eventually { try pipes.allSatisfy { try openDescriptors(of: $0) == 1 } })
        let writer = try FileHandle(forWritingTo: pipes[0])
        try writer.write(contentsOf: Data("late".utf8))
        try writer.close()
        #expect(try await eventually { recorders[0].isFinished })
        expectEqual(recorders[0].values, [Data("late".utf8)])
        for recorder in recorders { recorder.cancel() }
        #expect(try await eventually { try pipes.allSatisfy { try openDescriptors(of: $0) == 0 } })
        expect(recorders.dropFirst().allSatisfy { $0.completions.isEmpty })
      }
    }

    @Test("A released subscription without outstanding demand closes its file", arguments: [true, false])
    func letGo(isPipe: Bool) async throws {
      try await withFile(Self.body) { (file: URL) async throws in
        let pipe = file.appendingPathExtension("pipe")
        defer { try? FileManager.default.removeItem(at: pipe) }
        try #require(mkfifo(pipe.path, 0o600) == 0)
        let writer = try FileHandle(forUpdating: pipe)
        let subscriber = SlowToTake<Data, any Error>(demand: .max(1))
        (isPipe ? pipe : file).fileBytesPublisher(chunkSize: 10).subscribe(subscriber)
        // By now it waits for the pipe, which has nothing to read.
        try writer.write(contentsOf: Data("more than a piece".utf8))
        #expect(try await eventually { subscriber.values == 1 })
        #expect(try await eventually { try openDescriptors(of: isPipe ? pipe : file) == (isPipe ? 1 : 0) })
        try writer.close()
      }
    }
  #endif

  @Test("A cancel at any moment closes the file and ends the stream", arguments: [0, 1, 5])
  func cancel(after count: Int) async throws {
    try await withFile(Self.body) { (file: URL) async throws in
      let recorder = file.fileBytesPublisher(chunkSize: 100).record(demand: count == 0 ? .none : .max(count))
      #expect(try await eventually { recorder.values.count == count })
      recorder.cancel()
      recorder.cancel()
      recorder.request(.unlimited)
      #if os(Linux)
        #expect(try await eventually { try openDescriptors(of: file) == 0 })
      #endif
      expectEqual(recorder.values.count, count)
      expect(recorder.completions.isEmpty)
    }
  }

  @Test("The subscriber is released after the end, while its subscription is kept (rule 7)", arguments: [true, false])
  func release(byCancel: Bool) async throws {
    try await withFile(Self.body) { (file: URL) async throws in
      weak var released: RecordingSubscriber<Data, any Error>?
      var subscription: (any Subscription)?
      do {
        let recorder = file.fileBytesPublisher().record(demand: byCancel ? .max(1) : .unlimited)
        released = recorder
        subscription = recorder.subscription
        #expect(try await eventually { byCancel ? recorder.values.count == 1 : recorder.isFinished })
        if byCancel { recorder.cancel() }
      }
      #expect(try await eventually { released == nil })
      withExtendedLifetime(subscription) {}
    }
  }

  @Test("An empty pipe occupies no thread; written bytes are delivered, and then the end")
  func pipe() async throws {
    let pipe = Pipe()
    let recorder = pipe.fileHandleForReading.bytesPublisher().record()
    for text in ["one", "two", "three"] {
      let count = recorder.values.count
      try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      #expect(try await eventually { recorder.values.count == count + 1 })
    }
    try pipe.fileHandleForWriting.close()
    #expect(try await eventually { recorder.isFinished })
    expectEqual(recorder.values.map { String(decoding: $0, as: UTF8.self) }, ["one", "two", "three"])
  }

  @Test("Pipes whose writer closes while they are waited for end their streams, without a crash")
  func hangUp() async {
    // In a process of its own: a crash of Dispatch, from which the reader keeps away, would end it.
    await #expect(processExitsWith: .success) {
      #if canImport(Glibc)
        // The allocator overwrites what is freed, so that the use of it is seen.
        _ = setAllocatorOption(-6, 165)
      #endif
      for _ in 0..<40 {
        let pipes = (0..<50).map { _ in Pipe() }
        let recorders = pipes.map { $0.fileHandleForReading.bytesPublisher().record() }
        for pipe in pipes { try pipe.fileHandleForWriting.write(contentsOf: Data("a".utf8)) }
        let haveBegun = try await eventually { recorders.allSatisfy { $0.values.count == 1 } }
        expect(haveBegun)
        for pipe in pipes { try pipe.fileHandleForWriting.close() }
        let haveFinished = try await eventually { recorders.allSatisfy(\.isFinished) }
        expect(haveFinished)
      }
    }
  }

  #if os(Linux)
    @Test("A pipe can be waited for even when the process can open no more descriptors")
    func waitWithoutDescriptors() async {
      await #expect(processExitsWith: .success) {
        let pipe = Pipe()
        let recorder = pipe.fileHandleForReading.bytesPublisher().record(demand: .max(1))
        try pipe.fileHandleForWriting.write(contentsOf: Data("one".utf8))
        let hasBegun = try await eventually { recorder.values.count == 1 }
        expect(hasBegun)
        // Dispatch opens a descriptor for its first timer, and stops the process if it cannot.
        try await Task.sleep(for: .milliseconds(10))
        var before = rlimit()
        expectEqual(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before), 0)
        // The standard descriptors alone; more than 0, since `poll` looks at the limit.
        var limit = before
        limit.rlim_cur = 3
        expectEqual(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit), 0)
        recorder.request(.max(1))
        // By then it waits.
        try await Task.sleep(for: .milliseconds(100))
        expectEqual(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before), 0)
        try pipe.fileHandleForWriting.write(contentsOf: Data("two".utf8))
        let hasCome = try await eventually { recorder.values == [Data("one".utf8), Data("two".utf8)] }
        expect(hasCome)
      }
    }
  #endif

  @Test("A cancel while a pipe is waited for ends the stream, and the pipe can be read by other code")
  func cancelWaiting() async throws {
    let pipe = Pipe()
    let recorder = pipe.fileHandleForReading.bytesPublisher().record()
    recorder.cancel()
    let other = pipe.fileHandleForReading.bytesPublisher().record()
    try pipe.fileHandleForWriting.write(contentsOf: Data("late".utf8))
    #expect(try await eventually { other.values == [Data("late".utf8)] })
    expect(recorder.values.isEmpty)
    other.cancel()
  }

  @Test("A stream is written into a file, one piece at a time, to its end")
  func write() async throws {
    try await withFile(Data()) { (file: URL) async throws in
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      let ends = Box(0)
      let upstream = ScriptedPublisher<Data, TestError>()
      let writing = upstream.write(to: handle) { completion in
        if case .finished = completion { ends.increment() }
      }
      expectEqual(upstream.demand, .max(1))
      upstream.send(Data("one ".utf8))
      #expect(try await eventually { upstream.demand == .max(2) })
      upstream.send(Data("two".utf8))
      upstream.send(completion: .finished)
      #expect(try await eventually { ends.value == 1 })
      #expect(try String(contentsOf: file, encoding: .utf8) == "one two")
      withExtendedLifetime(writing) {}
    }
  }

  @Test("A copy made by reading and writing has the same content")
  func copy() async throws {
    try await withFile(Self.body) { (source: URL) async throws in
      try await withFile(Data()) { (target: URL) async throws in
        let handle = try FileHandle(forWritingTo: target)
        defer { try? handle.close() }
        let hasEnded = Box(false)
        let writing = source.fileBytesPublisher(chunkSize: 999).write(to: handle) { _ in hasEnded.value = true }
        #expect(try await eventually { hasEnded.value })
        #expect(try Data(contentsOf: target) == Self.body)
        withExtendedLifetime(writing) {}
      }
    }
  }

  @Test("Writing into a pipe without a reader fails with EPIPE, cancels upstream, and does not end the process")
  func brokenPipe() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let failure = Box<(any Error)?>(nil)
    let upstream = ScriptedPublisher<Data, TestError>(letsGo: false)
    let writing = upstream.write(to: pipe.fileHandleForWriting) { completion in
      if case .failure(let error) = completion { failure.value = error }
    }
    upstream.send(Data("lost".utf8))
    #expect(try await eventually { failure.value != nil })
    expectEqual((failure.value as? POSIXError)?.code, .EPIPE)
    expectEqual(upstream.cancelCount, 1)
    withExtendedLifetime(writing) {}
  }

  @Test("A failure of upstream is reported after the pieces before it have been written")
  func writeFailure() async throws {
    try await withFile(Data()) { (file: URL) async throws in
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      let failure = Box<(any Error)?>(nil)
      let upstream = PassthroughSubject<[UInt8], TestError>()
      let writing = upstream.write(to: handle) { completion in
        if case .failure(let error) = completion { failure.value = error }
      }
      upstream.send([65, 66])
      upstream.send(completion: .failure(TestError()))
      #expect(try await eventually { failure.value as? TestError == TestError() })
      #expect(try Data(contentsOf: file) == Data([65, 66]))
      withExtendedLifetime(writing) {}
    }
  }

  @Test("After a cancel nothing is written, and upstream is cancelled")
  func cancelWriting() async throws {
    try await withFile(Data()) { (file: URL) async throws in
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      let ends = Box(0)
      let upstream = ScriptedPublisher<Data, TestError>(letsGo: false)
      let writing = upstream.write(to: handle) { _ in ends.increment() }
      writing.cancel()
      upstream.send(Data("late".utf8))
      upstream.send(completion: .finished)
      expectEqual(upstream.cancelCount, 1)
      #expect(try Data(contentsOf: file).isEmpty)
      expectEqual(ends.value, 0)
    }
  }
}
