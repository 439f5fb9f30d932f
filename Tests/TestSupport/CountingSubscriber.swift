public import StreamCore
private import Synchronization

/// A subscriber that counts signals, for tests with too many to record. It requests nothing by itself, and retains its
/// subscription for ever.
public final class CountingSubscriber<Input, Failure: Error>: Subscriber, Sendable {
  private let values = Atomic(0)
  private let completions = Atomic(0)
  private let kept = Locked<(any Subscription)?>(nil)
  private let onValue: (@Sendable (Input, any Subscription) -> Subscribers.Demand)?

  /// - Parameter onValue: Called with each value and the subscription; returns the additional demand.
  public init(onValue: (@Sendable (Input, any Subscription) -> Subscribers.Demand)? = nil) {
    self.onValue = onValue
  }

  public var valueCount: Int { values.load(ordering: .acquiring) }

  public var completionCount: Int { completions.load(ordering: .acquiring) }

  public func receive(subscription: any Subscription) {
    _ = kept.exchange(subscription)
  }

  public func receive(_ input: Input) -> Subscribers.Demand {
    values.wrappingAdd(1, ordering: .acquiringAndReleasing)
    guard let onValue, let subscription = kept.value else { return .none }
    return onValue(input, subscription)
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    completions.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  public func request(_ demand: Subscribers.Demand) {
    kept.value?.request(demand)
  }

  public func cancel() {
    kept.value?.cancel()
  }
}
