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

  /// The costs of what is collected; empty if each is one.
  @usableFromInline var costs: [Int] = []

  /// What the first array may cost yet.
  @usableFromInline var left: Int

  /// The length of the first array, once nothing more fits into it.
  @usableFromInline var fullLength: Int?

  @usableFromInline var completion: Subscribers.Completion<Failure>?

  /// The end of the latest interval.
  @usableFromInline var intervalEnd: Time?

  /// - Parameters:
  ///   - interval: The length of an interval; not negative.
  ///   - count: The largest size of an array, or what it may cost; positive. `Int.max` for no limit.
  @inlinable
  init(interval: Time.Stride, count: Int) {
    self.interval = interval
    self.count = count
    left = count
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
    fit(at: collected.count - 1, cost: 1)
    return sendOverdue(hasDemand: hasDemand)
  }

  /// Upstream has delivered an element with a cost, which is not negative. The elements before have one, too.
  @inlinable
  mutating func receive(
    _ input: Input, cost: Int, at now: Time, hasDemand: Bool
  ) -> TimedAction<[Input], Failure> {
    if collected.isEmpty { skipIntervals(until: now) }
    collected.append(input)
    costs.append(cost)
    fit(at: collected.count - 1, cost: cost)
    return sendOverdue(hasDemand: hasDemand)
  }

  /// Counts an element in the first array if it fits. One that costs more than an array may is an array of its own.
  @inlinable
  mutating func fit(at index: Int, cost: Int) {
    guard fullLength == nil else { return }
    if cost > left, index > 0 {
      fullLength = index
    } else {
      left -= min(cost, left)
      if left == 0 { fullLength = index + 1 }
    }
    if fullLength != nil { isOverdue = true }
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
    let group = Array(collected.prefix(fullLength ?? collected.count))
    collected.removeFirst(group.count)
    if !costs.isEmpty { costs.removeFirst(group.count) }
    isOverdue = completion != nil && !collected.isEmpty
    (left, fullLength) = (count, nil)
    for index in collected.indices {
      fit(at: index, cost: costs.isEmpty ? 1 : costs[index])
      if fullLength != nil { break }
    }
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
