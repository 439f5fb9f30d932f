public import StreamCore

/// What a collect by time knows.
@usableFromInline
struct CollectByTimePolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Output = [Input]

  @inlinable static var countsDemand: Bool { true }

  @inlinable static var waitsForDemand: Bool { true }

  @usableFromInline let interval: Time.Stride
  @usableFromInline let count: Int
  @usableFromInline var collected: [Input] = []
  @usableFromInline var completion: Subscribers.Completion<Failure>?

  /// When the interval ends that began last.
  @usableFromInline var intervalEnd: Time?

  /// - Parameters:
  ///   - interval: How long to collect, zero or more.
  ///   - count: How many elements at most, one or more; `Int.max` for any number.
  @inlinable
  init(interval: Time.Stride, count: Int) {
    self.interval = interval
    self.count = count
  }

  /// With nothing collected nobody needs to be woken.
  @inlinable var deadline: Time? { collected.isEmpty || isOverdue ? nil : intervalEnd }

  @inlinable var period: Time.Stride? { interval }

  /// Whether elements wait for demand.
  @usableFromInline var isOverdue = false

  @inlinable
  mutating func begin(at now: Time) {
    intervalEnd = now.advanced(by: interval)
  }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<[Input], Failure> {
    if collected.isEmpty { skipIntervals(until: now) }
    collected.append(input)
    if collected.count >= count { isOverdue = true }
    return sendOverdue(hasDemand: hasDemand)
  }

  @inlinable
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> Emission<[Input], Failure> {
    guard case .finished = completion, !collected.isEmpty else { return Emission(completion: completion) }
    self.completion = completion
    isOverdue = true
    return sendOverdue(hasDemand: hasDemand)
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> Emission<[Input], Failure> {
    if let deadline, deadline <= now { isOverdue = true }
    return sendOverdue(hasDemand: hasDemand)
  }

  /// Without demand, what has been collected waits, and more is collected.
  @inlinable
  mutating func sendOverdue(hasDemand: Bool) -> Emission<[Input], Failure> {
    guard isOverdue, hasDemand else { return .nothing }
    let group = Array(collected.prefix(count))
    collected.removeFirst(group.count)
    isOverdue = collected.count >= count || (completion != nil && !collected.isEmpty)
    return Emission(output: group, completion: collected.isEmpty ? completion : nil)
  }

  /// Leaves the intervals behind in which nothing came, in steps that double.
  @inlinable
  mutating func skipIntervals(until now: Time) {
    guard var end = intervalEnd else { return }
    // No number of intervals of no length reaches the present.
    if end <= now, end.advanced(by: interval) <= end { end = now.advanced(by: interval) }
    while end <= now, end.advanced(by: interval) > end {
      var step = interval
      while end.advanced(by: step + step) <= now { step += step }
      end = end.advanced(by: step)
    }
    intervalEnd = end
  }
}
