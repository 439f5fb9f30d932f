public import StreamCore

/// The publishers that are still to be subscribed to, one when the other has finished.
// Sendable: `upcoming` belongs to whoever advances, as `isAdvancing` says; the rest is under the lock.
@usableFromInline
final class Turns<Downstream: Subscriber>: @unchecked Sendable {
  @usableFromInline
  enum Turn {
    /// A publisher of a known type.
    case publisher((TurnSubscriber<Downstream>) -> Void)
    case chain(PublisherChain<Downstream.Input, Downstream.Failure>)
  }

  /// The next is the last.
  @usableFromInline var upcoming: [Turn]

  @usableFromInline let state = Locked((isAdvancing: false, due: Int?.none))

  @inlinable
  init(_ turns: [Turn]) {
    upcoming = turns.reversed()
  }

  /// Subscribes the subscriber to the next publisher, and finishes downstream after the last.
  ///
  /// A publisher may finish while it is subscribed to: then who has subscribed goes on, in a loop, so that the stack does
  /// not grow with the number of publishers.
  @inlinable
  func advance(_ subscriber: TurnSubscriber<Downstream>) {
    let isMine = state.withLock { state in
      if state.isAdvancing { state.due = subscriber.turn }
      defer { state.isAdvancing = true }
      return !state.isAdvancing
    }
    guard isMine else { return }
    var subscriber = subscriber
    while subscribeToNext(subscriber) {
      let due = state.withLock { state in
        state.isAdvancing = state.due != nil
        return state.due.take()
      }
      guard let due else { return }
      subscriber.turn = due
    }
    if subscriber.switching.terminate() { subscriber.downstream.receive(completion: .finished) }
  }

  /// - Returns: Whether there was a next publisher.
  @inlinable
  func subscribeToNext(_ subscriber: TurnSubscriber<Downstream>) -> Bool {
    while let turn = upcoming.popLast() {
      switch turn {
      case .publisher(let subscribe):
        subscribe(subscriber)
        return true
      case .chain(let chain):
        switch chain.content {
        case .link(let subscribe):
          subscribe(AnySubscriber(subscriber))
          return true
        case .pair(let first, let second):
          upcoming.append(.chain(second))
          upcoming.append(.chain(first))
        }
      }
    }
    return false
  }
}

extension Publisher {
  /// This publisher as one to be subscribed to in turn with others.
  @inlinable
  func turn<Downstream: Subscriber>() -> Turns<Downstream>.Turn
  where Downstream.Input == Output, Downstream.Failure == Failure {
    if let chain = (self as? AnyPublisher<Output, Failure>)?.chain { return .chain(chain) }
    return .publisher { self.subscribe($0) }
  }
}

extension Subscriber {
  /// Subscribes this subscriber to one publisher after the other.
  @inlinable
  func subscribe(inTurn turns: [Turns<Self>.Turn]) {
    let turns = Turns(turns)
    turns.advance(TurnSubscriber(downstream: self, switching: SwitchingSubscription("Concatenate"), turns: turns))
  }
}

/// Passes the signals of the publisher whose turn it is on, but for a finish, which gives the turn to the next.
@usableFromInline
struct TurnSubscriber<Downstream: Subscriber>: SwitchingSubscriber {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let switching: SwitchingSubscription
  @usableFromInline let turns: Turns<Downstream>
  @usableFromInline var turn = 0

  @inlinable
  init(downstream: Downstream, switching: SwitchingSubscription, turns: Turns<Downstream>) {
    self.downstream = downstream
    self.switching = switching
    self.turns = turns
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard let nextTurn = switching.endTurn(turn) else { return }
    switch completion {
    case .finished:
      var next = self
      next.turn = nextTurn
      turns.advance(next)
    case .failure:
      if switching.terminate() { downstream.receive(completion: completion) }
    }
  }
}
