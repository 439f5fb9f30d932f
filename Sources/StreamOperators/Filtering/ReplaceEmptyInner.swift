public import StreamCore

/// Passes signals on until upstream finishes, then goes on with a publisher of the replacement, if nothing has come.
@usableFromInline
struct ReplaceEmptyInner<Downstream: Subscriber>: InnerSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let output: Downstream.Input
  @usableFromInline let switching = SwitchingSubscription("ReplaceEmpty")
  @usableFromInline let isEmpty = SerialState(true)

  @inlinable
  init(downstream: Downstream, output: Downstream.Input) {
    self.downstream = downstream
    self.output = output
  }

  @usableFromInline var description: String { switching.description }

  @inlinable var combineIdentifier: CombineIdentifier { switching.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if switching.attach(subscription, turn: 0) { downstream.receive(subscription: switching) }
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard switching.spendOne(turn: 0) else { return .none }
    isEmpty.value = false
    return switching.add(downstream.receive(input))
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard let nextTurn = switching.endTurn(0) else { return }
    if isEmpty.value, case .finished = completion {
      Just(output).subscribe(
        SwitchedSubscriber(downstream: downstream, switching: switching, turn: nextTurn, convert: noFailure))
    } else if switching.terminate() {
      downstream.receive(completion: completion)
    }
  }
}
