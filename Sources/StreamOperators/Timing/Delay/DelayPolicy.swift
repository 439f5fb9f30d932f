public import StreamCore

/// The policy of a delay.
@usableFromInline
struct DelayPolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Output = Input

  @inlinable static var countsDemand: Bool { false }

  @usableFromInline let interval: Time.Stride
  @usableFromInline var waiting = Queue<(due: Time, action: TimedAction<Input, Failure>)>()
  @usableFromInline var deadline: Time?

  /// - Parameter interval: The delay of elements and the completion.
  @inlinable
  init(interval: Time.Stride) {
    self.interval = interval
  }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> TimedAction<Input, Failure> {
    append(TimedAction(output: input), at: now)
    return .nothing
  }

  @inlinable
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> TimedAction<Input, Failure> {
    append(TimedAction(completion: completion), at: now)
    return .nothing
  }

  @inlinable
  mutating func append(_ action: TimedAction<Input, Failure>, at now: Time) {
    let due = now.advanced(by: interval)
    waiting.append((due, action))
    deadline = deadline ?? due
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> TimedAction<Input, Failure> {
    guard let deadline, deadline <= now, let oldest = waiting.popFirst() else { return .nothing }
    self.deadline = waiting.first?.due
    return oldest.action
  }
}
