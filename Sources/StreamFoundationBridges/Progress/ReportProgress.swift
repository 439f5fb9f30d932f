public import Foundation
public import StreamCore
public import StreamParts

extension Publisher {
  /// Forwards elements, and reports them to a progress as completed units.
  ///
  ///     upstream      --a--b--c--|
  ///     reportProgress(to: progress)
  ///     downstream    --a--b--c--|
  ///     progress        1  2  3
  ///
  /// The progress may be a child of another; it is released when the stream ends. Cancelling or pausing it does not
  /// affect the stream.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on, after the progress has been completed, if its total is known.
  /// - **Failure**: passed on; the progress stays as it is.
  /// - **Threads**: the progress is updated where upstream delivers, before downstream receives the element.
  ///
  /// - Parameters:
  ///   - progress: The progress to update.
  ///   - units: Returns the units that an element completes; 1 by default.
  /// - Returns: A publisher of the same elements.
  @preconcurrency
  @_disfavoredOverload
  public func reportProgress(
    to progress: Progress, units: @escaping @Sendable (Output) -> Int64 = { _ in 1 }
  ) -> Publishers.ReportProgress<Self> {
    Publishers.ReportProgress(upstream: self, progress: progress, units: units)
  }
}

/// A publisher that reports its elements to a progress as completed units.
public struct ReportProgressPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// Upstream's elements.
  public typealias Output = Upstream.Output
  /// Upstream's failure.
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are counted.
  public let upstream: Upstream

  /// The progress to update.
  public let progress: Progress

  /// Returns the units that an element completes.
  public let units: @Sendable (Upstream.Output) -> Int64

  @preconcurrency
  public init(upstream: Upstream, progress: Progress, units: @escaping @Sendable (Upstream.Output) -> Int64) {
    self.upstream = upstream
    self.progress = progress
    self.units = units
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      Inner(downstream: subscriber, upstream: UpstreamSubscription("ReportProgress"), progress: progress, units: units))
  }
}

extension PublisherNames {
  /// ``ReportProgressPublisher``, under a short name that a client's own type overrides.
  public typealias ReportProgress<Upstream: Publisher> = ReportProgressPublisher<Upstream>
}

extension ReportProgressPublisher: Sendable where Upstream: Sendable {}

extension ReportProgressPublisher {
  private struct Inner<Downstream: Subscriber>: TerminatingInner
  where Downstream.Input == Output, Downstream.Failure == Failure {
    typealias Input = Upstream.Output
    typealias Failure = Upstream.Failure

    let downstream: Downstream
    let upstream: UpstreamSubscription
    let progress: Progress
    let units: @Sendable (Upstream.Output) -> Int64

    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      guard upstream.isActive else { return .none }
      progress.completedUnitCount += units(input)
      return downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      guard upstream.terminate() != nil else { return }
      if case .finished = completion, !progress.isIndeterminate {
        progress.completedUnitCount = progress.totalUnitCount
      }
      downstream.receive(completion: completion)
    }
  }
}
