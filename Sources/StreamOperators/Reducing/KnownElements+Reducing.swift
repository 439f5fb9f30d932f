public import StreamCore

// The type-checker solves a whole chain at once. Each of the forms below does what the general form of the same name does, for
// elements of one type of the standard library: when the compiler tries it, it learns the type of the elements there, before it
// opens the closures that follow, and need not try each `+` of the library in each of them. The general forms come after these.
// No type that a program sees depends on which form was taken.

extension Publisher where Output == Int {
  /// Accumulates the elements to a result of any kind, with a closure, and delivers the last result.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to, and the result of no element.
  ///   - nextPartialResult: Makes a result of the one before and an element.
  /// - Returns: A publisher of the last result.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Int) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publisher where Output == Double {
  /// Accumulates the elements to a result of any kind, with a closure, and delivers the last result.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to, and the result of no element.
  ///   - nextPartialResult: Makes a result of the one before and an element.
  /// - Returns: A publisher of the last result.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Double) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publisher where Output == String {
  /// Accumulates the elements to a result of any kind, with a closure, and delivers the last result.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to, and the result of no element.
  ///   - nextPartialResult: Makes a result of the one before and an element.
  /// - Returns: A publisher of the last result.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, String) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}
