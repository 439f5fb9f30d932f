private import Dispatch

/// Runs `body` on another thread.
///
/// - Parameters:
///   - patience: How many milliseconds to wait.
///   - body: What to run.
/// - Returns: Whether it returned in time; a thread that is stuck is left to itself.
func returnsElsewhere(within patience: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
  let hasReturned = DispatchSemaphore(value: 0)
  let thread = JoinableThread {
    body()
    hasReturned.signal()
  }
  let isInTime = hasReturned.wait(timeout: .now() + .milliseconds(patience)) == .success
  if isInTime { thread.join() } else { thread.detach() }
  return isInTime
}
