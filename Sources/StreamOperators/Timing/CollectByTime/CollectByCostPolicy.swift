public import StreamCore

/// The policy of `collect` by cost: the policy of `collect` by time, applied to elements with costs.
@usableFromInline
struct CollectByCostPolicy<Element, Failure: Error, Time: Strideable>: TimedPolicy {
  @usableFromInline typealias Input = (element: Element, cost: Int)
  @usableFromInline typealias Output = [Element]

  @inlinable static var countsDemand: Bool { true }

  @inlinable static var waitsForDemand: Bool { true }

  /// An element too costly for the current array closes it, and may fill the next.
  @inlinable static var sendsSeveral: Bool { true }

  @usableFromInline var base: CollectByTimePolicy<Element, Failure, Time>

  @inlinable
  init(base: CollectByTimePolicy<Element, Failure, Time>) {
    self.base = base
  }

  @inlinable var deadline: Time? { base.deadline }

  @inlinable var period: Time.Stride? { base.period }

  @inlinable
  mutating func begin(at now: Time) {
    base.begin(at: now)
  }

  @inlinable
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> TimedAction<[Element], Failure> {
    base.receive(input.element, cost: input.cost, at: now, hasDemand: hasDemand)
  }

  @inlinable
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> TimedAction<[Element], Failure> {
    base.receive(completion: completion, at: now, hasDemand: hasDemand)
  }

  @inlinable
  mutating func wake(at now: Time, hasDemand: Bool) -> TimedAction<[Element], Failure> {
    base.wake(at: now, hasDemand: hasDemand)
  }
}
