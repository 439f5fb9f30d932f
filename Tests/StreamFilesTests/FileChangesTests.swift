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

@Suite("fileChanges(polling:)", .timeLimit(.generous))
struct FileChangesTests {
  private typealias Recorder = RecordingSubscriber<FileChange, any Error>

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// The changes as text: a sign and a name each.
  private func text(_ recorder: Recorder) -> [String] {
    recorder.values.map { change in
      let sign =
        switch change.kind {
        case .created: "+"
        case .modified: "~"
        case .deleted: "-"
        }
      return sign + change.url.lastPathComponent
    }
  }

  /// Waits until a change has come, and no failure.
  private func expectLast(
    _ recorder: Recorder, _ change: String, line: Int = #line
  ) async throws {
    let hasCome = try await eventually { text(recorder).last == change || !recorder.completions.isEmpty }
    expect(hasCome && recorder.completions.isEmpty, "\(text(recorder)), \(recorder.completions)", line: line)
  }

  @Test("A file in a folder is created, modified, renamed and deleted", arguments: ways)
  func entries(way: Duration?) async throws {
    let old = try folder.create("old")
    let recorder = folder.url.fileChanges(polling: way).record()
    let file = try folder.create("a")
    try await expectLast(recorder, "+a")
    try file.append("text")
    try await expectLast(recorder, "~a")
    try file.move(to: folder["b"])
    try await expectLast(recorder, "+b")
    try folder["b"].remove()
    try await expectLast(recorder, "-b")
    try old.remove()
    try await expectLast(recorder, "-old")
    // A write may be seen in two looks, and a rename as well.
    expectEqual(text(recorder).filter { $0 != "~a" }, ["+a", "-a", "+b", "-b", "-old"])
    expectEqual(recorder.values.last, FileChange(url: old, kind: .deleted))
    expectEqual(recorder.overlaps, 0)
    expectEqual(recorder.subscriptions, ["FileChanges"])
    recorder.cancel()
  }

  @Test("A file that does not exist is created, modified, replaced, deleted and created again", arguments: ways)
  func file(way: Duration?) async throws {
    let file = folder["file"]
    let recorder = file.fileChanges(polling: way).record()
    _ = try folder.create("another")
    try Data().write(to: file)
    try await expectLast(recorder, "+file")
    try file.append("text")
    try await expectLast(recorder, "~file")
    try file.remove()
    try await expectLast(recorder, "-file")
    try folder.create("new", "new text").move(to: file)
    try await expectLast(recorder, "+file")
    try folder.create("newer", "newer text").move(to: file)
    try await expectLast(recorder, "~file")
    expect(recorder.values.allSatisfy { $0.url == file })
    recorder.cancel()
  }

  @Test("Changes without demand are combined to one for each file, and delivered in order", arguments: ways)
  func combined(way: Duration?) async throws {
    let (kept, gone) = (try folder.create("kept"), try folder.create("gone"))
    let witness = folder.url.fileChanges(polling: way).record()
    let recorder = folder.url.fileChanges(polling: way).record(demand: .none)
    recorder.request(.none)
    for _ in 0..<3 { try kept.append("text") }
    try gone.remove()
    for _ in 0..<3 {
      let brief = try folder.create("brief")
      try brief.remove()
    }
    try folder.create("b").append("text")
    try folder.create("a").remove()
    _ = try folder.create("a")
    _ = try folder.create("z")
    // By then the system has told of the changes before.
    try await expectLast(witness, "+z")
    witness.cancel()
    expect(recorder.values.isEmpty)
    recorder.request(.max(1))
    #expect(try await eventually { recorder.values.count == 1 })
    expectEqual(text(recorder), ["-gone"])
    recorder.request(.max(2))
    #expect(try await eventually { recorder.values.count == 3 })
    expectEqual(text(recorder), ["-gone", "+a", "+b"])
    recorder.request(.unlimited)
    try await expectLast(recorder, "+z")
    expectEqual(text(recorder), ["-gone", "+a", "+b", "~kept", "+z"])
    recorder.cancel()
  }

  #if os(Linux)
    @Test("A file that is overwritten with as many bytes is modified, even in the same tick of the clock")
    func sameSize() async throws {
      let file = try folder.create("file", "0000")
      let recorders = [file, folder.url].map { $0.fileChanges().record() }
      for number in 1...20 {
        let before = recorders.map(\.values.count)
        try file.overwrite("\(1_000 + number)")
        #expect(try await eventually { zip(recorders, before).allSatisfy { $0.values.count > $1 } })
      }
      expect(recorders.allSatisfy { Set(text($0)) == ["~file"] })
      for recorder in recorders { recorder.cancel() }
    }
  #endif

