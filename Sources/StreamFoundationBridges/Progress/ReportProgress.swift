public import Foundation
public import StreamCore
public import StreamParts

extension Publisher {
  /// Passes elements on, and adds to a progress what each of them completes.
  ///
  ///     upstream      --a--b--c--|
  ///     reportProgress(to: progress)
  ///     downstream    --a--b--c--|
  ///     progress        1  2  3
  ///
  /// The progress may be a child of another; it is no longer held when the stream has ended. That it is cancelled or
  /// paused by somebody does nothing to the stream.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on, after the progress has been completed, if its total is known.
  /// - **Failure**: passed on; the progress stays as it is.
  /// - **Threads**: the progress is told where upstream delivers, before downstream gets the element.
  ///
  /// - Parameters:
  ///   - progress: What to tell.
  ///   - units: How many units an element completes: 1, unless you say otherwise.
  /// - Returns: A publisher of the same elements.
  @preconcurrency
  @_disfavoredOverload
  public func reportProgress(
    to progress: Progress, units: @escaping @Sendable (Output) -> Int64 = { _ in 1 }
  ) -> Publishers.ReportProgress<Self> {
    Publishers.ReportProgress(upstream: self, progress: progress, units: units)
  }
}

/// A publisher that adds to a progress what each of its elements completes.
public struct ReportProgressPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// Upstream's elements.
  public typealias Output = Upstream.Output
  /// Upstream's failure.
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are counted.
  public let upstream: Upstream

  /// What is told.
  public let progress: Progress

  /// How many units an element completes.
  public let units: @Sendable (Upstream.Output) -> Int64

  /// Makes a publisher that tells a progress of its elements.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are counted.
  ///   - progress: What to tell.
  ///   - units: How many units an element completes.
  @preconcurrency
  public init(upstream: Upstream, progress: Progress, units: @escaping @Sendable (Upstream.Output) -> Int64) {
    self.upstream = upstream
    self.progress = progress
    self.units = units
  }

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      Inner(downstream: subscriber, upstream: UpstreamSubscription("ReportProgress"), progress: progress, units: units))
  }
}

extension PublisherNames {
  /// ``ReportProgressPublisher``, by the short name that gives way to a type of a client.
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
