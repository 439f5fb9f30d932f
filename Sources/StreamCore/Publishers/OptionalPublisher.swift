extension Optional {
  /// A publisher of the value, if there is one.
  ///
  /// - **Demand**: a value waits for it; the completion of `nil` does not.
  /// - **Completion**: finishes right after the value; without a value, immediately.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the requesting thread.
  @inlinable public var publisher: Publisher { Publisher(self) }

  /// A publisher that delivers the value of an optional, if there is one, and finishes.
  ///
  ///     demand                 --1
  ///     Optional(1).publisher  --(1|)
  ///     Int?.none.publisher    |
  ///
  /// - **Demand**: a value waits for it; the completion of `nil` does not.
  /// - **Completion**: finishes right after the value; without a value, immediately.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the requesting thread.
  @frozen
  public struct Publisher: StreamCore.Publisher, ReleasingPublisher {
    /// The type of value delivered.
    public typealias Output = Wrapped

    /// An available value cannot fail.
    public typealias Failure = Never

    /// The value to deliver, if any.
    public let output: Wrapped?

    /// Creates a publisher of an optional's value.
    ///
    /// - Parameter output: The value to deliver, if any.
    @inlinable
    public init(_ output: Wrapped?) {
      self.output = output
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Wrapped, S.Failure == Never {
      guard let output else { return subscriber.end(with: .finished) }
      subscriber.serve(one: output, as: "Optional")
    }
  }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}

extension Optional.Publisher: Sendable where Wrapped: Sendable {}
