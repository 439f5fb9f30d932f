public import StreamCore

// The type-checker solves a whole chain at once. Each form below does what the general form of the same name does, for
// one element type of the standard library. When the compiler tries it, the element type is fixed before the closures
// further down the chain are opened, so that it need not try each `+` of the library in each of them.
//
// The forms work, and stay out of a client's way, because of three ranks. A client's own declaration costs the compiler
// nothing and wins against all of these. The closure of a form below is optional, which counts as one promotion of a
// value: the form is tried together with the client's, and loses to it. The general forms are `@_disfavoredOverload`,
// which counts for more: they are tried last. A consequence is that `nil` in place of a closure compiles; it has no
// meaning, and traps. No type that a program sees depends on which form was taken, and the documentation shows the
// general forms alone.
//
// A closure that captures something, or comes from a variable, is wrapped once more than by the general form, as its
// type is not generic here: 2 to 3 ns an element (Docs/Performance.md). A closure without captures costs nothing.

extension Publisher where Output == Int {
  /// Like the general `map`, and tried before it; `nil` traps.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: (@Sendable (Int) -> T)?) -> Publishers.Map<Self, T> {
    guard let transform else { preconditionFailure("map needs a closure.") }
    return Publishers.Map(upstream: self, transform: transform)
  }

  /// Like the general `compactMap`, and tried before it; `nil` traps.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func compactMap<T>(_ transform: (@Sendable (Int) -> T?)?) -> Publishers.CompactMap<Self, T> {
    guard let transform else { preconditionFailure("compactMap needs a closure.") }
    return Publishers.CompactMap(upstream: self, transform: transform)
  }

  /// Like the general `scan`, and tried before it; `nil` traps.
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
  /// Like the general `map`, and tried before it; `nil` traps.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: (@Sendable (Double) -> T)?) -> Publishers.Map<Self, T> {
    guard let transform else { preconditionFailure("map needs a closure.") }
    return Publishers.Map(upstream: self, transform: transform)
  }

  /// Like the general `scan`, and tried before it; `nil` traps.
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
  /// Like the general `map`, and tried before it; `nil` traps.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: (@Sendable (String) -> T)?) -> Publishers.Map<Self, T> {
    guard let transform else { preconditionFailure("map needs a closure.") }
    return Publishers.Map(upstream: self, transform: transform)
  }

  /// Like the general `scan`, and tried before it; `nil` traps.
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
