public import StreamCore

/// The policy of a debounce.
@usableFromInline
struct DebouncePolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Output = Input

  @inlinable static var countsDemand: Bool { true }

  @usableFromInline let quiet: Time.Stride

  /// Whether an element pending when upstream finishes is sent before the finish.
  @usableFromInline let keepsLast: Bool

  @usableFromInline var newest: Input?
  @usableFromInline var deadline: Time?

  /// - Parameters:
  ///   - quiet: The silence required after an element.
  ///   - keepsLast: Whether an element pending when upstream finishes is sent before the finish.
  @inlinable
  init(quiet: Time.Stride, keepsLast: Bool = false) {
    self.quiet = quiet
    self.keepsLast = keepsLast
  }

  @inlinable var period: Time.Stride? { quiet }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> TimedAction<Input, Failure> {
    let superseded = newest
    newest = input
    deadline = now.advanced(by: quiet)
    return TimedAction(dropped: superseded)
  }

  @inlinable
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> TimedAction<Input, Failure> {
    guard keepsLast, case .finished = completion else { return TimedAction(completion: completion) }
    return TimedAction(output: newest.take(), completion: completion)
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> TimedAction<Input, Failure> {
    guard let deadline, deadline <= now else { return .nothing }
    self.deadline = nil
    return TimedAction(output: newest.take())
  }
}
