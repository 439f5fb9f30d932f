public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Delivers elements and the completion on an actor.
  ///
  ///     upstream      -1-2--#
  ///     receive(on: MainActor.shared)
  ///     downstream    -1-2--#
  ///
  /// It is short for `receive(on: ActorScheduler(actor))`. Closures of operators behind it may use
  /// `actor.assumeIsolated`; a `sink` that is written on the actor needs no `receive(on:)`.
  ///
  /// - **Demand**: passed upstream unchanged, on the requesting thread; it bounds the queue of undelivered elements.
  /// - **Completion**: delivered on the actor, after the elements.
  /// - **Failure**: delivered on the actor, after the elements.
  /// - **Threads**: elements and completion are delivered on the actor, serially; the subscription where upstream
  ///   delivers it. A cancel is passed upstream immediately, and drops queued elements.
  ///
  /// - Parameter actor: The actor that delivers.
  /// - Returns: A publisher that delivers the same elements on the actor.
  /// - Complexity: O(*n*) memory, where *n* is the number of elements that wait for the actor, at most the demand; O(1)
  ///   for each.
  @_disfavoredOverload
  @inlinable
  public func receive<A: Actor>(on actor: A) -> Publishers.ReceiveOn<Self, ActorScheduler<A>> where Output: Sendable {
    Publishers.ReceiveOn(upstream: self, scheduler: ActorScheduler(actor), options: nil)
  }
}
