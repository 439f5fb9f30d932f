import StreamSchedulers

/// Runs work as a program does that does not import `StreamTesting`, whose method of the same name fails a test
/// instead.
func runWithoutTesting<Time, Options>(_ scheduler: SteppedScheduler<Time, Options>, limit: Int) {
  scheduler.run(limit: limit)
}
