import Dispatch
import Foundation
import StreamFoundationSchedulers
import StreamTiming
import TestSupport
import Testing

@Suite("OperationQueue as a scheduler")
struct OperationQueueSchedulerTests {
  private let semaphore = DispatchSemaphore(value: 0)
  private let queue: OperationQueue

  init() {
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
  }

  @Test("Work runs on the queue, in order")
  func order() {
    let log = Box<[Int]>([])
    let strangers = Box(0)
    for number in 0..<1_000 {
      queue.schedule { [queue] in
        if OperationQueue.current !== queue { strangers.increment() }
        log.update { $0.append(number) }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    expectEqual(log.value, Array(0..<1_000))
    expectEqual(strangers.value, 0)
  }

  // Case XA-377.
  @Test("Work with a tolerance runs no earlier than its date, and is released when it has run")
  func tolerance() {
    let time = Box(queue.now)
    let token = Box<Token?>(Token())
    weak let weakToken = token.value
    let date = queue.now.advanced(by: .milliseconds(20))
    queue.schedule(after: date, tolerance: .milliseconds(10)) { [queue, semaphore, kept = token.value] in
      withExtendedLifetime(kept) { time.value = queue.now }
      semaphore.signal()
    }
    token.value = nil
    expect(semaphore.waitPatiently())
    expect(time.value >= date.advanced(by: -0.001))
    queue.waitUntilAllOperationsAreFinished()
    expect(eventually { weakToken == nil })
  }

  @Test("Work for the distant future never runs")
  func never() {
    let runs = Box(0)
    queue.schedule(after: queue.now.advanced(by: .seconds(Double.infinity))) { runs.increment() }
    queue.schedule(after: queue.now.advanced(by: .seconds(Int.max))) { runs.increment() }
    let timer = queue.schedule(after: queue.now.advanced(by: .seconds(Double.infinity)), interval: .seconds(.max)) {
      runs.increment()
    }
    queue.schedule(after: queue.now.advanced(by: 0.02)) { [semaphore] in semaphore.signal() }
    expect(semaphore.waitPatiently())
    expect(queue.operationCount >= 2)
    queue.cancelAllOperations()
    queue.waitUntilAllOperationsAreFinished()
    expectEqual(runs.value, 0)
    timer.cancel()
  }

  @Test("Work for a later time is at once an operation of the queue that is not ready: it is counted and waited for")
  func countedAndWaitedFor() {
    let log = Box<[Int]>([])
    queue.schedule(after: queue.now.advanced(by: .seconds(1_000))) { log.update { $0.append(3) } }
    expectEqual(queue.operationCount, 1)
    expect(queue.operations.allSatisfy { !$0.isReady && !$0.isExecuting })
    // What is ready does not wait for it, though the queue is serial.
    queue.schedule { [semaphore] in
      log.update { $0.append(1) }
      semaphore.signal()
    }
    expect(semaphore.waitPatiently())
    expect(queue.operationCount >= 1)
    queue.cancelAllOperations()
    queue.schedule(after: queue.now.advanced(by: .milliseconds(60))) { log.update { $0.append(2) } }
    queue.waitUntilAllOperationsAreFinished()
    expectEqual(log.value, [1, 2])
    expectEqual(queue.operationCount, 0)
  }

  @Test("Work for a later time is cancelled by cancelAllOperations(), and released")
  func cancelledWithOthers() {
    let runs = Box(0)
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      // Should the time of the first come before the cancel, it waits.
      queue.isSuspended = true
      for delay in [0.03, 1_000] {
        queue.schedule(after: queue.now.advanced(by: .seconds(delay))) {
          withExtendedLifetime(newToken) { _ = runs.increment() }
        }
      }
    }
    expectEqual(queue.operationCount, 2)
    queue.cancelAllOperations()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    expect(eventually { queue.operationCount == 0 && token == nil })
    // The time of the first comes all the same, and finds nothing.
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(60))
    expectEqual(runs.value, 0)
  }

  @Test("When operations are cancelled while work becomes due, each piece of work runs at most once")
  func cancelWhileTimesCome() {
    let runs = Box<[Int]>(Array(repeating: 0, count: 1_000))
    let start = queue.now.advanced(by: .milliseconds(5))
    for number in 0..<1_000 {
      queue.schedule(after: start.advanced(by: .microseconds(20 * number))) { runs.update { $0[number] += 1 } }
      if number.isMultiple(of: 2) { queue.operations.last?.cancel() }
    }
    queue.waitUntilAllOperationsAreFinished()
    expect(runs.value.allSatisfy { $0 <= 1 })
    expect(runs.value.count { $0 == 1 } >= 500)
    expectEqual(queue.operationCount, 0)
  }

