public import StreamCore
public import StreamParts

extension Publisher {
  /// Pairs each element with the time at which it arrives.
  ///
  ///     upstream      -a--b|
  ///     timestamped(by: scheduler).map { "\($0.value) at \($0.time)" }
  ///     downstream    -A--B|
  ///     A = a at 1, B = b at 4
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does; the scheduler's clock is read there, and nothing is scheduled.
  ///
  /// - Parameter scheduler: The scheduler whose clock is read.
  /// - Returns: A publisher of elements with their times.
  @inlinable
  @_disfavoredOverload
  public func timestamped<S: Scheduler>(by scheduler: S) -> Publishers.Timestamped<Self, S> {
    TimestampedPublisher(upstream: self, scheduler: scheduler)
  }
}

/// A value with a time.
@frozen
public struct TimedValue<Value, Time> {
  /// The value.
  public var value: Value

  /// The time.
  public var time: Time

  /// Creates a value with a time.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - time: The time.
  @inlinable
  public init(_ value: Value, at time: Time) {
    (self.value, self.time) = (value, time)
  }
}

extension TimedValue: Sendable where Value: Sendable, Time: Sendable {}
extension TimedValue: Equatable where Value: Equatable, Time: Equatable {}
extension TimedValue: Hashable where Value: Hashable, Time: Hashable {}
extension TimedValue: Encodable where Value: Encodable, Time: Encodable {}
extension TimedValue: Decodable where Value: Decodable, Time: Decodable {}

/// A publisher that pairs each element of another with the time at which it arrives.
@frozen
public struct TimestampedPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  /// An element with its time.
  public typealias Output = TimedValue<Upstream.Output, Context.SchedulerTimeType>
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are timed.
  public let upstream: Upstream

  /// The scheduler whose clock is read.
  public let scheduler: Context

  @inlinable
  public init(upstream: Upstream, scheduler: Context) {
    (self.upstream, self.scheduler) = (upstream, scheduler)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      MappingInner("Timestamped", to: subscriber) { [scheduler] (input: Upstream.Output) in
        TimedValue(input, at: scheduler.now)
      })
  }
}

extension TimestampedPublisher: Sendable where Upstream: Sendable, Context: Sendable {}

extension PublisherNames {
  /// A value with a time.
  public typealias Timed<Value, Time> = TimedValue<Value, Time>

  /// A publisher that pairs each element of another with the time at which it arrives.
  public typealias Timestamped<Upstream: Publisher, Context: Scheduler> = TimestampedPublisher<Upstream, Context>
}
