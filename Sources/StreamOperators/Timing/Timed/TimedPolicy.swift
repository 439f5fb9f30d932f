public import StreamCore

/// What a timed operator decides: when to be woken, and what goes downstream. Pure: no lock, no closure of a client, no
/// call to anybody, so that it can be tested alone.
///
/// It is asked under a lock, and an element's `deinit` is a client's code: what a policy has done with leaves it in an
/// ``Emission``, or stays in it until the end.
///
/// ``TimedStage`` does the rest, one event at a time.
@usableFromInline
protocol TimedPolicy<Time> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error
  associatedtype Time: Strideable

  /// Whether upstream is asked for everything at once, and downstream's demand is counted here; else it passes upstream.
  static var countsDemand: Bool { get }

  /// Whether what is due waits for demand, so that the policy is to be woken when demand comes.
  static var waitsForDemand: Bool { get }

  /// The interval at which the work repeats that wakes the policy; `nil` if that work is for one time. Either is called
  /// off when it has run.
  var period: Time.Stride? { get }

  /// When the policy is to be woken; `nil` while it waits for nothing. It may be woken earlier or later.
  var deadline: Time? { get }

  /// Upstream has delivered its subscription.
  mutating func begin(at now: Time)

  /// Upstream has delivered an element. What comes out without demand is lost.
  mutating func receive(_ input: Input, at now: Time, hasDemand: Bool) -> Emission<Output, Failure>

  /// Upstream has ended.
  mutating func receive(
    completion: Subscribers.Completion<Failure>, at now: Time, hasDemand: Bool
  ) -> Emission<Output, Failure>

  /// Time has passed, or demand has come. It is asked again until nothing comes out.
  mutating func wake(at now: Time, hasDemand: Bool) -> Emission<Output, Failure>
}

extension TimedPolicy {
  @inlinable static var waitsForDemand: Bool { false }

  @inlinable var period: Time.Stride? { nil }

  @inlinable
  mutating func begin(at now: Time) {}
}
