public import StreamCore

/// What a timeout knows.
@usableFromInline
struct TimeoutPolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Output = Input

  @inlinable static var countsDemand: Bool { false }

  @usableFromInline let interval: Time.Stride
  @usableFromInline let makeFailure: (() -> Failure)?
  @usableFromInline var deadline: Time?

  /// - Parameters:
  ///   - interval: How long upstream may be silent.
  ///   - makeFailure: Makes what the stream then fails with; without it, it finishes.
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
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    deadline = now.advanced(by: interval)
    return Emission(output: input)
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
    return Emission(completion: .finished, makeFailure: makeFailure)
  }
}
