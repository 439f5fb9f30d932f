public import StreamCore

/// What a delay knows.
@usableFromInline
struct DelayPolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Output = Input

  @inlinable static var countsDemand: Bool { false }

  @usableFromInline let interval: Time.Stride
  @usableFromInline var waiting = Queue<(due: Time, emission: Emission<Input, Failure>)>()
  @usableFromInline var deadline: Time?

  /// - Parameter interval: By how much elements and the completion are delayed.
  @inlinable
  init(interval: Time.Stride) {
    self.interval = interval
  }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    append(Emission(output: input), at: now)
    return .nothing
  }

  @inlinable
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> Emission<Input, Failure> {
    append(Emission(completion: completion), at: now)
    return .nothing
  }

  @inlinable
  mutating func append(_ emission: Emission<Input, Failure>, at now: Time) {
    let due = now.advanced(by: interval)
    waiting.append((due, emission))
    deadline = deadline ?? due
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> Emission<Input, Failure> {
    guard let deadline, deadline <= now, let oldest = waiting.popFirst() else { return .nothing }
    self.deadline = waiting.first?.due
    return oldest.emission
  }
}
