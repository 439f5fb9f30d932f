internal import StreamCore

/// What a timeout knows.
struct TimeoutPolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  typealias Output = Input

  static var countsDemand: Bool { false }

  let interval: Time.Stride
  let makeFailure: (() -> Failure)?
  private(set) var deadline: Time?

  /// - Parameters:
  ///   - interval: How long upstream may be silent.
  ///   - makeFailure: Makes what the stream then fails with; without it, it finishes.
  init(interval: Time.Stride, makeFailure: (() -> Failure)?) {
    self.interval = interval
    self.makeFailure = makeFailure
  }

  mutating func begin(at now: Time) {
    deadline = now.advanced(by: interval)
  }

  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    deadline = now.advanced(by: interval)
    return Emission(output: input)
  }

  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> Emission<Input, Failure> {
    Emission(completion: completion)
  }

  mutating func wake(at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    guard let deadline, deadline <= now else { return .nothing }
    return Emission(completion: .finished, makeFailure: makeFailure)
  }
}
