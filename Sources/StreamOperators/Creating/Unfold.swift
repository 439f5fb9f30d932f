public import StreamCore
public import StreamParts

extension Publishers {
  /// Delivers the values that a closure computes from a state, one for each requested value, until the closure returns
  /// `nil`.
  ///
  ///     Publishers.unfold(3) { rest in defer { rest -= 1 }; return rest > 0 ? rest : nil }
  ///     demand        2   --2
  ///     downstream    (32)--(1|)
  ///
  /// - **Demand**: `next` runs once for each value that is requested, never ahead. The end needs no demand of its own,
  ///   but it is found only when `next` runs: with no demand left, at the next request.
  /// - **Completion**: when `next` returns `nil`.
  /// - **Failure**: when `next` throws, with the error thrown. A closure that does not throw cannot fail.
  /// - **Threads**: `next` runs, and its value is delivered, on the requesting thread, never under a lock. A request
  ///   from inside `next` or a delivery is added to the loop that runs.
  ///
  /// - Parameters:
  ///   - initial: The first state; each subscription starts with its own copy.
  ///   - next: Returns the next value, or `nil` to finish, and changes the state.
  /// - Returns: A publisher of the values.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public static func unfold<State, T, E: Error>(
    _ initial: State, _ next: @escaping @Sendable (inout State) throws(E) -> T?
  ) -> Publishers.Unfold<State, T, E> {
    Publishers.Unfold(initial: initial, next: next)
  }
}

/// A publisher of the values that a closure computes from a state, on demand.
@frozen
public struct UnfoldPublisher<State, Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The first state; each subscription starts with its own copy.
  public let initial: State

  /// Returns the next value, or `nil` to finish, and changes the state.
  public let next: @Sendable (inout State) throws(Failure) -> Output?

  /// Creates a publisher of the values that a closure computes from a state.
  ///
  /// - Parameters:
  ///   - initial: The first state; each subscription starts with its own copy.
  ///   - next: Returns the next value, or `nil` to finish, and changes the state.
  @inlinable
  @preconcurrency
  public init(initial: State, next: @escaping @Sendable (inout State) throws(Failure) -> Output?) {
    self.initial = initial
    self.next = next
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    var unfolding: Unfolding? = Unfolding(state: initial, next: next)
    subscriber.receive(
      subscription: IteratorSubscription("Unfold", showing: nil) { demand, subscription in
        // Moved to a local, as in `Subscriber.serve(_:then:as:showing:)`.
        guard var local = unfolding.take() else { return }
        var outstanding = demand
        while outstanding != .none {
          guard local.deliver(outstanding, to: subscriber, by: subscription) else { return }
          // Moved back before `produced`: after that, another thread may become the drain thread.
          unfolding = local
          guard let rest = subscription.pendingDemand.produced(outstanding) else {
            _ = subscription.end()
            return
          }
          outstanding = rest
        }
      })
  }
}

extension PublisherNames {
  /// ``UnfoldPublisher``, under a short name that a client's own type overrides.
  public typealias Unfold<State, Output, Failure: Error> = UnfoldPublisher<State, Output, Failure>
}

extension UnfoldPublisher: Sendable where State: Sendable {}

extension UnfoldPublisher {
  /// The state of one subscription.
  @frozen
  @usableFromInline
  struct Unfolding {
    @usableFromInline var state: State
    @usableFromInline let next: @Sendable (inout State) throws(Failure) -> Output?

    @inlinable
    init(state: State, next: @escaping @Sendable (inout State) throws(Failure) -> Output?) {
      self.state = state
      self.next = next
    }

    /// Delivers values in a loop: a re-entrant request only adds to the pending demand.
    ///
    /// - Returns: Whether there may be more; `false` once the stream has ended.
    @inlinable
    mutating func deliver<Downstream: Subscriber>(
      _ demand: Subscribers.Demand, to downstream: Downstream, by subscription: IteratorSubscription
    ) -> Bool where Downstream.Input == Output, Downstream.Failure == Failure {
      var rest = demand
      while rest != .none {
        if subscription.pendingDemand.isClosed {
          // The thread that cancelled found demand outstanding, and left the release to this one.
          _ = subscription.end()
          return false
        }
        do throws(Failure) {
          guard let value = try next(&state) else {
            if subscription.end() { downstream.receive(completion: .finished) }
            return false
          }
          // `next` may have cancelled.
          if subscription.pendingDemand.isClosed { continue }
          rest -= 1
          rest += downstream.receive(value)
        } catch {
          if subscription.end() { downstream.receive(completion: .failure(error)) }
          return false
        }
      }
      return true
    }
  }
}
