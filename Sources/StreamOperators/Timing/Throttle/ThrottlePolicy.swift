public import StreamCore

/// What a throttle knows.
@usableFromInline
struct ThrottlePolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Output = Input

  /// What becomes of elements that come before the interval is over.
  @usableFromInline
  enum Choice {
    /// The newest of them is sent at the end of the interval.
    case newest
    /// The oldest of them is sent at the end of the interval.
    case oldest
    /// They are left out; one that comes in no interval is sent without waiting for the scheduler.
    case none
  }

  @inlinable static var countsDemand: Bool { true }

  @usableFromInline let interval: Time.Stride
  @usableFromInline let choice: Choice

  /// When the interval ends that began with the last element sent.
  @usableFromInline var intervalEnd: Time?

  /// The element that waits: for the end of the interval, or, the first of one, for the scheduler to run the block that
  /// sends it.
  @usableFromInline var waiting: Input?

  /// When the element that waits is to be sent.
  @usableFromInline var deadline: Time?

  /// Comes after the element that waits.
  @usableFromInline var completion: Subscribers.Completion<Failure>?

  /// - Parameters:
  ///   - interval: The least time between two elements.
  ///   - choice: What becomes of elements that come before the interval is over.
  @inlinable
  init(interval: Time.Stride, choice: Choice) {
    self.interval = interval
    self.choice = choice
  }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    if waiting != nil {
      var emission = Emission<Input, Failure>(dropped: input)
      if case .newest = choice { swap(&emission.dropped, &waiting) }
      return emission
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
  ) -> Emission<Input, Failure> {
    guard waiting != nil else { return Emission(completion: completion) }
    self.completion = completion
    return .nothing
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    guard let deadline, deadline <= now, let input = waiting.take() else { return .nothing }
    self.deadline = nil
    var emission = send(input, at: now, hasDemand: hasDemand)
    emission.completion = completion
    return emission
  }

  /// Without demand the element is lost, and begins no interval.
  @inlinable
  mutating func send(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    if hasDemand { intervalEnd = now.advanced(by: interval) }
    return Emission(output: input)
  }
}
