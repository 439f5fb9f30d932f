// Swift has no public name for a parameter whose closure belongs to the actor on which it is written: `sink` and
// similar operators use `@_inheritActorContext`, as `Task.init` does. For a compiler without that attribute there are
// forms that take the caller's actor as a parameter. With these forms, data races in the closure are not diagnosed, and
// a `@Sendable` function runs on the caller's actor, too. `.ci/callers-actor` tries them.
#if compiler(>=7) || CallersActor
  /// Returns a function that belongs to an actor, for one that was written on that actor.
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
