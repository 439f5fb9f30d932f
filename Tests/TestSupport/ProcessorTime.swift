private import Foundation

/// Measures the processor time that `body` takes on this thread, independent of other load on the machine.
///
/// - Parameter body: Runs once.
/// - Returns: This thread's processor time.
public func processorTime(_ body: () -> Void) -> Duration {
  let began = processorTimeOfThread()
  body()
  return processorTimeOfThread() - began
}

private func processorTimeOfThread() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