  @Test("Runs that become due while the queue is busy do not accumulate")
  func busy() {
    let runs = Box(0)
    queue.isSuspended = true
    let timer = queue.schedule(after: queue.now, interval: .milliseconds(1)) { [semaphore] in
      runs.increment()
      semaphore.signal()
    }
    expect(eventually { queue.operationCount == 1 })
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(30))
    expectEqual(queue.operationCount, 1)
    queue.isSuspended = false
    expect(semaphore.waitPatiently())
    timer.cancel()
  }

  /// Work that repeats every millisecond, and signals: `runs` counts how often it ran, `alive` whether it is kept.
  private func repeatWork(after delay: TimeInterval, counting runs: Box<Int>, alive: Box<Int>) -> any Cancellable {
    let counted = Counted(alive)
    return queue.schedule(after: queue.now.advanced(by: .seconds(delay)), interval: .milliseconds(1)) { [semaphore] in
      withExtendedLifetime(counted) { _ = runs.increment() }
      semaphore.signal()
    }
  }

  @Test("After a cancel on the queue no run follows, not even a waiting one, and the work is released at once")
  func cancel() {
    let (runs, alive) = (Box(0), Box(0))
    let timer = repeatWork(after: 0, counting: runs, alive: alive)
    expect(semaphore.waitPatiently())
    let runsAtCancel = Box(0)
    nonisolated(unsafe) let shared = timer
    queue.schedule { [semaphore] in
      shared.cancel()
      shared.cancel()
      runsAtCancel.value = runs.value
      semaphore.signal()
    }
    expect(eventually { alive.value == 0 })
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
    queue.waitUntilAllOperationsAreFinished()
    expectEqual(runs.value, runsAtCancel.value)
  }

  @Test("Repeated work is an operation of the queue between its dates: counted, and waited for until its cancel")
  func repetitionCounted() {
    let waiting = queue.schedule(after: queue.now.advanced(by: 1_000), interval: 0.005) {}
    expectEqual(queue.operationCount, 1)
    expect(queue.operations.allSatisfy { !$0.isReady && !$0.isExecuting })
    waiting.cancel()
    let runs = Box(0)
    let timer = Box<AnyCancellable?>(nil)
    // Nothing runs before the box has the timer.
    queue.isSuspended = true
    timer.value = AnyCancellable(
      queue.schedule(after: queue.now.advanced(by: 0.02), interval: 0.005) {
        // As `debounce` does at its first run.
        if runs.increment() == 3 { timer.value?.cancel() }
      })
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    expectEqual(runs.value, 3)
    expectEqual(queue.operationCount, 0)
  }

  @Test("Repeated work ends with cancelAllOperations(), and is released", arguments: [0.001, 1_000])
  func repetitionCancelledWithOthers(delay: TimeInterval) {
    let (runs, alive) = (Box(0), Box(0))
    let timer = repeatWork(after: delay, counting: runs, alive: alive)
    if delay < 1 { expect(semaphore.waitPatiently()) }
    queue.cancelAllOperations()
    queue.waitUntilAllOperationsAreFinished()
    expect(eventually { queue.operationCount == 0 && alive.value == 0 })
    let runsAtEnd = runs.value
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
    expectEqual(runs.value, runsAtEnd)
    timer.cancel()
  }

  @Test("An operation of repeated work is not ready before it has been added, though its time has come")
  func readyWhenAdded() {
    let queue = WatchedQueue()
    let hasRun = DispatchSemaphore(value: 0)
    let timer = queue.schedule(after: queue.now, interval: 1_000) { hasRun.signal() }
    expectEqual(queue.wasReady.value, [false])
    expect(hasRun.waitPatiently())
    timer.cancel()
  }

  @Test("A debounce that waits on an operation queue is an operation of the queue")
  func debounceWaitedFor() {
    let source = PassthroughSubject<Int, Never>()
    let values = Box<[Int]>([])
    let cancellable = source.debounce(for: .milliseconds(20), scheduler: queue)
      .sink { value in values.update { $0.append(value) } }
    // Nothing runs between the two, however late the second comes.
    queue.isSuspended = true
    source.send(1)
    source.send(2)
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    expectEqual(values.value, [2])
    cancellable.cancel()
  }

  @Test("An interval of zero or less traps")
  func refusesInterval() async {
    await #expect(processExitsWith: .failure) {
      _ = OperationQueue.main.schedule(after: OperationQueue.main.now, interval: 0) {}
    }
  }
}

/// Takes long to add an operation, and notes whether it is ready then.
private final class WatchedQueue: OperationQueue, @unchecked Sendable {
  // Sendable: it is immutable.
  let wasReady = Box<[Bool]>([])

  override func addOperation(_ operation: Operation) {
    Thread.sleep(forTimeInterval: 0.05)
    wasReady.update { $0.append(operation.isReady) }
    super.addOperation(operation)
  }
}
