internal import Dispatch
public import Foundation
public import StreamCore
public import StreamParts

extension Progress {
  /// Publishes the completed fraction, now and whenever it has changed.
  ///
  ///     progress      0---1/4---3/4---1
  ///     downstream    0---1/4---3/4---(1|)
  ///
  /// Foundation for Linux does not report changes: there is neither key-value observing nor a notification, and the
  /// properties cannot be overridden. So the progress is polled every `interval` while there is demand; a change that
  /// is reverted within an interval is missed.
  ///
  /// - **Demand**: polls only with demand. The first request is answered with the current fraction, and each further
  ///   one with a fraction that differs from the previous.
  /// - **Completion**: finishes when the progress is finished, after the last fraction, or when it is cancelled.
  /// - **Failure**: never fails.
  /// - **Threads**: delivers on a queue of the subscription's own, which also polls. Cancelling stops the polling, and
  ///   does not affect the progress.
  ///
  /// - Parameter interval: The polling interval in seconds, positive; a tenth of a second by default.
  /// - Returns: A publisher of fractions, from 0 to 1, or more if the total is exceeded; see
  ///   `Publishers.FractionCompleted`.
  @_disfavoredOverload
  public func fractionCompletedPublisher(every interval: TimeInterval = 0.1) -> Publishers.FractionCompleted {
    Publishers.FractionCompleted(progress: self, interval: interval)
  }
}

/// A publisher of a progress's completed fraction.
///
/// - **Demand**: polls only with demand. The first request is answered with the current fraction, and each further one
///   with a fraction that differs from the previous.
/// - **Completion**: finishes when the progress is finished, after the last fraction, or when it is cancelled.
/// - **Failure**: never fails.
/// - **Threads**: signals are delivered on a queue of the subscription's own. Cancelling may be done on any thread; it
///   stops the polling, and does not affect the progress.
public struct FractionCompletedPublisher: Publisher, ReleasingPublisher, Sendable {
  /// From 0 to 1; more if the total is exceeded.
  public typealias Output = Double

  /// It never fails.
  public typealias Failure = Never

  /// The observed progress.
  public let progress: Progress

  /// The polling interval in seconds.
  public let interval: TimeInterval

  /// Creates a publisher of a progress's completed fraction.
  ///
  /// - Parameters:
  ///   - progress: The observed progress.
  ///   - interval: The polling interval in seconds, positive.
  public init(progress: Progress, interval: TimeInterval) {
    precondition(interval > 0, "The interval of polling must be positive (rule 9).")
    self.progress = progress
    self.interval = interval
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Double, S.Failure == Never {
    let subscription = ProgressSubscription(self, downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.endHandover()
  }
}

extension PublisherNames {
  /// ``FractionCompletedPublisher``, under a short name that a client's own type overrides.
  public typealias FractionCompleted = FractionCompletedPublisher
}

/// The subscription of a downstream to a progress.
// Sendable: `state` is under its lock; `timer` and `last` belong to the queue.
private final class ProgressSubscription<Downstream: Subscriber>: StageSubscription, Polling, @unchecked Sendable
where Downstream.Input == Double, Downstream.Failure == Never {
  private struct State {
    var downstream: Downstream?
    var progress: Progress?
    var demand = Subscribers.Demand.none
  }

  private let state: Locked<State>
  private let interval: TimeInterval

  /// Inactive until the handover ends, so that no signal overlaps with it (rule 3).
  private let queue = DispatchQueue(label: "StreamProgress", attributes: .initiallyInactive)
  private var timer: (any DispatchSourceTimer)?
  private var last: Double?

  var description: String { "FractionCompleted" }

  init(_ publisher: Publishers.FractionCompleted, downstream: Downstream) {
    interval = publisher.interval
    state = Locked(State(downstream: downstream, progress: publisher.progress))
  }

  /// Ends the handover: downstream's `receive(subscription:)` has returned.
  func endHandover() {
    queue.activate()
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { $0.demand += demand }
    let polling: any Polling = self
    queue.async { polling.poll() }
  }

  func cancel() {
    guard end() != nil else { return }
    let polling: any Polling = self
    queue.async { polling.stop() }
  }

  /// - Returns: The downstream to complete; `nil` if the stream had ended before.
  private func end() -> Downstream? {
    let released = state.withLock { state in
      var released = State()
      swap(&released, &state)
      return released
    }
    return released.downstream
  }

  func poll() {
    let (downstream, progress, demand) = state.withLock { ($0.downstream, $0.progress, $0.demand) }
    guard let downstream, let progress else { return stop() }
    // Read the end first: after it the fraction does not change any more.
    let hasEnded = progress.isFinished || progress.isCancelled
    let fraction = progress.fractionCompleted
    if fraction != last, demand != .none {
      last = fraction
      state.withLock { $0.demand -= 1 }
      let more = downstream.receive(fraction)
      if more != .none { state.withLock { $0.demand += more } }
    }
    if hasEnded, fraction == last {
      stop()
      end()?.receive(completion: .finished)
    } else if state.withLock({ $0.demand == .none }) {
      stop()
    } else {
      startTimer()
    }
  }

  private func startTimer() {
    guard timer == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let polling: any Polling = self
    timer.setEventHandler { polling.poll() }
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.resume()
    self.timer = timer
  }

  func stop() {
    timer.take()?.cancel()
  }

  var mirrorChildren: KeyValuePairs<String, Any> { ["demand": state.value.demand] }
}

/// The non-generic interface called from the queue: a subscriber's type need not be `Sendable`, so `@Sendable` closures
/// must not capture the generic class.
private protocol Polling: AnyObject, Sendable {
  func poll()
  func stop()
}
