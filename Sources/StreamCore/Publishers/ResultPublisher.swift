extension Result {
  /// A publisher of the value, or of the failure.
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: finishes right after the value.
  /// - **Failure**: immediate, if the result is one.
  /// - **Threads**: delivers on the requesting thread.
  @inlinable public var publisher: Publisher { Publisher(self) }

  /// A publisher that delivers the value of a result and finishes, or fails.
  ///
  ///     demand                       --1
  ///     Result.success(1).publisher  --(1|)
  ///     Result.failure(e).publisher  #
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: finishes right after the value.
  /// - **Failure**: immediate, if the result is one.
  /// - **Threads**: delivers on the requesting thread.
  @frozen
  public struct Publisher: StreamCore.Publisher, ReleasingPublisher {
    /// The type of value delivered.
    public typealias Output = Success

    /// The result to deliver.
    public let result: Result<Success, Failure>

    /// Creates a publisher of a result.
    ///
    /// - Parameter result: The result to deliver.
    @inlinable
    public init(_ result: Result<Success, Failure>) {
      self.result = result
    }

    /// Creates a publisher of a value.
    ///
    /// - Parameter output: The value to deliver.
    @inlinable
    public init(_ output: Success) {
      self.init(.success(output))
    }

    /// Creates a publisher of a failure.
    ///
    /// - Parameter failure: The failure.
    @inlinable
    public init(_ failure: Failure) {
      self.init(.failure(failure))
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == Failure {
      switch result {
      case .success(let output):
        subscriber.serve(one: output, as: "Once")
      case .failure(let error):
        subscriber.end(with: .failure(error))
      }
    }
  }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}

extension Result.Publisher: Sendable where Success: Sendable {}
