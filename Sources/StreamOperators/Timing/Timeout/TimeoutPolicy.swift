public import StreamCore

/// The policy of a timeout.
@usableFromInline
struct TimeoutPolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Output = Input

  @inlinable static var countsDemand: Bool { false }

  @usableFromInline let interval: Time.Stride
  @usableFromInline let makeFailure: (() -> Failure)?
  @usableFromInline var deadline: Time?

  /// - Parameters:
  ///   - interval: The longest silence of upstream.
  ///   - makeFailure: Returns the failure of a timeout; without it, the stream finishes.
  @inlinable
  init(interval: Time.Stride, makeFailure: (() -> Failure)?) {
    self.interval = interval
    self.makeFailure = makeFailure
  }

  @inlinable var period: Time.Stride? { interval }

  @inlinable
  mutating func begin(at now: Time) {
    deadline = now.advanced(by: interval)
  }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> TimedAction<Input, Failure> {
    deadline = now.advanced(by: interval)
    return TimedAction(output: input)
  }

  @inlinable
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> TimedAction<Input, Failure> {
    TimedAction(completion: completion)
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> TimedAction<Input, Failure> {
    guard let deadline, deadline <= now else { return .nothing }
    return TimedAction(completion: .finished, makeFailure: makeFailure)
  }
}
