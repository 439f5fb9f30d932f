#if os(Linux)
  import Dispatch
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import StreamFiles

  /// Each test has a process of its own, where nothing else wakes the thread that waits.
  @Suite("DescriptorWatcher")
  struct DescriptorWatcherTests {
    private enum Watching {
      static func pipe() -> (readEnd: Int32, writeEnd: Int32) {
        var ends: [Int32] = [-1, -1]
        expectEqual(Glibc.pipe(&ends), 0)
        return (ends[0], ends[1])
      }

      /// The end of a pipe with something to read.
      static func ready() -> Int32 {
        let (readEnd, writeEnd) = pipe()
        expectEqual(write(writeEnd, "a", 1), 1)
        return readEnd
      }

      /// Waits until the thread has seen that a descriptor can be read.
      ///
      /// - Returns: The folder of the thread; `nil` if it has not seen it.
      static func thread(of watcher: DescriptorWatcher = .shared, seeing descriptor: Int32) -> String? {
        let (isSeen, folder) = (DispatchSemaphore(value: 0), Box(""))
        _ = watcher.watch(descriptor) { _ in
          folder.value = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
          isSeen.signal()
        }
        return isSeen.waitPatiently() ? "/proc/\(folder.value)" : nil
      }

      /// Waits until the thread has seen a descriptor, and sleeps.
      static func sleeps(after descriptor: Int32, by watcher: DescriptorWatcher = .shared) throws -> Bool {
        guard let folder = thread(of: watcher, seeing: descriptor) else { return false }
        return try eventually {
          // The name, which may contain anything, is in parentheses.
          let state = try String(contentsOfFile: "\(folder)/stat", encoding: .utf8).split(separator: ")").last
          return state?.hasPrefix(" S") == true
        }
      }
    }

    @Test("The thread sleeps while no descriptor can be read")
    func sleeps() async {
      await #expect(processExitsWith: .success) {
        let ready = Watching.ready()
        let sleepsWithoutWatch = try Watching.sleeps(after: ready)
        expect(sleepsWithoutWatch)
        _ = DescriptorWatcher.shared.watch(Watching.pipe().readEnd) { _ in }
        let sleepsWithOne = try Watching.sleeps(after: ready)
        expect(sleepsWithOne)
      }
    }

    @Test("A descriptor that is closed after its watch is closed for the writer, too")
    func closes() async {
      await #expect(processExitsWith: .success) {
        let (readEnd, writeEnd) = Watching.pipe()
        let token = DescriptorWatcher.shared.watch(readEnd) { _ in }
        let isWatched = try Watching.sleeps(after: Watching.ready())
        try #require(isWatched)
        DescriptorWatcher.shared.unwatch(token)
        close(readEnd)
        var request = pollfd(fd: writeEnd, events: 0, revents: 0)
        expectEqual(poll(&request, 1, 10_000), 1)
        expect(Int32(request.revents) & Int32(POLLERR) != 0)
      }
    }

    @Test("If no pipe can be opened, a watch that is added while the thread waits is noticed, too")
    func withoutPipe() async {
      await #expect(processExitsWith: .success) {
        let (watcher, ready) = (DescriptorWatcher { nil }, Watching.ready())
        _ = watcher.watch(Watching.pipe().readEnd) { _ in }
        let isWaiting = try Watching.sleeps(after: ready, by: watcher)
        try #require(isWaiting)
        expect(Watching.thread(of: watcher, seeing: ready) != nil)
      }
    }
  }
#endif
