// The asynchronous twins of the kernel's `onActor(_:_:)`.
#if compiler(>=7) || CallersActor
  /// Returns a function that belongs to an actor, for one that was written on that actor.
  @inlinable
  func onActor<Input>(
    _ actor: isolated (any Actor)?, _ function: @escaping (Input) async -> Void
  ) -> @Sendable @isolated(any) (Input) async -> Void {
    // Called on the actor alone. It belongs to that since it mentions it.
    nonisolated(unsafe) let function = function
    let isolated: @isolated(any) (Input) async -> Void = { input in
      _ = actor
      nonisolated(unsafe) let input = input
      await function(input)
    }
    return unsafeBitCast(isolated, to: (@Sendable @isolated(any) (Input) async -> Void).self)
  }

  /// Returns a function with a result that belongs to an actor, for one that was written on that actor.
  @inlinable
  func onActor<Output, Failure: Error>(
    _ actor: isolated (any Actor)?, _ function: @escaping () async throws(Failure) -> Output
  ) -> @Sendable @isolated(any) () async throws(Failure) -> Output {
    nonisolated(unsafe) let function = function
    let isolated: @isolated(any) () async throws(Failure) -> Output = { () async throws(Failure) in
      _ = actor
      return try await function()
    }
    return unsafeBitCast(isolated, to: (@Sendable @isolated(any) () async throws(Failure) -> Output).self)
  }
#endif
