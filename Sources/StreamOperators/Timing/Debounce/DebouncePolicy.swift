public import StreamCore

/// What a debounce knows.
@usableFromInline
struct DebouncePolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Output = Input

  @inlinable static var countsDemand: Bool { true }

  @usableFromInline let quiet: Time.Stride
  @usableFromInline var newest: Input?
  @usableFromInline var deadline: Time?

  /// - Parameter quiet: How long nothing must come for an element to be sent.
  @inlinable
  init(quiet: Time.Stride) {
    self.quiet = quiet
  }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    let superseded = newest
    newest = input
    deadline = now.advanced(by: quiet)
    return Emission(dropped: superseded)
  }

  @inlinable
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> Emission<Input, Failure> {
    Emission(completion: completion)
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    guard let deadline, deadline <= now else { return .nothing }
    self.deadline = nil
    return Emission(output: newest.take())
  }
}
