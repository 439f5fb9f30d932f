public import StreamCore
public import StreamParts

// Combine overloads these operators so that a publisher of a single value stays one. Here the general types are marked
// as single-value publishers instead, for the stages that check: see `SingleValuePublisher`.

extension Publishers.AssertNoFailure: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.MapError: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.ReplaceError: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Retry: SingleValuePublisher where Upstream: SingleValuePublisher {}

// Without a failure there is nothing to handle. These forms are disfavoured: the compiler chooses one only where the
// context requires the type that it returns.

extension Just {
  /// Like ``Publisher/mapError(_:)``, and returns a `Result.Publisher` without a call of `transform`.
  @_disfavoredOverload
  @inlinable
  public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(output)
  }

  /// Like ``Publisher/replaceError(with:)``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func replaceError(with output: Output) -> Just<Output> {
    self
  }

  /// Like ``Publisher/retry(_:)``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func retry(_ times: Int) -> Just<Output> {
    self
  }
}

extension Optional.Publisher {
  /// Like ``StreamCore/Publisher/replaceError(with:)``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func replaceError(with output: Wrapped) -> Optional<Wrapped>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/retry(_:)``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func retry(_ times: Int) -> Optional<Wrapped>.Publisher {
    self
  }
}
