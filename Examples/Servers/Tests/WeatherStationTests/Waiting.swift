/// Waits until a condition holds, or the task is cancelled, as by the time limit of a test.
func until(_ condition: () -> Bool) async {
  while !condition(), !Task.isCancelled { await Task.yield() }
}

/// Gives other tasks a chance to do what they must not.
func letOthersRun() async {
  for _ in 0..<100 { await Task.yield() }
}
