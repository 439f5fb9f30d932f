public import StreamCore
public import StreamSchedulers

// Combine's timed operators with a `Duration` in place of a scheduler's stride, for durations from a configuration or
// from code that sleeps. `.seconds(1)` remains a stride, as in Combine.

extension Publisher {
  /// A ``Publishers/Delay`` by a `Duration`.
  ///
  /// - Parameters:
  ///   - interval: The delay. A part of a nanosecond counts as a whole one.
  ///   - tolerance: The acceptable additional delay; by default, the scheduler's minimum.
  ///   - scheduler: The scheduler that delivers signals.
  ///   - options: Options for the scheduler.
  /// - Returns: A publisher of the same elements, later.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func delay<S: Scheduler>(
    for interval: Duration, tolerance: Duration? = nil, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> where Output: Sendable {
    delay(
      for: .duration(interval), tolerance: tolerance.map { .duration($0) }, scheduler: scheduler, options: options)
  }

  /// A ``Publishers/Debounce`` with a `Duration`.
  ///
  /// - Parameters:
  ///   - dueTime: The silence required after an element. A part of a nanosecond counts as a whole one.
  ///   - scheduler: The scheduler that times and delivers elements.
  ///   - options: Options for the scheduler.
  /// - Returns: A publisher of the elements that were followed by silence.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func debounce<S: Scheduler>(
    for dueTime: Duration, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> where Output: Sendable {
    debounce(for: .duration(dueTime), scheduler: scheduler, options: options)
  }

  /// A ``Publishers/Throttle`` with a `Duration`.
  ///
  /// - Parameters:
  ///   - interval: The time between two elements. A part of a nanosecond counts as a whole one.
  ///   - scheduler: The scheduler that times and delivers elements.
  ///   - latest: Whether the newest element of an interval is sent at its end, rather than the oldest.
  /// - Returns: A publisher of some of the elements.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func throttle<S: Scheduler>(
    for interval: Duration, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> where Output: Sendable {
    throttle(for: .duration(interval), scheduler: scheduler, latest: latest)
  }

  /// A ``Publishers/Timeout`` with a `Duration`.
  ///
  /// - Parameters:
  ///   - interval: The longest silence of upstream. A part of a nanosecond counts as a whole one.
  ///   - scheduler: The scheduler that times and delivers elements.
  ///   - options: Options for the scheduler.
  ///   - customError: Returns the failure of a timeout; without it, the stream finishes.
  /// - Returns: A publisher of the same elements that ends when upstream is silent.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func timeout<S: Scheduler>(
    _ interval: Duration, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (@Sendable () -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> where Output: Sendable {
    timeout(.duration(interval), scheduler: scheduler, options: options, customError: customError)
  }
}
