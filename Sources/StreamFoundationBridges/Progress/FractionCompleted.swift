internal import Dispatch
public import Foundation
public import StreamCore
public import StreamParts

extension Progress {
  /// Tells of the fraction that is completed, now and whenever it has changed.
  ///
  ///     progress      0---1/4---3/4---1
  ///     downstream    0---1/4---3/4---(1|)
  ///
  /// Foundation for Linux tells nobody of a change: there is neither key-value observing nor a notification, and the
  /// properties cannot be overridden. So the progress is looked at every `interval`, as long as somebody wants to know; a
  /// change that is undone within it is not seen.
  ///
  /// - Parameter interval: How often to look, in seconds, greater than 0: ten times a second, unless you say otherwise.
  /// - Returns: A publisher of fractions, from 0 to 1, or more if more is completed than the total; see `Publishers.FractionCompleted`.
  @_disfavoredOverload
  public func fractionCompletedPublisher(every interval: TimeInterval = 0.1) -> Publishers.FractionCompleted {
    Publishers.FractionCompleted(progress: self, interval: interval)
  }
}

/// A publisher of the fraction of a progress that is completed.
///
/// - **Demand**: nothing is looked at without demand. The present fraction answers the first, and each other waits for
///   a fraction that differs from the one before.
/// - **Completion**: finishes when the progress is finished, after the last fraction, or when it is cancelled.
/// - **Failure**: never fails.
/// - **Threads**: signals come on a queue of the subscription's own. Cancelling may be done on any thread, stops the
///   looking, and leaves the progress alone.
public struct FractionCompletedPublisher: Publisher, ReleasingPublisher, Sendable {
  /// From 0 to 1; more, if more is completed than the total.
  public typealias Output = Double

  /// It never fails.
  public typealias Failure = Never

  /// What is looked at.
  public let progress: Progress

  /// How often, in seconds.
  public let interval: TimeInterval

  /// Makes a publisher of the fraction of a progress that is completed.
  ///
  /// - Parameters:
  ///   - progress: What to look at.
  ///   - interval: How often, in seconds, greater than 0.
  public init(progress: Progress, interval: TimeInterval) {
    precondition(interval > 0, "A progress must be looked at every so often (rule 9).")
    self.progress = progress
    self.interval = interval
  }

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Double, S.Failure == Never {
    let subscription = ProgressSubscription(self, downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.attached()
  }
}

extension PublisherNames {
  /// ``FractionCompletedPublisher``, by the short name that gives way to a type of a client.
  public typealias FractionCompleted = FractionCompletedPublisher
}

/// The subscription of one downstream to a progress.
// Sendable: `state` is under its lock; `timer` and `last` belong to the queue.
private final class ProgressSubscription<Downstream: Subscriber>: StageSubscription, Looking, @unchecked Sendable
where Downstream.Input == Double, Downstream.Failure == Never {
  private struct State {
    var downstream: Downstream?
    var progress: Progress?
    var demand = Subscribers.Demand.none
  }

  private let state: Locked<State>
  private let interval: TimeInterval

  /// It runs nothing before downstream has the subscription, so that signals do not overlap.
  private let queue = DispatchQueue(label: "StreamProgress", attributes: .initiallyInactive)
  private var timer: (any DispatchSourceTimer)?
  private var last: Double?

  var description: String { "FractionCompleted" }

  init(_ publisher: Publishers.FractionCompleted, downstream: Downstream) {
    interval = publisher.interval
    state = Locked(State(downstream: downstream, progress: publisher.progress))
  }

  /// To be called once downstream has the subscription.
  func attached() {
    queue.activate()
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { $0.demand += demand }
    let looking: any Looking = self
    queue.async { looking.look() }
  }

  func cancel() {
    guard end() != nil else { return }
    let looking: any Looking = self
    queue.async { looking.stop() }
  }

  /// - Returns: Whom to tell of the end; `nil` if the end had come before.
  private func end() -> Downstream? {
    let released = state.withLock { state in
      var released = State()
      swap(&released, &state)
      return released
    }
    return released.downstream
  }

  func look() {
    let (downstream, progress, demand) = state.withLock { ($0.downstream, $0.progress, $0.demand) }
    guard let downstream, let progress else { return stop() }
    // The end first: what is completed thereafter changes nothing.
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
      goOn()
    }
  }

  private func goOn() {
    guard timer == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let looking: any Looking = self
    timer.setEventHandler { looking.look() }
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.resume()
    self.timer = timer
  }

  func stop() {
    timer.take()?.cancel()
  }

  var mirrorChildren: KeyValuePairs<String, Any> { ["demand": state.value.demand] }
}

/// What the queue calls, whoever is downstream: the type of a subscriber need not be `Sendable`, so that no `@Sendable`
/// closure may name it.
private protocol Looking: AnyObject, Sendable {
  func look()
  func stop()
}
