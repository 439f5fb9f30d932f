import Dispatch
import Foundation
import StreamFoundationSchedulers
import TestSupport

/// A thread that runs its loop, in the default mode, until it is stopped.
// Sendable: of the loop no more is used elsewhere than its scheduler.
final class LoopThread: @unchecked Sendable {
  let loop: RunLoop
  private let isStopped: Box<Bool>
  private let thread: JoinableThread

  init() {
    let isReady = DispatchSemaphore(value: 0)
    let isStopped = Box(false)
    let found = Box<RunLoop?>(nil)
    thread = JoinableThread {
      let loop = RunLoop.current
      found.value = loop
      // A loop with nothing to wait for does not sleep, but returns.
      loop.add(Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }, forMode: .default)
      isReady.signal()
      // A timer does not end a run. Nothing but its own alarm wakes the loop in time for any test here.
      while !isStopped.value { _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.5)) }
    }
    isReady.wait()
    guard let loop = found.value else { fatalError("A thread has a loop.") }
    self.loop = loop
    self.isStopped = isStopped
  }

  /// Ends the thread.
  func stop() {
    isStopped.value = true
    // Ends the run; otherwise it would last until its limit.
    loop.schedule {
      #if canImport(Darwin)
        CFRunLoopStop(CFRunLoopGetCurrent())
      #else
        RunLoop.current._stop()
      #endif
    }
    thread.join()
  }
}
