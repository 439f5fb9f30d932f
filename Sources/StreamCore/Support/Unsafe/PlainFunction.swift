/// A function that is called without `await`, although its type says that it may belong to an actor. The caller has
/// checked that actor, and runs on it.
///
/// Invariant: a function is the same two words whether or not it is `@isolated(any)`, and is called alike; the compiler
/// has no other way to call one on its actor without suspending. PlainFunctionTests checks this. The bit cast is that
/// of a structure: with that of a function itself each value would pass through two more functions.
@frozen
@usableFromInline
package struct PlainFunction<Input>: Sendable {
  @usableFromInline package let call: @Sendable (Input) -> Void

  @inlinable @inline(__always)
  package init(_ function: @escaping @Sendable @isolated(any) (Input) -> Void) {
    self = unsafeBitCast(IsolatedFunction(function), to: Self.self)
  }

  @inlinable
  package init(plain function: @escaping @Sendable (Input) -> Void) {
    call = function
  }

  /// Calls another function after this one.
  @inlinable
  package func then(_ next: (@Sendable () -> Void)?) -> Self {
    guard let next else { return self }
    return Self(plain: { [call] in
      call($0)
      next()
    })
  }
}

@frozen
@usableFromInline
struct IsolatedFunction<Input> {
  @usableFromInline let call: @Sendable @isolated(any) (Input) -> Void

  @inlinable @inline(__always)
  init(_ call: @escaping @Sendable @isolated(any) (Input) -> Void) {
    self.call = call
  }
}

/// A function without parameters that is called without `await`; see ``PlainFunction``.
func plainFunction(_ function: @escaping @Sendable @isolated(any) () -> Void) -> @Sendable () -> Void {
  unsafeBitCast(function, to: (@Sendable () -> Void).self)
}

/// The value of a function that belongs to the caller's actor, or to none; the caller of this function runs on that
/// actor.
///
/// A function that does not escape cannot be cast; the one that calls it can. The invariant is that of
/// ``PlainFunction``.
@inlinable
func valueOnItsActor<Value>(_ function: @isolated(any) () -> Value) -> Value {
  let call: (() -> Value) -> Value = { $0() }
  return unsafeBitCast(call, to: ((@isolated(any) () -> Value) -> Value).self)(function)
}
