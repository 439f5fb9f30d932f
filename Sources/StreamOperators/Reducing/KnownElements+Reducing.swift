public import StreamCore

// Why there are these forms, and how they rank, is said in `KnownElements+Mapping.swift`.

extension Publisher where Output == Int {
  /// Accumulates the elements to a result of any kind, with a closure, and delivers the last result.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to, and the result of no element.
  ///   - nextPartialResult: Makes a result of the one before and an element; `nil` traps.
  /// - Returns: A publisher of the last result.
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
  /// Accumulates the elements to a result of any kind, with a closure, and delivers the last result.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to, and the result of no element.
  ///   - nextPartialResult: Makes a result of the one before and an element; `nil` traps.
  /// - Returns: A publisher of the last result.
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
  /// Accumulates the elements to a result of any kind, with a closure, and delivers the last result.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to, and the result of no element.
  ///   - nextPartialResult: Makes a result of the one before and an element; `nil` traps.
  /// - Returns: A publisher of the last result.
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
