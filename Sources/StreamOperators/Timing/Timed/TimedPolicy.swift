public import StreamCore

/// The decisions of a timed operator: when to wake up, and what to send downstream. Pure: no lock, no client closure,
/// no outside call, so that it can be tested alone.
///
/// It is called under a lock, and an element's `deinit` may be client code: a policy must not release elements, but
/// return them in a ``TimedAction`` or keep them until the end.
///
/// ``TimedInner`` runs it, one event at a time.
@usableFromInline
protocol TimedPolicy<Time> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error
  associatedtype Time: Strideable

  /// Whether upstream gets unlimited demand, and downstream's demand is counted here; otherwise demand passes upstream.
  static var countsDemand: Bool { get }

  /// Whether due elements wait for demand, so that the policy must be woken when demand arrives.
  static var waitsForDemand: Bool { get }

  /// Whether one element can cause several outputs: then the policy is woken until it has none.
  static var sendsSeveral: Bool { get }

  /// The interval of a repeating timer; `nil` for a one-shot timer. Either is cancelled when it has fired.
  var period: Time.Stride? { get }

  /// When to wake the policy; `nil` if it waits for nothing. It may be woken earlier or later.
  var deadline: Time? { get }

  /// Upstream has delivered its subscription.
  mutating func begin(at now: Time)

  /// Upstream has delivered an element. An output without demand is dropped.
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> TimedAction<Output, Failure>

  /// Upstream has completed.
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> TimedAction<Output, Failure>

  /// Time has passed, or demand has arrived. Called repeatedly until it has no output.
  mutating func wake(at now: Time, hasDemand: Bool) -> TimedAction<Output, Failure>
}

extension TimedPolicy {
  @inlinable static var waitsForDemand: Bool { false }

  @inlinable static var sendsSeveral: Bool { false }

  @inlinable var period: Time.Stride? { nil }

  @inlinable
  mutating func begin(at now: Time) {}
}
