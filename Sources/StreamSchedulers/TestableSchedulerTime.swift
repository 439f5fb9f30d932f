/// The time type of a scheduler with a fixed time at which a test's clock begins.
///
/// The helpers of `StreamTesting` use it to create times of any scheduler, although that module imports neither
/// Dispatch nor Foundation. The times of `DispatchQueue` and ``UIScheduler`` conform to it, and in
/// `StreamFoundationSchedulers` those of `RunLoop` and `OperationQueue`. Conform the times of a scheduler of your own,
/// so that tests find `unimplemented` at it, too.
public protocol TestableSchedulerTime {
  /// The initial time of clocks in tests: the same in every run.
  static var testStart: Self { get }
}
