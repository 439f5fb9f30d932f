public import CoreMetrics
internal import IntegrationParts
public import StreamCore

extension Publisher {
  /// Counts values, demand, subscriptions and ends, and measures the time of each value.
  ///
  ///     upstream      --1--2--3--#
  ///     meter("orders")
  ///     downstream    --1--2--3--#
  ///     streams.values{stream=orders}    3
  ///     streams.failures{stream=orders}  1
  ///
  /// ``MeteredSignals`` has the names. Each metric has the dimension `stream` with the label, and the given ones.
  ///
  /// The factory is looked for at each subscription. If it is the `NOOPMetricsHandler`, as before a program has
  /// bootstrapped the metrics, or if `signals` is empty, the subscriber is attached to upstream, and the operator
  /// does nothing for a value. Metrics are made once for a subscription; a value makes none.
  ///
  /// - **Demand**: passed upstream unchanged, after it has been counted. What `receive(_:)` returns counts too.
  /// - **Completion**: counted, then passed on.
  /// - **Failure**: counted, then passed on.
  /// - **Threads**: counts where the signal passes, never under a lock.
  ///
  /// - Parameters:
  ///   - label: The value of the dimension `stream`. Metrics of one label add up over subscriptions.
  ///   - dimensions: More dimensions: names and values. Choose them from a small set; each combination is a metric of
  ///     its own.
  ///   - signals: What to count and measure. Without `.durations` and `.intervals` no clock is read.
  ///   - factory: Makes the metrics; `nil` for that of the task, or else of the process.
  /// - Returns: A publisher of the same elements.
  public func meter(
    _ label: String, dimensions: [(String, String)] = [], signals: MeteredSignals = .all,
    factory: (any MetricsFactory)? = nil
  ) -> MeterPublisher<Self> {
    MeterPublisher(
      upstream: self, signals: signals, source: MetricsSource(label: label, dimensions: dimensions, factory: factory),
      clock: .system)
  }
}

/// A publisher that counts and measures the signals that pass.
public struct MeterPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose signals are counted.
  public let upstream: Upstream

  /// What is counted and measured.
  public let signals: MeteredSignals

  let source: MetricsSource
  let clock: NanosecondClock

  /// Attaches `subscriber`, to upstream itself if nothing is to be counted.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    // Inlinable, so that upstream knows the subscriber's type when it is compiled.
    if let factory = activeFactory { attach(subscriber, factory) } else { upstream.subscribe(subscriber) }
  }

  /// `nil` if nothing is to be counted in the subscription that begins.
  @usableFromInline var activeFactory: (any MetricsFactory)? { signals.isEmpty ? nil : source.activeFactory }

  @usableFromInline
  func attach<S: Subscriber>(_ subscriber: S, _ factory: any MetricsFactory)
  where S.Input == Output, S.Failure == Failure {
    let watch = MetricsWatch<Output, Failure>(signals, metrics: source.metrics(from: factory), clock: clock)
    WatchedPublisher(upstream: upstream, watch: watch).subscribe(subscriber)
  }
}

extension MeterPublisher: Sendable where Upstream: Sendable {}
