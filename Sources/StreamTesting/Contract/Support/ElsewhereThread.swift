/// Runs `body` on another thread.
///
/// - Parameters:
///   - patience: How many milliseconds to wait.
///   - body: What to run.
/// - Returns: Whether it returned in time; a thread that is stuck is left to itself.
package func returnsElsewhere(within patience: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
  let hasReturned = Gate()
  let thread = JoinableThread {
    body()
    hasReturned.open()
  }
  // The run loop stands still: what it would run is not asked for here.
  let isInTime = hasReturned.wait(until: .now + .milliseconds(patience), runningLoop: false) == .opened
  if isInTime { thread.join() } else { thread.detach() }
  return isInTime
}
