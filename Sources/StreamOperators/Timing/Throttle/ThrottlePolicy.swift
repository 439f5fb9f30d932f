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
    /// They are left out.
    case none
  }

  @inlinable static var countsDemand: Bool { true }

  @usableFromInline let interval: Time.Stride
  @usableFromInline let choice: Choice

  /// When the interval ends that began with the last element sent.
  @usableFromInline var intervalEnd: Time?
  @usableFromInline var waiting: Input?
  @usableFromInline var completion: Subscribers.Completion<Failure>?

  /// - Parameters:
  ///   - interval: The least time between two elements.
  ///   - choice: What becomes of elements that come before the interval is over.
  @inlinable
  init(interval: Time.Stride, choice: Choice) {
    self.interval = interval
    self.choice = choice
  }

  @inlinable var deadline: Time? { waiting == nil ? nil : intervalEnd }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    if waiting == nil, intervalEnd.map({ $0 <= now }) ?? true {
      return send(input, at: now, hasDemand: hasDemand)
    }
    switch choice {
    case .newest:
      let superseded = waiting
      waiting = input
      return Emission(dropped: superseded)
    case .oldest:
      if waiting == nil { waiting = input }
    case .none:
      break
    }
    return .nothing
  }

  @inlinable
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> Emission<Input, Failure> {
    guard waiting != nil, case .finished = completion else { return Emission(completion: completion) }
    self.completion = completion
    return .nothing
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    guard let intervalEnd, intervalEnd <= now, let input = waiting.take() else { return .nothing }
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
