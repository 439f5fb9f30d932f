public import StreamCore

/// The policy of a collect by time.
@usableFromInline
struct CollectByTimePolicy<Input, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Output = [Input]

  @inlinable static var countsDemand: Bool { true }

  @inlinable static var waitsForDemand: Bool { true }

  @usableFromInline let interval: Time.Stride
  @usableFromInline let count: Int

  /// Complete arrays, which wait for demand.
  @usableFromInline var full = Queue<[Input]>()

  /// The incomplete array.
  @usableFromInline var open: [Input] = []

  /// The cost that still fits into it.
  @usableFromInline var remainingCost: Int

  /// Whether the incomplete array is due, and keeps growing only because there is no demand.
  @usableFromInline var isDue = false

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
    remainingCost = count
  }

  @inlinable var isEmpty: Bool { open.isEmpty && full.isEmpty }

  /// No timer while nothing is collected, or while an array waits for demand.
  @inlinable var deadline: Time? { open.isEmpty || isDue || !full.isEmpty ? nil : intervalEnd }

  @inlinable var period: Time.Stride? { interval }

  @inlinable
  mutating func begin(at now: Time) {
    intervalEnd = now.advanced(by: interval)
  }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> TimedAction<[Input], Failure> {
    receive(input, cost: 1, at: now, hasDemand: hasDemand)
  }

  /// Upstream has delivered an element with a cost, which is not negative. One over the limit is an array of its own.
  @inlinable
  mutating func receive(
    _ input: Input, cost: Int, at now: Time, hasDemand: Bool
  ) -> TimedAction<[Input], Failure> {
    if isEmpty { skipIntervals(until: now) }
    if cost > remainingCost, !open.isEmpty { full.append(takeOpen()) }
    open.append(input)
    if count < .max { remainingCost -= min(cost, remainingCost) }
    if remainingCost == 0 { full.append(takeOpen()) }
    return sendWaiting(hasDemand: hasDemand)
  }

  @inlinable
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> TimedAction<[Input], Failure> {
    guard case .finished = completion, !isEmpty else { return TimedAction(completion: completion) }
    self.completion = completion
    isDue = true
    return sendWaiting(hasDemand: hasDemand)
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> TimedAction<[Input], Failure> {
    if let deadline, deadline <= now { isDue = true }
    return sendWaiting(hasDemand: hasDemand)
  }

  @inlinable
  mutating func sendWaiting(hasDemand: Bool) -> TimedAction<[Input], Failure> {
    guard hasDemand else { return .nothing }
    let group: [Input]
    if let first = full.popFirst() {
      group = first
    } else {
      guard isDue, !open.isEmpty else { return .nothing }
      group = takeOpen()
    }
    return TimedAction(output: group, completion: isEmpty ? completion : nil)
  }

  @inlinable
  mutating func takeOpen() -> [Input] {
    defer { (open, remainingCost, isDue) = ([], count, completion != nil) }
    return open
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
