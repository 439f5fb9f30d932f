import Foundation
import TestSupport

/// A thread that runs its run loop in the default mode until it is told to stop.
final class RunLoopThread: @unchecked Sendable {
  // Sendable: of the run loop only that is used from elsewhere which any thread may use; the thread is joined once.
  let runLoop: RunLoop

  /// The numbers of the ticks of a timer of the test's own, which keeps the run loop busy: its clock.
  private let turns: Box<Int>
  private let isStopped: Box<Bool>
  private let thread: JoinableThread
  private let name: Box<pthread_t?>

  /// - Parameter hasClock: Whether there is a clock; without it the run loop has no timer but the test's.
  init(hasClock: Bool = true) {
    let started = DispatchSemaphore(value: 0)
    let (turns, isStopped) = (Box(0), Box(false))
    let name = Box<pthread_t?>(nil)
    let found = Box<RunLoop?>(nil)
    thread = JoinableThread {
      let runLoop = RunLoop.current
      let clock = Timer(timeInterval: 0.001, repeats: true) { _ in turns.increment() }
      if hasClock { runLoop.add(clock, forMode: .default) }
      name.value = pthread_self()
      found.value = runLoop
      started.signal()
      while !isStopped.value {
        // A run loop that has nothing to wait for returns at once.
        if !runLoop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) { usleep(1000) }
      }
      clock.invalidate()
    }
    started.wait()
    runLoop = found.value ?? .main
    self.turns = turns
    self.isStopped = isStopped
    self.name = name
  }

  /// Whether the caller is on the thread.
  var isCurrent: Bool { name.value.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

  /// Waits until the clock has ticked so often that a timer of a few milliseconds would have ticked, too.
  ///
  /// - Parameter ticks: How often.
  /// - Returns: Whether it has.
  func goRound(_ ticks: Int = 30) -> Bool {
    let now = turns.value
    return eventually { turns.value >= now + ticks }
  }

  /// Runs `body` on the thread, and waits for it.
  func perform(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    runLoop.perform {
      body()
      done.signal()
    }
    done.wait()
  }

  /// Stops the thread, and waits for its end.
  func stop() {
    isStopped.value = true
    thread.join()
  }
}

extension RunLoopThread {
  /// When the next timer of the run loop is due in the default mode, or a long time from now; `nil` if it has none.
  var nextTimer: Date? {
    let next = Box<Date?>(nil)
    perform { next.value = RunLoop.current.limitDate(forMode: .default) }
    return next.value.flatMap { $0.timeIntervalSinceNow < 1000 ? $0 : nil }
  }
}

/// Runs `body` with a thread that is stopped afterwards.
func withRunLoop(hasClock: Bool = true, _ body: (RunLoopThread) throws -> Void) rethrows {
  let thread = RunLoopThread(hasClock: hasClock)
  defer { thread.stop() }
  try body(thread)
}
