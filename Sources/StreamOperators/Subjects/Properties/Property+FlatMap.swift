public import StreamCore
internal import StreamParts

extension Property {
  /// Follows the property that a closure returns for the current value.
  ///
  ///     a             1----2----
  ///     x             3--4-----5
  ///     y             6-------7-
  ///     flatMap { $0 == 1 ? x : y }
  ///     property      3--4-6--7-
  ///
  /// - **Demand**: requests unlimited demand from this property; the outstanding demand is requested from each new
  ///   property.
  /// - **Completion**: finishes when this property and the property for its last value have finished.
  /// - **Failure**: none.
  /// - **Threads**: `transform` runs where the value is read, and once for each subscriber where a change is delivered;
  ///   never under a lock. A subscriber retains the property that `transform` has returned until the next value.
  ///
  /// - Parameter transform: Returns the property that belongs to a value.
  /// - Returns: A property of the value of that property.
  @inlinable
  @preconcurrency
  public func flatMap<T>(_ transform: @escaping @Sendable (Value) -> Property<T>) -> Property<T> {
    Property<T>(
      read: { [read] in transform(read()).value },
      attach: { subscribe(PropertySwitchInner(to: $0, transform: transform)) })
  }
}

/// Subscribes to the property that belongs to each value, in place of the one before, and retains it meanwhile.
@frozen
@usableFromInline
struct PropertySwitchInner<Input, Downstream: Subscriber>: OuterInner where Downstream.Failure == Never {
  @usableFromInline typealias Failure = Never

  @usableFromInline let delivery: SwitchDelivery<Downstream>
  @usableFromInline let transform: (Input) -> Property<Downstream.Input>

  @inlinable
  init(to downstream: Downstream, transform: @escaping (Input) -> Property<Downstream.Input>) {
    delivery = SwitchDelivery<Downstream>("Property.flatMap", SwitchPolicy(), to: downstream)
    self.transform = transform
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard let epoch = delivery.beginEpoch(), delivery.isAwaiting(epoch: epoch) else { return .none }
    let property = transform(input)
    property.subscribe(
      MappingInner("Property.flatMap", to: SwitchInner(delivery: delivery, epoch: epoch)) { value in
        withExtendedLifetime(property) { value }
      })
    return .none
  }
}
