/// A subscriber that passes the values of one turn of a ``SwitchingSubscription`` on, as downstream asks for them.
///
/// What is particular to a stage is what it does with the completion: it may begin the next turn. The subscription of the
/// first turn makes downstream's.
@usableFromInline
package protocol SwitchingSubscriber: InnerSubscriber where Input == Downstream.Input {
  /// The subscription that downstream has.
  var switching: SwitchingSubscription { get }

  /// The number of the upstream.
  var turn: Int { get }
}

extension SwitchingSubscriber {
  @inlinable package var description: String { switching.description }

  @inlinable package var combineIdentifier: CombineIdentifier { switching.combineIdentifier }

  @inlinable
  package func receive(subscription: any Subscription) {
    guard switching.attach(subscription, turn: turn), turn == 0 else { return }
    downstream.receive(subscription: switching)
  }

  @inlinable @inline(__always)
  package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard switching.spendOne(turn: turn) else { return .none }
    return switching.add(downstream.receive(input))
  }
}

/// Passes the signals of the upstream of one turn on, its end included.
@frozen
@usableFromInline
package struct SwitchedSubscriber<Failure: Error, Downstream: Subscriber>: SwitchingSubscriber {
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let switching: SwitchingSubscription
  @usableFromInline package let turn: Int
  @usableFromInline let convert: (Failure) -> Downstream.Failure

  /// - Parameters:
  ///   - downstream: Where the signals go.
  ///   - switching: The subscription that downstream has.
  ///   - turn: The number of the upstream.
  ///   - convert: Makes a failure of downstream's kind.
  @inlinable
  package init(
    downstream: Downstream, switching: SwitchingSubscription, turn: Int,
    convert: @escaping (Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.switching = switching
    self.turn = turn
    self.convert = convert
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    guard switching.endTurn(turn) != nil, switching.terminate() else { return }
    switch completion {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let error): downstream.receive(completion: .failure(convert(error)))
    }
  }
}
