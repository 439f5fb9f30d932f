public import StreamCore

extension Publisher where Failure == Never {
  /// Assigns each value to a `@Published` property, for the lifetime of its object.
  ///
  ///     upstream      --1--2--3--|
  ///     object.x      --1--2--3--
  ///
  /// There is no cancellable to store: the subscription ends with the object, which the pipeline does not retain.
  ///
  ///     $input.map(\.count).assign(to: &$length)
  ///
  /// - **Demand**: unlimited.
  /// - **Completion**: ends the subscription; the property keeps its value.
  /// - **Failure**: cannot fail.
  /// - **Threads**: the property is set, and its subscribers are notified, where upstream delivers.
  ///
  /// - Parameter published: The publisher of the property.
  @inlinable
  public func assign(to published: inout Published<Output>.Publisher) {
    published.cell.attach(self)
  }
}
