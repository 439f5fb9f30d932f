public import StreamCore

// `KnownElements+Mapping.swift`, in StreamMapping, explains what these forms are for and how they rank.

extension Publisher where Output == Int {
  /// Like the general `reduce`, and tried before it; `nil` traps.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (@Sendable (T, Int) -> T)?
  ) -> Publishers.Reduce<Self, T> {
    guard let nextPartialResult else { preconditionFailure("reduce needs a closure.") }
    return Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publisher where Output == Double {
  /// Like the general `reduce`, and tried before it; `nil` traps.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (@Sendable (T, Double) -> T)?
  ) -> Publishers.Reduce<Self, T> {
    guard let nextPartialResult else { preconditionFailure("reduce needs a closure.") }
    return Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publisher where Output == String {
  /// Like the general `reduce`, and tried before it; `nil` traps.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (@Sendable (T, String) -> T)?
  ) -> Publishers.Reduce<Self, T> {
    guard let nextPartialResult else { preconditionFailure("reduce needs a closure.") }
    return Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}
