public import CoreMetrics
internal import IntegrationParts
public import StreamCore

extension Publisher {
  /// Measures how many values are inside a part of a pipeline: buffered, delayed or on their way to another thread.
  ///
  ///     upstream      --1--2--3-----------|
  ///     meterBuffered("orders") { $0.buffer(size: 10, …) }
  ///     downstream    ----------1--2--3---|
  ///     streams.buffered{stream=orders}
  ///                   --1--2--3-2--1--0
  ///
  /// The meter `streams.buffered` goes up by one for each value that enters, and down by one for each that leaves; what
  /// is inside when the stream ends is taken off. It is the sum over the subscriptions with the same label and
  /// dimensions.
  ///
  /// The part must pass on each value once: `buffer`, `delay`, `receive(on:)`, `map` and their like. What it drops is
  /// taken off if the handler of ``StreamMetrics/dropHandler(factory:)`` is installed and the part drops a value when
  /// one arrives, as `buffer` does; otherwise the meter stays too high until the stream ends.
  ///
  /// The factory is looked for at each subscription. If it is the `NOOPMetricsHandler`, the part is attached as if
  /// written without this operator, and nothing is done for a value.
  ///
  /// - **Demand**: that of the part.
  /// - **Completion**: that of the part.
  /// - **Failure**: that of the part.
  /// - **Threads**: counts where a value enters and where it leaves, never under a lock.
  ///
  /// - Parameters:
  ///   - label: The value of the dimension `stream`.
  ///   - dimensions: More dimensions: names and values.
  ///   - factory: Makes the metrics; `nil` for that of the task, or else of the process.
  ///   - part: Makes the part, once for each subscription.
  /// - Returns: A publisher of what the part delivers.
  /// - Complexity: O(1) for each value, beyond what the part costs.
  public func meterBuffered<Part: Publisher>(
    _ label: String, dimensions: [(String, String)] = [], factory: (any MetricsFactory)? = nil,
    in part: @escaping @Sendable (EnteringPublisher<Self>) -> Part
  ) -> MeterBufferedPublisher<Self, Part> {
    MeterBufferedPublisher(
      upstream: self, source: MetricsSource(label: label, dimensions: dimensions, factory: factory), part: part)
  }
}

/// A publisher that measures how many values are inside a part of a pipeline.
public struct MeterBufferedPublisher<Upstream: Publisher, Part: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Part.Output
  public typealias Failure = Part.Failure

  /// The publisher whose values enter the part.
  public let upstream: Upstream

  let source: MetricsSource
  @usableFromInline let part: @Sendable (EnteringPublisher<Upstream>) -> Part

  /// Attaches `subscriber` to a part of its own.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    // Inlinable, so that the part knows the subscriber's type when it is compiled.
    let entering = makeEntering()
    if entering.isMeasured { attach(subscriber, entering) } else { part(entering).subscribe(subscriber) }
  }

  @usableFromInline
  func makeEntering() -> EnteringPublisher<Upstream> {
    EnteringPublisher(
      upstream: upstream,
      inside: source.activeFactory.map { InsideCount(source.metrics(from: $0).meter("streams.buffered")) })
  }

  @usableFromInline
  func attach<S: Subscriber>(_ subscriber: S, _ entering: EnteringPublisher<Upstream>)
  where S.Input == Output, S.Failure == Failure {
    guard let inside = entering.inside else { return part(entering).subscribe(subscriber) }
    WatchedPublisher(upstream: part(entering), watch: LeavingWatch(inside: inside)).subscribe(subscriber)
  }
}

extension MeterBufferedPublisher: Sendable where Upstream: Sendable {}

/// The publisher whose values enter the part of a pipeline that `meterBuffered` measures.
public struct EnteringPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  @usableFromInline let upstream: Upstream
  let inside: InsideCount?

  @usableFromInline var isMeasured: Bool { inside != nil }

  /// Attaches `subscriber`, to upstream itself if nothing is to be measured.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    if isMeasured { attach(subscriber) } else { upstream.subscribe(subscriber) }
  }

  @usableFromInline
  func attach<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    guard let inside else { return upstream.subscribe(subscriber) }
    WatchedPublisher(upstream: upstream, watch: EnteringWatch(inside: inside)).subscribe(subscriber)
  }
}

extension EnteringPublisher: Sendable where Upstream: Sendable {}

private struct EnteringWatch<Input, Failure: Error>: SignalWatch {
  let inside: InsideCount

  func value(_ input: Input, _ pass: (Input) -> Subscribers.Demand) -> Subscribers.Demand {
    inside.enter()
    // What is dropped while the value enters is reported on this thread.
    return InsideCount.$current.withValue(inside) { pass(input) }
  }
}

private struct LeavingWatch<Input, Failure: Error>: SignalWatch {
  let inside: InsideCount

  func value(_ input: Input, _ pass: (Input) -> Subscribers.Demand) -> Subscribers.Demand {
    inside.leave(1)
    // What is dropped further down was not inside.
    return InsideCount.$current.withValue(nil) { pass(input) }
  }

  func completion(_ completion: Subscribers.Completion<Failure>, _ pass: () -> Void) {
    inside.end()
    pass()
  }

  func cancel(_ pass: () -> Void) {
    inside.end()
    pass()
  }
}
