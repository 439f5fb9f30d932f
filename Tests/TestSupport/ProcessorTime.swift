private import Foundation

/// How long `body` keeps the processor busy on this thread, whatever else the machine does meanwhile.
///
/// - Parameter body: Runs once.
/// - Returns: The processor time of this thread that it took.
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
