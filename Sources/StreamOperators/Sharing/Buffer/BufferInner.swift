public import StreamCore
public import StreamParts

/// Keeps elements until downstream asks for them.
// Sendable: `downstream` is called by one thread at a time, as the state says; all else that changes is under the lock.
@usableFromInline
final class BufferInner<Downstream: Subscriber>: InnerSubscriber, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias State = BufferState<Downstream.Input, Downstream.Failure>

  @usableFromInline let downstream: Downstream
  @usableFromInline let handle = SubscriptionHandle("Buffer")
  @usableFromInline let state: Locked<State>

  /// What upstream is asked for at the beginning.
  @usableFromInline let prefetch: Subscribers.Demand

  /// What it is asked for when an element has been delivered.
  @usableFromInline let refill: Subscribers.Demand

  @usableFromInline let makeFailure: (@Sendable () -> Downstream.Failure)?

  @usableFromInline
  init(
    downstream: Downstream, size: Int, prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Downstream.Failure>
  ) {
    self.downstream = downstream
    switch prefetch {
    case .keepFull:
      self.prefetch = .max(size)
      refill = .max(1)
    case .byRequest:
      self.prefetch = .unlimited
      refill = .none
    }
    let overflow: State.Overflow
    switch whenFull {
    case .dropNewest: (overflow, makeFailure) = (.dropsNewest, nil)
    case .dropOldest: (overflow, makeFailure) = (.dropsOldest, nil)
    case .customError(let make): (overflow, makeFailure) = (.fails, make)
    }
    state = Locked(State(size: size, overflow: overflow))
  }

  @usableFromInline var description: String { handle.description }

  @usableFromInline var combineIdentifier: CombineIdentifier { handle.combineIdentifier }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return [
      "downstream": downstream, "upstream": state.upstream, "demand": state.demand, "count": state.elements.count,
    ]
  }

  // MARK: Upstream

  // Attached here and not before: until there is an upstream, nothing would undo the cycle.
  @inlinable
  func receive(subscription: any Subscription) {
    guard state.withLock({ $0.attach(subscription) }) else { return subscription.cancel() }
    handle.attach(to: ErasedSubscription(request: { self.request($0) }, cancel: { self.cancel() }))
    downstream.receive(subscription: handle)
    ask(for: prefetch)
  }

  @inlinable
  func ask(for demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { $0.upstream.subscription }?.request(demand)
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    switch state.withLock({ $0.receive(input) }) {
    case .delivers: return deliver(input)
    case .waits: return .none
    case .drops(let dropped):
      withExtendedLifetime(dropped) {}
      return .none
    case .overflows(let upstream):
      overflow(cancelling: upstream)
      return .none
    }
  }

  @usableFromInline
  func overflow(cancelling upstream: any Subscription) {
    upstream.cancel()
    guard let makeFailure else { return }
    let failure = makeFailure()
    end(
      state.withLock { state in
        state.completion = .failure(failure)
        return state.isDelivering ? .nothing : state.next()
      })
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    let (ended, step) = state.withLock { state -> ((any Subscription)?, State.Step) in
      guard let ended = state.receive(completion: completion) else { return (nil, .nothing) }
      return (ended, state.isDelivering ? .nothing : state.next())
    }
    withExtendedLifetime(ended) {}
    end(step)
  }

  // MARK: Downstream

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let step: State.Step = state.withLock { state in
      state.demand += demand
      return state.isDelivering ? .nothing : state.next()
    }
    guard case .element(let element) = step else { return end(step) }
    // It is asked for element by element, by no return.
    _ = deliver(element, asksByRequest: true)
  }

  @usableFromInline
  func cancel() {
    let (upstream, elements) = state.withLock { $0.cancel() }
    upstream?.cancel()
    withExtendedLifetime(elements) {}
    handle.detach()
  }

  /// Delivers an element, and all that can be delivered after it.
  ///
  /// - Parameters:
  ///   - first: The element.
  ///   - asksByRequest: Whether upstream is asked for what takes the place of an element as soon as that has been
  ///     delivered, for there is nobody to return it to.
  /// - Returns: What to ask upstream for, unless it has been.
  @inlinable
  func deliver(_ first: Input, asksByRequest: Bool = false) -> Subscribers.Demand {
    var element = first
    var owed = Subscribers.Demand.none
    while true {
      let more = downstream.receive(element)
      if asksByRequest { ask(for: refill) } else { owed += refill }
      let step = state.withLock { state in
        state.demand += more
        return state.next()
      }
      guard case .element(let next) = step else {
        end(step)
        return owed
      }
      element = next
    }
  }

  /// Tells downstream of the end, if the step is that.
  @inlinable
  func end(_ step: State.Step) {
    guard case .completion(let completion) = step else { return }
    handle.detach()
    downstream.receive(completion: completion)
  }
}
