public import StreamCore

// Without a failure there is nothing to handle. These forms are disfavoured: the compiler chooses one only where the
// context requires the type that it returns.

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
