public import StreamCore

/// The policy of a throttle.
@usableFromInline
struct ThrottlePolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Output = Input

  /// How elements within an interval are handled.
  @usableFromInline
  enum Choice {
    /// The newest is sent at the end of the interval.
    case newest
    /// The oldest is sent at the end of the interval.
    case oldest
    /// They are dropped; an element outside an interval is sent without waiting for the scheduler.
    case none
  }

  @inlinable static var countsDemand: Bool { true }

  @usableFromInline let interval: Time.Stride
  @usableFromInline let choice: Choice

  /// The end of the interval started by the last element sent.
  @usableFromInline var intervalEnd: Time?

  /// The pending element: it waits for the end of the interval or, as the first of one, for the scheduler to run the
  /// block that sends it.
  @usableFromInline var waiting: Input?

  /// When the pending element is due.
  @usableFromInline var deadline: Time?

  /// The completion, if it follows the pending element.
  @usableFromInline var completion: Subscribers.Completion<Failure>?

  /// - Parameters:
  ///   - interval: The minimum time between two elements.
  ///   - choice: How elements within an interval are handled.
  @inlinable
  init(interval: Time.Stride, choice: Choice) {
    self.interval = interval
    self.choice = choice
  }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> TimedAction<Input, Failure> {
    if waiting != nil {
      var action = TimedAction<Input, Failure>(dropped: input)
      if case .newest = choice { swap(&action.dropped, &waiting) }
      return action
    }
    let isFirst = intervalEnd.map { $0 <= now } ?? true
    if case .none = choice { return isFirst ? send(input, at: now, hasDemand: hasDemand) : .nothing }
    waiting = input
    deadline = isFirst ? now : intervalEnd
    return .nothing
  }

  @inlinable
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> TimedAction<Input, Failure> {
    guard waiting != nil else { return TimedAction(completion: completion) }
    self.completion = completion
    return .nothing
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> TimedAction<Input, Failure> {
    guard let deadline, deadline <= now, let input = waiting.take() else { return .nothing }
    self.deadline = nil
    var action = send(input, at: now, hasDemand: hasDemand)
    action.completion = completion
    return action
  }

  /// Without demand the element is dropped, and starts no interval.
  @inlinable
  mutating func send(_ input: Input, at now: Time, hasDemand: Bool) -> TimedAction<Input, Failure> {
    if hasDemand { intervalEnd = now.advanced(by: interval) }
    return TimedAction(output: input)
  }
}
