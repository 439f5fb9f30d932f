public import StreamCore
internal import StreamParts

/// A subject that delivers the last value sent to it, when it finishes.
///
///     send          -1-2-|
///     subscriber    -----(2|)
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubjects.LastValueSubject`.
///
/// - **Demand**: the value waits for it. Upstreams that feed the subject receive unlimited demand from the start.
/// - **Completion**: sent to each subscriber, including later ones, after the value; without a value, immediately.
/// - **Failure**: sent to all subscribers, and to later ones, without the value.
/// - **Threads**: sending, subscribing and cancelling may be done on any thread; if several threads end the subject,
///   the first one wins. Delivers where the subject is ended, or where a subscriber requests.
/// - Complexity: A value takes O(1), the completion O(*n*), where *n* is the number of subscribers.
public final class LastValueSubject<Output, Failure: Error>: Subject, ReleasingPublisher {
  @usableFromInline let hub = ReplayHub<Output, Failure>("LastValueSubject", limit: 1, site: nil)
  private let state = Locked(State())

  private struct State {
    var last: Output?
    var hasEnded = false
  }

  /// Creates a subject without a value.
  public init() {}

  /// Stores a value, replacing the previous one.
  ///
  /// - Parameter input: The value. After a completion it is ignored.
  public func send(_ input: Output) {
    // What is replaced is released outside the lock.
    let replaced: Output? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      defer { state.last = input }
      return state.last
    }
    withExtendedLifetime(replaced) {}
  }

  /// Ends the subject: sends the value and the completion, or the failure alone.
  ///
  /// - Parameter completion: Whether it finished or failed. After another completion it is ignored.
  public func send(completion: Subscribers.Completion<Failure>) {
    let (isFirst, last): (Bool, Output?) = state.withLock { state in
      defer { state.hasEnded = true }
      return (!state.hasEnded, state.last.take())
    }
    guard isFirst else { return }
    if case .finished = completion, let last { hub.send(last) }
    hub.send(completion: completion)
  }

  /// Attaches an upstream that feeds the subject, and requests unlimited demand from it.
  ///
  /// - Parameter subscription: The upstream's subscription, which is cancelled when the subject completes or is
  ///   deinitialized.
  public func send(subscription: any Subscription) {
    hub.send(subscription: subscription)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    hub.subscribe(subscriber, owner: self)
  }
}

// The value crosses threads under the lock.
extension LastValueSubject: Sendable where Output: Sendable {}

extension LastValueSubject: ReplayOwner {}
