public import StreamCore

// The type-checker solves a whole chain at once. Each of the forms below does what the general form of the same name does, for
// elements of one type of the standard library: when the compiler tries it, it learns the type of the elements there, before it
// opens the closures that follow, and need not try each `+` of the library in each of them.
//
// Three ranks make that work and keep it out of a client's way. A declaration of the client's costs the compiler nothing, and is
// taken before all of these. The closure of a known form is optional, which counts as one promotion of a value: these are tried
// together with the client's, and lose to it. The general forms are `@_disfavoredOverload`, which counts for more: they are tried
// last. So `nil` in place of a closure compiles, has no meaning, and traps. No type that a program sees depends on which form was
// taken, and the documentation shows the general forms alone.
//
// A closure that captures something, or comes from a variable, is wrapped once more than by the general form, as its type here
// is not generic: 2 to 3 ns an element (Docs/Performance.md). One without captures costs nothing.

extension Publisher where Output == Int {
  /// Transforms each element with a closure.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameter transform: Makes a new element of each element; `nil` traps.
  /// - Returns: A publisher of the new elements.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: (@Sendable (Int) -> T)?) -> Publishers.Map<Self, T> {
    guard let transform else { preconditionFailure("map needs a closure.") }
    return Publishers.Map(upstream: self, transform: transform)
  }

  /// Transforms each element with a closure, and leaves out those of which it makes nothing.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameter transform: Makes a new element of an element, or returns `nil`; `nil` in its place traps.
  /// - Returns: A publisher of the new elements that are not `nil`.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func compactMap<T>(_ transform: (@Sendable (Int) -> T?)?) -> Publishers.CompactMap<Self, T> {
    guard let transform else { preconditionFailure("compactMap needs a closure.") }
    return Publishers.CompactMap(upstream: self, transform: transform)
  }

  /// Accumulates the elements to a result of any kind, with a closure, and delivers each result.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to; it is not delivered.
  ///   - nextPartialResult: Makes a result of the one before and an element; `nil` traps.
  /// - Returns: A publisher of the results.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (@Sendable (T, Int) -> T)?
  ) -> Publishers.Scan<Self, T> {
    guard let nextPartialResult else { preconditionFailure("scan needs a closure.") }
    return Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publisher where Output == Double {
  /// Transforms each element with a closure.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameter transform: Makes a new element of each element; `nil` traps.
  /// - Returns: A publisher of the new elements.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: (@Sendable (Double) -> T)?) -> Publishers.Map<Self, T> {
    guard let transform else { preconditionFailure("map needs a closure.") }
    return Publishers.Map(upstream: self, transform: transform)
  }

  /// Accumulates the elements to a result of any kind, with a closure, and delivers each result.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to; it is not delivered.
  ///   - nextPartialResult: Makes a result of the one before and an element; `nil` traps.
  /// - Returns: A publisher of the results.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (@Sendable (T, Double) -> T)?
  ) -> Publishers.Scan<Self, T> {
    guard let nextPartialResult else { preconditionFailure("scan needs a closure.") }
    return Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publisher where Output == String {
  /// Transforms each element with a closure.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameter transform: Makes a new element of each element; `nil` traps.
  /// - Returns: A publisher of the new elements.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: (@Sendable (String) -> T)?) -> Publishers.Map<Self, T> {
    guard let transform else { preconditionFailure("map needs a closure.") }
    return Publishers.Map(upstream: self, transform: transform)
  }

  /// Accumulates the elements to a result of any kind, with a closure, and delivers each result.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to; it is not delivered.
  ///   - nextPartialResult: Makes a result of the one before and an element; `nil` traps.
  /// - Returns: A publisher of the results.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (@Sendable (T, String) -> T)?
  ) -> Publishers.Scan<Self, T> {
    guard let nextPartialResult else { preconditionFailure("scan needs a closure.") }
    return Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}
