public import StreamCore

/// The policy of `sample(every:)`: one slot, and a tick at each multiple of the interval.
@usableFromInline
struct SamplePolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Output = Input

  @inlinable static var countsDemand: Bool { true }

  @usableFromInline let interval: Time.Stride

  /// The newest element, unless it has been delivered.
  @usableFromInline var newest: Input?

  /// The time of the next tick.
  @usableFromInline var deadline: Time?

  @inlinable
  init(interval: Time.Stride) {
    self.interval = interval
  }

  @inlinable var period: Time.Stride? { interval }

  @inlinable
  mutating func begin(at now: Time) {
    deadline = now.advanced(by: interval)
  }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> TimedAction<Input, Failure> {
    let replaced = newest
    newest = input
    // A clock that stands still ticks for each element.
    if deadline == nil { begin(at: now) }
    return TimedAction(dropped: replaced)
  }

  @inlinable
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> TimedAction<Input, Failure> {
    TimedAction(completion: completion)
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> TimedAction<Input, Failure> {
    guard let due = deadline, due <= now else { return .nothing }
    // Timed from the previous tick's due time, so that ticks do not drift; a tick that is late by an interval or more
    // counts as one.
    let next = due.advanced(by: interval)
    let later = now.advanced(by: interval)
    // For an `ImmediateScheduler`, all times are the same.
    deadline = next > now ? next : later > now ? later : nil
    return hasDemand ? TimedAction(output: newest.take()) : .nothing
  }
}