  @Test("A folder that is deleted loses its entries, and is watched again when it is there again", arguments: ways)
  func folderGone(way: Duration?) async throws {
    let inner = folder["inner"]
    let recorder = inner.fileChanges(polling: way).record()
    for _ in 0..<3 {
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      _ = try folder.create("inner/a")
      try await expectLast(recorder, "+a")
      try inner.remove()
      try await expectLast(recorder, "-a")
    }
    expectEqual(text(recorder), ["+a", "-a", "+a", "-a", "+a", "-a"])
    recorder.cancel()
  }

  @Test("A folder in the folder is created and deleted, and its entries are not looked at", arguments: ways)
  func inner(way: Duration?) async throws {
    let recorder = folder.url.fileChanges(polling: way).record()
    try FileManager.default.createDirectory(at: folder["inner"], withIntermediateDirectories: false)
    try await expectLast(recorder, "+inner")
    _ = try folder.create("inner/a", "text")
    _ = try folder.create("next")
    try await expectLast(recorder, "+next")
    try folder["inner"].remove()
    try await expectLast(recorder, "-inner")
    expectEqual(text(recorder), ["+inner", "+next", "-inner"])
    recorder.cancel()
  }

  @Test("Each of thousands of files is delivered once, to each of several subscribers", arguments: ways)
  func many(way: Duration?) async throws {
    let recorders = (0..<3).map { _ in folder.url.fileChanges(polling: way).record() }
    let names = (0..<2_500).map { "file-\($0)" }
    for name in names {
      let descriptor = open(folder[name].path, O_CREAT | O_CLOEXEC, 0o600)
      try #require(descriptor >= 0)
      close(descriptor)
    }
    for recorder in recorders {
      #expect(try await eventually { recorder.values.count >= names.count })
      expectEqual(text(recorder).sorted(), names.map { "+\($0)" }.sorted())
      recorder.cancel()
    }
  }

  @Test("A cancel from inside receive(_:) ends the stream and the watch (rule 5)", arguments: ways)
  func cancelInside(way: Duration?) async throws {
    let recorder = Recorder()
    recorder.onValue = { [unowned recorder] _ in
      recorder.cancel()
      return .max(1)
    }
    folder.url.fileChanges(polling: way).subscribe(recorder)
    _ = try folder.create("a")
    _ = try folder.create("b")
    #expect(try await eventually { !recorder.values.isEmpty })
    #if os(Linux)
      #expect(try await eventually { try !OpenFiles.isWatched(folder.url) })
    #endif
    expectEqual(text(recorder), ["+a"])
    expect(recorder.completions.isEmpty)
  }

  @Test("A request from inside receive(_:) is served, and a returned one too", arguments: ways)
  func reentrant(way: Duration?) async throws {
    let recorder = Recorder(demand: .max(1))
    recorder.onValue = { [unowned recorder] change in
      if change.url.lastPathComponent.count % 2 == 0 { return .max(1) }
      recorder.request(.max(1))
      return .none
    }
    folder.url.fileChanges(polling: way).subscribe(recorder)
    for length in 1...20 { _ = try folder.create(String(repeating: "a", count: length)) }
    #expect(try await eventually { recorder.values.count { $0.kind == .created } == 20 })
    expectEqual(recorder.overlaps, 0)
    recorder.cancel()
  }

  #if os(Linux)
    @Test("A path is watched from the subscription to the cancel, or until the subscription is let go")
    func released() async throws {
      let recorder = folder.url.fileChanges().record()
      let isWatched = try OpenFiles.isWatched(folder.url)
      expect(isWatched)
      recorder.cancel()
      #expect(try await eventually { try !OpenFiles.isWatched(folder.url) })
      do {
        let subscriber = SlowToTake<FileChange, any Error>(demand: .none)
        folder.url.fileChanges().subscribe(subscriber)
      }
      #expect(try await eventually { try !OpenFiles.isWatched(folder.url) })
    }
  #endif

  @Test("A subscriber is released by a cancel, while its subscription is kept (rule 7)", arguments: ways)
  func releasesSubscriber(way: Duration?) async throws {
    weak var released: Recorder?
    var subscription: (any Subscription)?
    do {
      let recorder = folder.url.fileChanges(polling: way).record()
      (released, subscription) = (recorder, recorder.subscription)
      recorder.cancel()
    }
    #expect(try await eventually { released == nil })
    withExtendedLifetime(subscription) {}
  }

