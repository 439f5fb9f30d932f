// Swift has no public name for a parameter whose closure belongs to the actor on which it is written: `sink` and its
// kin use `@_inheritActorContext`, as `Task.init` does. For a compiler that does not know it there are forms to which
// the caller's actor is passed. With them races of the closure are not diagnosed, and a `@Sendable` function runs on
// the caller's actor, too. `.ci/callers-actor` tries them.
#if compiler(>=7) || CallersActor
  /// A function that belongs to an actor, made of one that was written on that.
  @inlinable
  package func onActor<Input>(
    _ actor: isolated (any Actor)?, _ function: @escaping (Input) -> Void
  ) -> @Sendable @isolated(any) (Input) -> Void {
    // Called on the actor alone. It belongs to that since it mentions it.
    nonisolated(unsafe) let function = function
    let isolated: @isolated(any) (Input) -> Void = { _ = (actor, function($0)) }
    return unsafeBitCast(isolated, to: (@Sendable @isolated(any) (Input) -> Void).self)
  }
#endif
