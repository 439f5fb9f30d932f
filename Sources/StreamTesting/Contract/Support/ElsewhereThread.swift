/// Runs `body` on another thread.
///
/// - Parameters:
///   - patience: The longest wait, in milliseconds.
///   - body: The work.
/// - Returns: Whether it returned in time; a blocked thread is detached.
package func returnsElsewhere(within patience: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
  let hasReturned = Gate()
  let turns = TaskTurns.ofThread
  let thread = JoinableThread {
    if let turns { turns.collecting(body) } else { body() }
    hasReturned.open()
  }
  // The run loop is not pumped: its work is not part of the check.
  let isInTime = hasReturned.wait(until: .now + .milliseconds(patience), runningLoop: false) == .opened
  if isInTime { thread.join() } else { thread.detach() }
  return isInTime
}
