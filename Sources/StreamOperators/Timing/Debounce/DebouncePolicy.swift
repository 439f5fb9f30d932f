internal import StreamCore

/// What a debounce knows.
struct DebouncePolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  typealias Output = Input

  static var countsDemand: Bool { true }

  let quiet: Time.Stride
  private var newest: Input?
  private(set) var deadline: Time?

  /// - Parameter quiet: How long nothing must come for an element to be sent.
  init(quiet: Time.Stride) {
    self.quiet = quiet
  }

  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    newest = input
    deadline = now.advanced(by: quiet)
    return .nothing
  }

  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> Emission<Input, Failure> {
    Emission(completion: completion)
  }

  mutating func wake(at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    guard let deadline, deadline <= now else { return .nothing }
    self.deadline = nil
    return Emission(output: newest.take())
  }
}
