public import StreamCore

extension Publisher where Failure == Never {
  /// Assigns each value to a property that is marked `@Published`, for as long as the object that has it lives.
  ///
  ///     upstream      --1--2--3--|
  ///     object.x      --1--2--3--
  ///
  /// Nothing has to be stored: the subscription ends with the object, and the pipeline does not keep that alive.
  ///
  ///     $input.map(\.count).assign(to: &$length)
  ///
  /// - **Demand**: unlimited, at once.
  /// - **Completion**: ends the subscription; the property stays as it is.
  /// - **Failure**: cannot be.
  /// - **Threads**: the property is set, and its subscribers are told, where upstream delivers.
  ///
  /// - Parameter published: The publisher of the property.
  @inlinable
  public func assign(to published: inout Published<Output>.Publisher) {
    published.cell.attach(self)
  }
}
