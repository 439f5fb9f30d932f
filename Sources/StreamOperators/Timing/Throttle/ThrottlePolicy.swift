internal import StreamCore

/// What a throttle knows.
struct ThrottlePolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  typealias Output = Input

  /// What becomes of elements that come before the interval is over.
  enum Choice {
    /// The newest of them is sent at the end of the interval.
    case newest
    /// The oldest of them is sent at the end of the interval.
    case oldest
    /// They are left out.
    case none
  }

  static var countsDemand: Bool { true }

  let interval: Time.Stride
  let choice: Choice

  /// When the interval ends that began with the last element sent.
  private var intervalEnd: Time?
  private var waiting: Input?
  private var completion: Subscribers.Completion<Failure>?

  /// - Parameters:
  ///   - interval: The least time between two elements.
  ///   - choice: What becomes of elements that come before the interval is over.
  init(interval: Time.Stride, choice: Choice) {
    self.interval = interval
    self.choice = choice
  }

  var deadline: Time? { waiting == nil ? nil : intervalEnd }

  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    if waiting == nil, intervalEnd.map({ $0 <= now }) ?? true {
      return send(input, at: now, hasDemand: hasDemand)
    }
    switch choice {
    case .newest: waiting = input
    case .oldest: waiting = waiting ?? input
    case .none: break
    }
    return .nothing
  }

  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> Emission<Input, Failure> {
    guard waiting != nil, case .finished = completion else { return Emission(completion: completion) }
    self.completion = completion
    return .nothing
  }

  mutating func wake(at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    guard let intervalEnd, intervalEnd <= now, let input = waiting.take() else { return .nothing }
    var emission = send(input, at: now, hasDemand: hasDemand)
    emission.completion = completion
    return emission
  }

  /// Without demand the element is lost, and begins no interval.
  private mutating func send(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    if hasDemand { intervalEnd = now.advanced(by: interval) }
    return Emission(output: input)
  }
}
