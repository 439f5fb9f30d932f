public import StreamCore

/// The policy of a collect by time.
@usableFromInline
struct CollectByTimePolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Output = [Input]

  @inlinable static var countsDemand: Bool { true }

  @inlinable static var waitsForDemand: Bool { true }

  @usableFromInline let interval: Time.Stride
  @usableFromInline let count: Int
  @usableFromInline var collected: [Input] = []
  @usableFromInline var completion: Subscribers.Completion<Failure>?

  /// The end of the latest interval.
  @usableFromInline var intervalEnd: Time?

  /// - Parameters:
  ///   - interval: The length of an interval; not negative.
  ///   - count: The largest size of an array, positive; `Int.max` for no limit.
  @inlinable
  init(interval: Time.Stride, count: Int) {
    self.interval = interval
    self.count = count
  }

  /// No timer while nothing is collected, or while an array waits for demand.
  @inlinable var deadline: Time? { collected.isEmpty || isOverdue ? nil : intervalEnd }

  @inlinable var period: Time.Stride? { interval }

  /// Whether collected elements are waiting for demand.
  @usableFromInline var isOverdue = false

  @inlinable
  mutating func begin(at now: Time) {
    intervalEnd = now.advanced(by: interval)
  }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> TimedAction<[Input], Failure> {
    if collected.isEmpty { skipIntervals(until: now) }
    collected.append(input)
    if collected.count >= count { isOverdue = true }
    return sendOverdue(hasDemand: hasDemand)
  }

  @inlinable
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> TimedAction<[Input], Failure> {
    guard case .finished = completion, !collected.isEmpty else { return TimedAction(completion: completion) }
    self.completion = completion
    isOverdue = true
    return sendOverdue(hasDemand: hasDemand)
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> TimedAction<[Input], Failure> {
    if let deadline, deadline <= now { isOverdue = true }
    return sendOverdue(hasDemand: hasDemand)
  }

  /// Without demand the collected elements are held back, and the array keeps growing.
  @inlinable
  mutating func sendOverdue(hasDemand: Bool) -> TimedAction<[Input], Failure> {
    guard isOverdue, hasDemand else { return .nothing }
    let group = Array(collected.prefix(count))
    collected.removeFirst(group.count)
    isOverdue = collected.count >= count || (completion != nil && !collected.isEmpty)
    return TimedAction(output: group, completion: collected.isEmpty ? completion : nil)
  }

  /// Skips the intervals without elements, in doubling steps.
  @inlinable
  mutating func skipIntervals(until now: Time) {
    guard var end = intervalEnd else { return }
    // A zero interval can never reach the current time by steps.
    if end <= now, end.advanced(by: interval) <= end { end = now.advanced(by: interval) }
    while end <= now, end.advanced(by: interval) > end {
      var step = interval
      while end.advanced(by: step + step) <= now { step += step }
      end = end.advanced(by: step)
    }
    intervalEnd = end
  }
}
