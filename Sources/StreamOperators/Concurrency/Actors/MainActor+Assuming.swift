internal import StreamCore

// Throwing functions have a form of their own: Swift 6.3 crashes where a function that `throws(Never)` is returned.
extension MainActor {
  /// Makes a closure that touches the main actor into one for an operator, which runs where the value comes from: that
  /// must be the main actor.
  ///
  /// ```swift
  /// $query
  ///   .receive(on: MainActor.shared)
  ///   .map(MainActor.assuming { [weak self] in self?.label(for: $0) ?? "" })
  ///   .sink { [weak self] in self?.title = $0 }
  /// ```
  ///
  /// - Parameter body: The closure.
  /// - Returns: A function that calls the closure. Off the main actor it ends the process.
  @_disfavoredOverload
  public static func assuming<Value, Result>(
    _ body: @escaping @MainActor (Value) -> Result
  ) -> @Sendable (Value) -> Result {
    // The function is called on the main actor alone.
    nonisolated(unsafe) let body = unsafeBitCast(body, to: ((Value) -> Result).self)
    return { value in
      requireMainActor()
      return body(value)
    }
  }

  /// Makes a closure that touches the main actor, and may throw, into one for an operator.
  ///
  /// - Parameter body: The closure.
  /// - Returns: A function that calls the closure. Off the main actor it ends the process.
  @_disfavoredOverload
  public static func assuming<Value, Result>(
    _ body: @escaping @MainActor (Value) throws -> Result
  ) -> @Sendable (Value) throws -> Result {
    nonisolated(unsafe) let body = unsafeBitCast(body, to: ((Value) throws -> Result).self)
    return { value in
      requireMainActor()
      return try body(value)
    }
  }

  /// Makes a closure without parameters that touches the main actor into one that may be called by others.
  ///
  /// - Parameter body: The closure.
  /// - Returns: A function that calls the closure. Off the main actor it ends the process.
  @_disfavoredOverload
  public static func assuming<Result>(_ body: @escaping @MainActor () -> Result) -> @Sendable () -> Result {
    nonisolated(unsafe) let body = unsafeBitCast(body, to: (() -> Result).self)
    return {
      requireMainActor()
      return body()
    }
  }

  /// Makes a closure of two values that touches the main actor into one for an operator.
  ///
  /// - Parameters:
  ///   - body: The closure.
  ///   - unused: Leave it out. It ranks this form behind that of one value, which may be a pair.
  /// - Returns: A function that calls the closure. Off the main actor it ends the process.
  @_disfavoredOverload
  public static func assuming<First, Second, Result>(
    _ body: @escaping @MainActor (First, Second) -> Result, _ unused: Void = ()
  ) -> @Sendable (First, Second) -> Result {
    nonisolated(unsafe) let body = unsafeBitCast(body, to: ((First, Second) -> Result).self)
    return { first, second in
      requireMainActor()
      return body(first, second)
    }
  }
}

private func requireMainActor() {
  precondition(
    isOnMainActor(),
    "A closure of MainActor.assuming was called off the main actor: put receive(on: MainActor.shared) before it.")
}
