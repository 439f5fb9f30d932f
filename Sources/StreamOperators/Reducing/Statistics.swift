public import StreamCore
public import StreamParts

extension Publisher where Output: BinaryFloatingPoint {
  /// Delivers the number, mean, variance, minimum and maximum of all elements.
  ///
  ///     upstream      --1--5--1--5--|
  ///     map { Double($0) }.statistics().compactMap(\.variance)
  ///     downstream    --------------(A|)
  ///     A = 4.0
  ///
  /// Mean and variance are accumulated by Welford's method, which keeps the precision of large numbers that differ
  /// little. A running form is `scan(into: Publishers.Statistics()) { $0.add($1) }`.
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand. Memory is
  ///   constant.
  /// - **Completion**: right after the result, when upstream has finished.
  /// - **Failure**: passed on, without a result.
  /// - **Threads**: accumulates and delivers where upstream delivers.
  ///
  /// - Returns: A publisher of the statistics. A NaN element makes every statistic but the count NaN.
  @_disfavoredOverload
  @inlinable
  public func statistics() -> Publishers.StatisticsOf<Self> {
    StatisticsPublisher(upstream: self)
  }

  /// Delivers the mean of all elements.
  ///
  ///     upstream      --1--2--6--|
  ///     map { Double($0) }.average()
  ///     downstream    -----------(A|)
  ///     A = Optional(3.0)
  ///
  /// - **Demand**: requests unlimited demand from upstream; the mean waits for downstream's demand. Memory is constant.
  /// - **Completion**: right after the mean, when upstream has finished; the mean of an empty stream is `nil`.
  /// - **Failure**: passed on, without a mean.
  /// - **Threads**: accumulates and delivers where upstream delivers.
  ///
  /// - Returns: A publisher of the mean, by Welford's method. A NaN element makes the mean NaN.
  @_disfavoredOverload
  @inlinable
  public func average() -> Publishers.Average<Self> {
    AveragePublisher(upstream: self)
  }
}

/// A publisher of the statistics of another's elements.
@frozen
public struct StatisticsPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher
where Upstream.Output: BinaryFloatingPoint {
  /// The statistics.
  public typealias Output = StreamStatistics<Upstream.Output>
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are accumulated.
  public let upstream: Upstream

  @inlinable
  public init(upstream: Upstream) {
    self.upstream = upstream
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let statistics = SerialState(Output())
    upstream.subscribe(
      ReducingInner<Upstream.Output, S>("Statistics", to: subscriber) { input throws(Failure) in
        statistics.value.add(input)
        return false
      } complete: {
        statistics.value
      })
  }
}

/// A publisher of the mean of another's elements.
@frozen
public struct AveragePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher
where Upstream.Output: BinaryFloatingPoint {
  /// The mean; `nil` of an empty stream.
  public typealias Output = Upstream.Output?
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are accumulated.
  public let upstream: Upstream

  @inlinable
  public init(upstream: Upstream) {
    self.upstream = upstream
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let statistics = SerialState(StreamStatistics<Upstream.Output>())
    upstream.subscribe(
      ReducingInner<Upstream.Output, S>("Average", to: subscriber) { input throws(Failure) in
        statistics.value.add(input)
        return false
      } complete: {
        statistics.value.mean
      })
  }
}

extension PublisherNames {
  /// ``StatisticsPublisher``, under a short name that a client's own type overrides.
  public typealias StatisticsOf<Upstream: Publisher> = StatisticsPublisher<Upstream>
  where Upstream.Output: BinaryFloatingPoint

  /// ``StreamStatistics``, under a short name that a client's own type overrides.
  public typealias Statistics<Number: BinaryFloatingPoint> = StreamStatistics<Number>

  /// ``AveragePublisher``, under a short name that a client's own type overrides.
  public typealias Average<Upstream: Publisher> = AveragePublisher<Upstream> where Upstream.Output: BinaryFloatingPoint
}

extension StatisticsPublisher: Sendable where Upstream: Sendable {}
extension StatisticsPublisher: Equatable where Upstream: Equatable {}
extension AveragePublisher: Sendable where Upstream: Sendable {}
extension AveragePublisher: Equatable where Upstream: Equatable {}
