/// What an operator, or a subject, does with an element for which its queue has no room.
///
/// No element is dropped in silence: what a policy drops is reported to the ``DropHook``.
///
/// Where another package has a type of the same name, a scoped import chooses:
/// `import enum StreamDiagnostics.StreamOverflowPolicy`.
public enum StreamOverflowPolicy<Failure: Error>: Sendable {
  /// Requests no more elements than there is room for: back-pressure. It cannot pace a source that ignores demand, nor
  /// a subject; what comes beyond the room is dropped.
  case suspend

  /// Drops the oldest queued element.
  case dropOldest

  /// Drops the new element.
  case dropNewest

  /// Cancels upstream, delivers the queued elements, then fails with the error that the closure returns.
  @preconcurrency case error(@Sendable () -> Failure)
}
