#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import StreamURLSession
  import TestSupport
  import Testing

  @Suite("GatedQueue", .separateThread, .timeLimit(.generous))
  struct GatedQueueTests {
    private let queue = GatedQueue()
    private let ran = Box<[Int]>([])

    /// Adds calls behind one that waits until the test lets it go on.
    private func add(_ calls: [Int]) {
      for call in calls {
        queue.addOperation { [ran] in ran.update { $0.append(call) } }
      }
    }

    private func block() -> DispatchSemaphore {
      let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      queue.addOperation {
        hasBegun.signal()
        mayEnd.wait()
      }
      hasBegun.wait()
      return mayEnd
    }

    @Test("Calls run in order, each once, even if more come than may wait without delay")
    func order() {
      let mayEnd = block()
      add(Array(0..<100))
      mayEnd.signal()
      queue.waitUntilAllOperationsAreFinished()
      expect(eventually { ran.value.count == 100 })
      expectEqual(ran.value, Array(0..<100))
    }

    @Test("An operation of high priority runs before the waiting calls")
    func priority() {
      let mayEnd = block()
      add([1, 2])
      let operation = BlockOperation { [ran] in ran.update { $0.append(0) } }
      operation.queuePriority = .veryHigh
      queue.addOperation(operation)
      mayEnd.signal()
      expect(eventually { ran.value.count == 3 })
      // The next call has its place in the queue when the one before it has begun.
      expectEqual(ran.value, [0, 1, 2])
    }

    @Test("After keepNewestOnly(), waiting and later calls are dropped but for the newest, without delay")
    func newestOnly() {
      let mayEnd = block()
      add([1, 2])
      queue.keepNewestOnly()
      add(Array(3...10_000))
      mayEnd.signal()
      expect(eventually { !ran.value.isEmpty })
      queue.waitUntilAllOperationsAreFinished()
      expectEqual(ran.value, [10_000])
    }

    @Test("The objects that a dropped call retains are released once the queue is free again")
    func releasesOutsideLock() {
      /// Uses the queue as it is released.
      final class Caller: Sendable {
        let queue: GatedQueue
        init(_ queue: GatedQueue) { self.queue = queue }
        deinit { queue.keepNewestOnly() }
      }
      let mayEnd = block()
      func addCaller() {
        let caller = Caller(queue)
        queue.addOperation { withExtendedLifetime(caller) {} }
      }
      addCaller()
      addCaller()
      queue.keepNewestOnly()
      addCaller()
      add([1])
      mayEnd.signal()
      expect(eventually { ran.value == [1] })
    }

    @Test("The newest of the waiting calls runs if none follows it")
    func newestOfWaiting() {
      let mayEnd = block()
      add([1, 2, 3])
      queue.keepNewestOnly()
      mayEnd.signal()
      expect(eventually { !ran.value.isEmpty })
      queue.waitUntilAllOperationsAreFinished()
      expectEqual(ran.value, [3])
    }
  }
#endif
