public import StreamCore
public import StreamParts

extension Publisher {
  /// Attaches a subscriber that calls a closure with each value, and reports a failure to the `FailureHook`.
  ///
  ///     upstream      -1--#
  ///     receiveValue  -1
  ///     hook          ----#
  ///
  /// For a failure that cannot be handled where the sink is attached, but should not vanish: one handler, installed
  /// when the program starts, logs all such failures.
  ///
  /// - **Demand**: unlimited. Values that wait for an actor are kept in memory, without a limit.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: reported to the hook as it arrives, possibly before the closure has run on its actor for the last
  ///   values.
  /// - **Threads**: the closure runs on the actor that it is written on, as that of `sink`; without one, where
  ///   upstream delivers, one value at a time, never under a lock. The hook's handler runs where upstream fails.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, for the hook.
  ///   - line: The caller's line, for the hook.
  ///   - receiveValue: Called with each value.
  /// - Returns: A handle that cancels the subscription when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func sinkReportingFailure(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
  ) -> AnyCancellable {
    sinkReportingFailure(at: StreamSite(fileID: fileID, line: line), SinkFunctions(receiveValue))
  }

  @inlinable
  func sinkReportingFailure(at site: StreamSite, _ functions: SinkFunctions<Output, Failure>) -> AnyCancellable {
    let upstream = SharedSinkUpstream()
    let receiveCompletion = functions.receiveCompletion
    subscribe(
      SinkSubscriber<Output, Failure>(
        upstream: upstream,
        receiveCompletion: { completion in
          // Reported here, not on the actor: a cancel before the actor runs would lose the failure.
          if case .failure(let error) = completion { FailureHook.report(ignored: error, by: "Sink", at: site) }
          receiveCompletion.call(completion)
        },
        receiveValue: functions.receiveValue.call))
    return AnyCancellable(target: functions.target(cancelling: upstream))
  }
}
