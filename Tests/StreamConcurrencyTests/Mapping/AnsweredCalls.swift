import StreamCore
import TestSupport

/// An asynchronous closure whose calls, one for each number below a hundred, wait until the test answers them.
final class AnsweredCalls: Sendable {
  private struct Call {
    let isRunning = Event()
    let isAnswered = Event()
    let isOver = Event()
  }

  private struct Log {
    var running: Set<Int> = []
    var most = 0
    var started: [Int] = []
    var cancelled: Set<Int> = []
    var tasks: Set<Int> = []
  }

  private let calls = (0..<100).map { _ in Call() }
  private let log = Locked(Log())

  /// Waits for the answer, or for the cancel of its task.
  func call(_ number: Int) async -> Int {
    log.withLock { log in
      log.running.insert(number)
      log.most = max(log.most, log.running.count)
      log.started.append(number)
      withUnsafeCurrentTask { task in _ = log.tasks.insert(task.hashValue) }
    }
    calls[number].isRunning.happen()
    await calls[number].isAnswered.wait()
    log.withLock { log in
      log.running.remove(number)
      if Task.isCancelled { log.cancelled.insert(number) }
    }
    calls[number].isOver.happen()
    return number * 10
  }

  /// Lets the calls with `numbers` return.
  func answer(_ numbers: Int...) {
    for number in numbers { calls[number].isAnswered.happen() }
  }

  func untilRunning(_ numbers: Int...) async {
    for number in numbers { await calls[number].isRunning.wait() }
  }

  func untilOver(_ numbers: Int...) async {
    for number in numbers { await calls[number].isOver.wait() }
  }

  /// The numbers of the calls, in their order.
  var started: [Int] { log.value.started }

  /// The largest number of calls that ran at the same time.
  var most: Int { log.value.most }

  /// The numbers of the calls that were cancelled while they waited.
  var cancelled: Set<Int> { log.value.cancelled }

  /// The number of tasks in which calls have run.
  var taskCount: Int { log.value.tasks.count }
}

extension Listener {
  /// Waits for `count` values.
  ///
  /// - Returns: The values received so far.
  func first(_ count: Int) async -> [Input] {
    var iterator = values.makeAsyncIterator()
    for _ in 0..<count { _ = await iterator.next() }
    return recorder.values
  }
}
