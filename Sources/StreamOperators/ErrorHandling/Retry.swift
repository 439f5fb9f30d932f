public import StreamCore
public import Synchronization

extension Publisher {
  /// Subscribes anew to a publisher that fails, up to a number of times.
  ///
  ///     upstream      --1--#  --2--|
  ///     retry(1)
  ///     downstream    --1-----2--|
  ///
  /// Elements delivered before a failure have gone downstream already. A publisher that keeps its result, like
  /// ``/StreamCore/Future``, fails again at once; wrap it in ``/StreamCore/Deferred`` to have the work done again.
  ///
  /// - **Demand**: passed upstream; what is outstanding when upstream fails is asked of it anew.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on once no attempt is left.
  /// - **Threads**: subscribes anew where upstream fails, in a loop: failures that come at once do not grow the stack.
  ///
  /// - Parameter retries: How often to subscribe anew: one attempt less than there are in all. With a negative number, as
  ///   often as it takes: for ever, if need be.
  /// - Returns: A publisher that fails only after `retries + 1` failures.
  @inlinable
  public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    Publishers.Retry(upstream: self, retries: retries)
  }
}

extension Publishers {
  /// A publisher that subscribes anew to a publisher that fails.
  @frozen
  public struct Retry<Upstream: Publisher>: Publisher, ReleasingPublisher {
    /// The kind of value that upstream delivers.
    public typealias Output = Upstream.Output

    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher that may fail.
    public let upstream: Upstream

    /// How often to subscribe anew; `nil`, or a negative number, for as often as it takes.
    public let retries: Int?

    /// Makes a publisher that subscribes anew to a publisher that fails.
    ///
    /// - Parameters:
    ///   - upstream: The publisher that may fail.
    ///   - retries: How often to subscribe anew; `nil`, or a negative number, for as often as it takes.
    @inlinable
    public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      Attempts(upstream: upstream, retries: retries ?? -1, downstream: subscriber).start(turn: 0)
    }
  }
}

extension Publishers.Retry: Sendable where Upstream: Sendable {}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

extension Publishers.Retry {
  /// The attempts of one subscription.
  @usableFromInline
  final class Attempts<Downstream: Subscriber>
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let upstream: Upstream

    /// How often to subscribe anew; negative for as often as it takes.
    @usableFromInline let retries: Int

    @usableFromInline let downstream: Downstream
    @usableFromInline let switching = SwitchingSubscription("Retry")

    /// How many attempts are to be started by the one who is starting them.
    @usableFromInline let toStart = SharedWord(0)

    @inlinable
    init(upstream: Upstream, retries: Int, downstream: Downstream) {
      self.upstream = upstream
      self.retries = retries
      self.downstream = downstream
    }

    /// Subscribes to upstream; an attempt that fails before `subscribe` returns leaves the next one to this loop.
    @inlinable
    func start(turn: Int) {
      guard toStart.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
      var turn = turn
      repeat {
        upstream.subscribe(Inner(attempts: self, turn: turn))
        turn += 1
      } while toStart.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
    }
  }

  @usableFromInline
  struct Inner<Downstream: Subscriber>: SwitchingSubscriber
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let attempts: Attempts<Downstream>
    @usableFromInline let turn: Int

    @inlinable
    init(attempts: Attempts<Downstream>, turn: Int) {
      self.attempts = attempts
      self.turn = turn
    }

    @inlinable var downstream: Downstream { attempts.downstream }

    @inlinable var switching: SwitchingSubscription { attempts.switching }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      guard let nextTurn = switching.endTurn(turn) else { return }
      if case .failure = completion, attempts.retries < 0 || turn < attempts.retries {
        attempts.start(turn: nextTurn)
      } else if switching.terminate() {
        downstream.receive(completion: completion)
      }
    }
  }
}
