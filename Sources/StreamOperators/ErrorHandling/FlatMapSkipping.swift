public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element into a publisher, and merges their values; a publisher that fails no longer takes part.
  ///
  ///     upstream      -x--y------|
  ///     x              ^a-b-#
  ///     y                 ^c-d-|
  ///     flatMapSkippingFailures { $0 == "x" ? x : y }
  ///     downstream    --a-bc-d---|
  ///
  /// - **Demand**: as `flatMap`: requests `maxPublishers` elements from upstream, and one more whenever a publisher
  ///   ends.
  /// - **Completion**: finishes when upstream has, and all the publishers have ended.
  /// - **Failure**: a failure of upstream cancels the publishers, drops what is buffered and is passed on. A failure of
  ///   a publisher goes to `onFailure`, or to the `FailureHook` if there is none, and ends only that publisher. A
  ///   failure after the end, or after a cancel, always goes to the hook.
  /// - **Threads**: `transform` runs where upstream delivers, `onFailure` where the publisher fails, neither under a
  ///   lock. Deliveries never overlap.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of concurrent publishers.
  ///   - onFailure: Called with the failure of each publisher, and the element that the publisher was made from. Calls
  ///     for different publishers may overlap.
  ///   - fileID: The caller's file, for the hook.
  ///   - line: The caller's line, for the hook.
  ///   - transform: Transforms an element into a publisher.
  /// - Returns: A publisher of the merged values, with upstream's failure.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of publishers that run, at most
  ///   `maxPublishers`, and of elements that arrive during a delivery.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapSkippingFailures<Child: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited,
    onFailure: (@Sendable (Child.Failure, Output) -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Output) -> Child
  ) -> Publishers.FlatMapSkipping<Self, Child> {
    let site = StreamSite(fileID: fileID, line: line)
    let reporter = SkippedFailureReporter<Child.Failure, Output>(operatorName: "FlatMapSkipping", site: site)
    return Publishers.FlatMapSkipping(
      upstream: self, maxPublishers: maxPublishers, onFailure: onFailure ?? reporter.report, site: site,
      transform: transform)
  }
}

/// A publisher that merges the publishers into which it transforms the elements of another, and leaves out those that
/// fail.
@frozen
public struct FlatMapSkippingPublisher<Upstream: Publisher, Child: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Child.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are transformed into publishers.
  public let upstream: Upstream

  /// The maximum number of concurrent publishers.
  public let maxPublishers: Subscribers.Demand

  /// Called with the failure of each publisher, and the element that the publisher was made from.
  public let onFailure: @Sendable (Child.Failure, Upstream.Output) -> Void

  /// The operator's source location.
  public let site: StreamSite

  /// Transforms an element into a publisher.
  public let transform: @Sendable (Upstream.Output) -> Child

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, maxPublishers: Subscribers.Demand,
    onFailure: @escaping @Sendable (Child.Failure, Upstream.Output) -> Void, site: StreamSite = StreamSite(),
    transform: @escaping @Sendable (Upstream.Output) -> Child
  ) {
    self.upstream = upstream
    self.maxPublishers = maxPublishers
    self.onFailure = onFailure
    self.site = site
    self.transform = transform
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let delivery = MergeDelivery<S>("FlatMapSkipping", MergePolicy(limit: maxPublishers), to: subscriber)
    let inner = FlatMapInner(delivery: delivery) { [onFailure, site, transform] (input: Upstream.Output) in
      SkippedFailures<Upstream.Output, Child, S>(
        child: transform(input), input: input, delivery: delivery, onFailure: onFailure, site: site)
    }
    delivery.begin(subscribing: inner, to: upstream)
  }
}

extension PublisherNames {
  /// ``FlatMapSkippingPublisher``, under a short name that a client's own type overrides.
  public typealias FlatMapSkipping<Upstream: Publisher, Child: Publisher> = FlatMapSkippingPublisher<Upstream, Child>
}

extension FlatMapSkippingPublisher: Sendable where Upstream: Sendable {}

/// One of the publishers, which finishes where it fails.
@usableFromInline
struct SkippedFailures<Input, Child: Publisher, Downstream: Subscriber>: Publisher, ReleasingPublisher
where Child.Output == Downstream.Input {
  @usableFromInline typealias Output = Child.Output
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let child: Child
  @usableFromInline let input: Input
  @usableFromInline let delivery: MergeDelivery<Downstream>
  @usableFromInline let onFailure: (Child.Failure, Input) -> Void
  @usableFromInline let site: StreamSite

  @inlinable
  init(
    child: Child, input: Input, delivery: MergeDelivery<Downstream>,
    onFailure: @escaping (Child.Failure, Input) -> Void, site: StreamSite
  ) {
    self.child = child
    self.input = input
    self.delivery = delivery
    self.onFailure = onFailure
    self.site = site
  }

  @inlinable
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    child.subscribe(
      SkippedFailuresInner<Child.Failure, S>(downstream: subscriber) { [input, delivery, onFailure, site] failure in
        // The publisher may fail though the stream has ended, or downstream has cancelled.
        if !delivery.state.withLock({ $0.hasEnded }) { return onFailure(failure, input) }
        FailureHook.report(late: .failure(failure), at: delivery, site: site)
      })
  }
}

@usableFromInline
struct SkippedFailuresInner<Failure: Error, Downstream: Subscriber>: ForwardingInner {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let downstream: Downstream
  @usableFromInline let onFailure: (Failure) -> Void

  @usableFromInline var description: String { "FlatMapSkipping" }

  /// Always: the closure holds the stream.
  @inlinable var needsGuard: Bool { true }

  @inlinable
  init(downstream: Downstream, onFailure: @escaping (Failure) -> Void) {
    self.downstream = downstream
    self.onFailure = onFailure
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if case .failure(let failure) = completion { onFailure(failure) }
    downstream.receive(completion: .finished)
  }
}
