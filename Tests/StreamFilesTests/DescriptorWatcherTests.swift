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
    /// What a test does with the watcher of its process.
    private enum Watching {
      /// A new pipe: the end to read, and the end to write.
      static func pipe() -> (readEnd: Int32, writeEnd: Int32) {
        var ends: [Int32] = [-1, -1]
        #expect(Glibc.pipe(&ends) == 0)
        return (ends[0], ends[1])
      }

      /// Watches a pipe that can be read.
      ///
      /// - Returns: Whether the watcher has said so.
      static func seesData() -> Bool {
        let (readEnd, writeEnd) = pipe()
        defer { for end in [readEnd, writeEnd] { close(end) } }
        #expect(write(writeEnd, "a", 1) == 1)
        return sees(readEnd)
      }

      static func sees(_ descriptor: Int32) -> Bool {
        let isSeen = DispatchSemaphore(value: 0)
        _ = DescriptorWatcher.shared.watch(descriptor) { _ in isSeen.signal() }
        return isSeen.waitPatiently()
      }

      /// The file that tells the state of the watcher's thread.
      static func threadState() -> String {
        let (readEnd, writeEnd) = pipe()
        defer { for end in [readEnd, writeEnd] { close(end) } }
        let (isKnown, thread) = (DispatchSemaphore(value: 0), Box(""))
        #expect(write(writeEnd, "a", 1) == 1)
        _ = DescriptorWatcher.shared.watch(readEnd) { _ in
          thread.value = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
          isKnown.signal()
        }
        #expect(isKnown.waitPatiently())
        return "/proc/\(thread.value)/stat"
      }

      /// Whether a thread sleeps within the time of many looks.
      static func sleeps(_ state: String) throws -> Bool {
        for _ in 0..<1_000 {
          // The name, which may contain anything, is in parentheses.
          let text = try String(contentsOfFile: state, encoding: .utf8)
          if text.split(separator: ")").last?.hasPrefix(" S") == true { return true }
          sched_yield()
        }
        return false
      }
    }

    @Test("The thread sleeps while no descriptor can be read")
    func sleeps() async {
      await #expect(processExitsWith: .success) {
        let sleepsWithoutWatches = try Watching.sleeps(Watching.threadState())
        #expect(sleepsWithoutWatches)
        _ = DescriptorWatcher.shared.watch(Watching.pipe().readEnd) { _ in }
        let sleepsWithOne = try Watching.sleeps(Watching.threadState())
        #expect(sleepsWithOne)
      }
    }

    @Test("A descriptor that is closed after its watch is closed for the writer, too, though nothing else wakes the thread")
    func closes() async {
      await #expect(processExitsWith: .success) {
        let state = Watching.threadState()
        let (readEnd, writeEnd) = Watching.pipe()
        let token = DescriptorWatcher.shared.watch(readEnd) { _ in }
        // After this the thread has read the watches.
        #expect(Watching.seesData())
        let sleeps = try Watching.sleeps(state)
        #expect(sleeps)
        DescriptorWatcher.shared.unwatch(token)
        close(readEnd)
        var request = pollfd(fd: writeEnd, events: 0, revents: 0)
        #expect(poll(&request, 1, 10_000) == 1)
        #expect(Int32(request.revents) & Int32(POLLERR) != 0)
      }
    }

    @Test("In a process that can open no pipe, watches are noticed, too")
    func withoutPipe() async {
      await #expect(processExitsWith: .success) {
        let (quiet, ready) = (Watching.pipe(), Watching.pipe())
        #expect(write(ready.writeEnd, "a", 1) == 1)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let former = limit
        // Those for input, output and errors are open.
        limit.rlim_cur = 3
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        _ = DescriptorWatcher.shared.watch(quiet.readEnd) { _ in }
        // The thread waits for the quiet one alone between these.
        for _ in 0..<20 { #expect(Watching.sees(ready.readEnd)) }
        limit = former
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      }
    }
  }
#endif
