public import StreamCore
internal import StreamParts

extension Property {
  /// Transforms the value.
  ///
  ///     a             1---2--3
  ///     a.map { $0 * 2 }
  ///     downstream    2---4--6
  ///
  /// Reading a property that is *n* steps away from its sources makes *n* nested calls; so does delivering a value.
  ///
  /// - **Demand**: passed to this property unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: none.
  /// - **Threads**: `transform` runs where the value is read, and once for each subscriber where a change is delivered;
  ///   never under a lock.
  ///
  /// - Parameter transform: Transforms a value. It is called at each reading, so it should be cheap.
  /// - Returns: A property of the transformed value.
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: @escaping @Sendable (Value) -> T) -> Property<T> {
    Property<T>(
      read: { [read] in transform(read()) },
      attach: { subscribe(MappingInner("Property.map", to: $0, transform: transform)) })
  }

  /// Leaves out changes to an equal value.
  ///
  ///     a             1--1--2-2--1
  ///     a.removingDuplicates()
  ///     downstream    1-----2----1
  ///
  /// - **Demand**: passed to this property unchanged; each change that is left out adds a request for one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: none.
  /// - **Threads**: values are compared where changes are delivered, for each subscriber; never under a lock.
  ///
  /// - Returns: A property of the same value.
  @inlinable
  public func removingDuplicates() -> Property<Value> where Value: Equatable {
    Property(
      read: read,
      attach: { subscriber in
        let last = SerialState(Value?.none)
        subscribe(
          SelectingInner("Property.removingDuplicates", to: subscriber) { input throws(Never) in
            if let previous = last.value, previous == input { return .drop }
            last.value = input
            return .pass
          })
      })
  }
}