  @Test("What cannot be looked at is a failure at the first demand, with the system's error", arguments: ways)
  func unreadable(way: Duration?) async throws {
    let loop = folder["loop"]
    try FileManager.default.createSymbolicLink(at: loop, withDestinationURL: loop)
    let below = try folder.create("file").appendingPathComponent("log")
    for (url, code) in [(loop, POSIXErrorCode.ELOOP), (below, .ENOTDIR)] {
      let recorder = url.fileChanges(polling: way).record(demand: .none)
      expect(recorder.completions.isEmpty)
      recorder.request(.max(1))
      #expect(try await eventually { !recorder.completions.isEmpty })
      expectEqual((recorder.failure as? POSIXError)?.code, code)
    }
    let recorder = try #require(URL(string: "http://localhost/log")).fileChanges(polling: way).record()
    #expect(try await eventually { !recorder.completions.isEmpty })
    expectEqual((recorder.failure as? CocoaError)?.code, .fileReadUnsupportedScheme)
  }

  @Test("A path that becomes unreadable is a failure, which ends the watch", arguments: ways)
  func unreadableLater(way: Duration?) async throws {
    let file = try folder.create("file")
    let recorder = file.fileChanges(polling: way).record()
    try FileManager.default.createSymbolicLink(at: folder["loop"], withDestinationURL: file)
    try folder["loop"].move(to: file)
    #expect(try await eventually { !recorder.completions.isEmpty })
    expectEqual((recorder.failure as? POSIXError)?.code, .ELOOP)
  }

  @Test("Nothing is delivered before receive(subscription:) has returned, and nothing of that time is lost (rule 3)")
  func subscriptionFirst() async throws {
    let recorder = Recorder()
    recorder.onSubscription = { [folder, unowned recorder] subscription in
      subscription.request(.unlimited)
      expect((try? folder.create("a")) != nil)
      expect(recorder.values.isEmpty)
    }
    folder.url.fileChanges().subscribe(recorder)
    try await expectLast(recorder, "+a")
    expectEqual(recorder.overlaps, 0)
    recorder.cancel()
  }

  @Test("An interval that is not positive traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) { _ = URL(fileURLWithPath: "/").fileChanges(polling: .zero) }
    expectEqual(URL(fileURLWithPath: "/").fileChanges().interval, nil)
  }
}

@Suite("FileHints")
struct FileHintsTests {
  private func event(_ kinds: FileEvent.Kinds, _ entry: String? = nil) -> FileEvent {
    FileEvent(kinds: kinds, entry: entry)
  }

  @Test("Entries are distinguished up to a thousand, and a write is remembered")
  func entries() {
    var hints = FileHints.none
    hints.add(event(.entries, "a"))
    hints.add(event(.written, "b"))
    hints.add(event(.entries, "b"))
    expectEqual(hints.entries, ["a": false, "b": true])
    for number in 0..<998 { hints.add(event(.entries, "\(number)")) }
    expect(hints.entries.count == 1_000 && !hints.isGeneral)
    hints.add(event(.entries, "one more"))
    expect(hints.entries.isEmpty && hints.isGeneral && !hints.isMoved)
    hints.add(event(.entries, "another"))
    expect(hints.entries.isEmpty)
  }

  @Test("A write of the file itself does not move it, a change of its names does, and lost events may be anything")
  func itself() {
    var hints = FileHints.none
    expect(hints.isEmpty)
    hints.add(event(.written))
    expect(!hints.isEmpty && hints.isWritten && hints.isTouched && !hints.isMoved && !hints.isGeneral)
    for kinds: FileEvent.Kinds in [.attributes, .itself] {
      hints = .none
      hints.add(event(kinds))
      expect(hints.isMoved && !hints.isWritten && !hints.isGeneral)
    }
    hints = .none
    hints.add(event(.lost))
    expect(hints.isMoved && hints.isGeneral)
  }

  @Test("Of the folder's entries only the path's own counts, or any if that is a link")
  func parent() {
    var hints = FileHints.none
    hints.add(event(.entries, "other"), ofParentOf: "name")
    expect(hints.isEmpty)
    hints.add(event(.entries, "name"), ofParentOf: "name")
    expect(hints.isMoved)
    hints = .none
    hints.add(event(.entries, "other"), ofParentOf: nil)
    expect(hints.isMoved)
    hints = .none
    hints.add(event(.itself), ofParentOf: "name")
    expect(hints.isMoved)
  }
}
