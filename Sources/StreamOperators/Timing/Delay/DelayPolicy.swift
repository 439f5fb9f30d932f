internal import StreamCore

/// What a delay knows.
struct DelayPolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  typealias Output = Input

  static var countsDemand: Bool { false }

  let interval: Time.Stride
  private var waiting = Queue<(due: Time, emission: Emission<Input, Failure>)>()
  private(set) var deadline: Time?

  /// - Parameter interval: By how much elements and the completion are delayed.
  init(interval: Time.Stride) {
    self.interval = interval
  }

  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    append(Emission(output: input), at: now)
    return .nothing
  }

  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> Emission<Input, Failure> {
    append(Emission(completion: completion), at: now)
    return .nothing
  }

  private mutating func append(_ emission: Emission<Input, Failure>, at now: Time) {
    let due = now.advanced(by: interval)
    waiting.append((due, emission))
    deadline = deadline ?? due
  }

  mutating func wake(at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    guard let deadline, deadline <= now, let oldest = waiting.popFirst() else { return .nothing }
    self.deadline = waiting.first?.due
    return oldest.emission
  }
}
