public import StreamParts

/// Collects what is dropped, and reported, while a closure runs, by the calling thread: not what other tests drop
/// meanwhile.
///
/// - Parameter body: Makes elements be dropped.
/// - Returns: The reports, in order.
public func reportedDrops(while body: () -> Void) -> [DropReport] {
  let reports = Box<[DropReport]>([])
  let observation = DropHook.observe { report in
    // The hook is called by the thread that drops, which has the task-local values of its caller. Another test that
    // collects at the same time has its own box.
    if Collecting.into === reports { reports.update { $0.append(report) } }
  }
  Collecting.$into.withValue(reports, operation: body)
  observation.cancel()
  return reports.value
}

private enum Collecting {
  @TaskLocal static var into: Box<[DropReport]>?
}
