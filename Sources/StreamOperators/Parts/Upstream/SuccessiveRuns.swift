public import StreamCore

/// A publisher that subscribes to one publisher after the other, until one ends as it accepts: `retry`, `fallback`,
/// `repeated`.
@usableFromInline
package protocol SuccessiveRunsPublisher: Publisher {
  /// Subscribes to the publisher of a run. The first run is number 0.
  func subscribe<S: Subscriber>(_ subscriber: S, toRun number: Int) where S.Input == Output, S.Failure == Failure

  /// Whether another run follows one that has ended. It may run a client's closure, and is called under no lock.
  func continues(after completion: Subscribers.Completion<Failure>, ofRun number: Int) -> Bool
}

/// The runs of one subscription to a ``SuccessiveRunsPublisher``. The number of a run is its epoch.
@usableFromInline
package final class SuccessiveRuns<Source: SuccessiveRunsPublisher, Downstream: Subscriber>
where Downstream.Input == Source.Output, Downstream.Failure == Source.Failure {
  @usableFromInline let source: Source
  @usableFromInline let downstream: Downstream
  @usableFromInline let arbiter: SubscriptionArbiter

  /// A run may end inside `subscribe(_:toRun:)`: the trampoline starts the next one in the outer call.
  @usableFromInline let trampoline = Trampoline()

  /// - Parameters:
  ///   - description: The description of the subscription.
  ///   - source: The publisher that downstream has subscribed to.
  ///   - downstream: The receiver of the signals.
  @inlinable
  package init(_ description: String, of source: Source, to downstream: Downstream) {
    arbiter = SubscriptionArbiter(description)
    self.source = source
    self.downstream = downstream
  }

  /// Subscribes to the publisher of a run.
  ///
  /// A call that arrives while `subscribe` runs only adds a run to the trampoline's loop, and its argument is dropped:
  /// it is always the next number, to which the loop counts up by itself.
  @inlinable
  package func start(number: Int = 0) {
    var number = number
    trampoline.run {
      // Downstream may have cancelled since the last run ended, from inside the closure of `continues` for one.
      if !arbiter.isTerminated { source.subscribe(SuccessiveRunInner(runs: self, epoch: number), toRun: number) }
      number += 1
    }
  }
}

/// Passes on the signals of one run, and starts the next one.
@frozen
@usableFromInline
package struct SuccessiveRunInner<Source: SuccessiveRunsPublisher, Downstream: Subscriber>: ArbitratedInner
where Downstream.Input == Source.Output, Downstream.Failure == Source.Failure {
  @usableFromInline package typealias Failure = Source.Failure

  @usableFromInline let runs: SuccessiveRuns<Source, Downstream>
  @usableFromInline package let epoch: Int

  @inlinable
  init(runs: SuccessiveRuns<Source, Downstream>, epoch: Int) {
    self.runs = runs
    self.epoch = epoch
  }

  @inlinable package var downstream: Downstream { runs.downstream }

  @inlinable package var arbiter: SubscriptionArbiter { runs.arbiter }

  @inlinable
  package func receive(completion: Subscribers.Completion<Source.Failure>) {
    guard let nextEpoch = arbiter.endEpoch(epoch) else { return FailureHook.report(late: completion, at: arbiter) }
    if runs.source.continues(after: completion, ofRun: epoch) {
      runs.start(number: nextEpoch)
    } else {
      arbiter.end(downstream, with: completion)
    }
  }
}
