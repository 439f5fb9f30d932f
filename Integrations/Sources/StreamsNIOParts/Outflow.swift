internal import NIOConcurrencyHelpers
package import NIOCore
package import StreamCore

/// Where the values of an ``Outflow`` go. All is called on its event loop.
package protocol OutflowTarget: AnyObject, Sendable {
  associatedtype Element: Sendable

  /// Whether it takes more now. When that becomes true, it calls `becameWritable()`.
  var isWritable: Bool { get }

  /// Writes a value. The future succeeds when it has been taken.
  func write(_ element: Element) -> EventLoopFuture<Void>

  /// Sends what has been written.
  func flush()

  /// Ends, once, when all that was written has been taken.
  func end(_ ending: OutflowEnding)
}

/// How an ``Outflow`` has ended.
package enum OutflowEnding: Sendable {
  /// Upstream has finished.
  case finished

  /// Upstream has failed.
  case upstream(any Error)

  /// A write has failed.
  case write(any Error)

  /// It was cancelled.
  case cancelled
}

/// A subscriber that writes values on an event loop, and asks upstream for another when one has been taken.
///
/// At most `window` values have been asked for and not been taken. Values are queued under the lock and written by the
/// event loop, so their order is kept whatever threads they come on.
// Sendable: what changes is under the lock; upstream's subscription may be used on any thread.
package final class Outflow<Target: OutflowTarget, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible,
  @unchecked Sendable
{
  private struct State {
    var upstream: (any Subscription)?
    var target: Target?
    var values = CircularBuffer<Target.Element>()

    /// What may be asked for as soon as the target is writable.
    var credit: Int

    /// How many values are being written.
    var inFlight = 0

    /// What ends it after the last value.
    var ending: OutflowEnding?
    var isDraining = false
  }

  package let description: String
  private let eventLoop: any EventLoop
  private let state: NIOLockedValueBox<State>

  package init(_ description: String, window: Int, target: Target, on eventLoop: any EventLoop) {
    precondition(window > 0, "A window must have room for at least one value (rule 9).")
    self.description = description
    self.eventLoop = eventLoop
    state = NIOLockedValueBox(State(target: target, credit: window))
  }

  // MARK: Upstream's side

  package func receive(subscription: any Subscription) {
    let isWanted = state.withLockedValue { state in
      guard state.upstream == nil, state.ending == nil, state.target != nil else { return false }
      state.upstream = subscription
      return true
    }
    if isWanted { wake() } else { subscription.cancel() }
  }

  package func receive(_ input: Target.Element) -> Subscribers.Demand {
    state.withLockedValue { state in
      if state.ending == nil { state.values.append(input) }
    }
    wake()
    return .none
  }

  package func receive(completion: Subscribers.Completion<Failure>) {
    let upstream = state.withLockedValue { state -> (any Subscription)? in
      guard state.ending == nil else { return nil }
      switch completion {
      case .finished: state.ending = .finished
      case .failure(let error): state.ending = .upstream(error)
      }
      return state.upstream.take()
    }
    wake()
    withExtendedLifetime(upstream) {}
  }

  /// Cancels upstream, and drops what has not been written.
  package func cancel() {
    stop(.cancelled)
  }

  private func wake() {
    if eventLoop.inEventLoop { drain() } else { eventLoop.execute { [self] in drain() } }
  }

  /// Ends without waiting for what is being written.
  private func stop(_ ending: OutflowEnding) {
    let (upstream, target, values) = state.withLockedValue { state in
      state.ending = ending
      let values = state.values
      state.values = CircularBuffer()
      return (state.upstream.take(), state.target.take(), values)
    }
    withExtendedLifetime(values) {}
    upstream?.cancel()
    guard let target else { return }
    if eventLoop.inEventLoop { target.end(ending) } else { eventLoop.execute { target.end(ending) } }
  }

  // MARK: The target's side: on the event loop

  /// Asks for the values that were held back.
  package func becameWritable() {
    drain()
  }

  /// Ends, because the target can take nothing any more.
  package func targetFailed(_ error: any Error) {
    stop(.write(error))
  }

  /// Writes what is queued, then asks for more. A re-entrant call, from a request that brings a value at once, is left
  /// to the outer one.
  private func drain() {
    eventLoop.preconditionInEventLoop()
    let isFirst = state.withLockedValue { state in
      guard !state.isDraining else { return false }
      state.isDraining = true
      return true
    }
    guard isFirst else { return }
    var needsFlush: Target?
    while true {
      let next = state.withLockedValue { state -> (Target, Target.Element)? in
        guard let target = state.target, let value = state.values.popFirst() else { return nil }
        state.inFlight += 1
        return (target, value)
      }
      if let (target, value) = next {
        needsFlush = target
        target.write(value).whenComplete { [self] in settle($0) }
        continue
      }
      if let target = needsFlush.take() {
        target.flush()
        continue
      }
      guard ask() else { break }
    }
    endIfDone()
  }

  /// Asks upstream for what there is credit for.
  ///
  /// - Returns: Whether it has; if not, the drain is over.
  private func ask() -> Bool {
    let request = state.withLockedValue { state -> (any Subscription, Int)? in
      if let upstream = state.upstream, state.credit > 0, let target = state.target, target.isWritable {
        defer { state.credit = 0 }
        return (upstream, state.credit)
      }
      // A value may have come on another thread since: its wake follows on this loop.
      state.isDraining = false
      return nil
    }
    guard let (upstream, credit) = request else { return false }
    upstream.request(.max(credit))
    return true
  }

  private func settle(_ result: Result<Void, any Error>) {
    state.withLockedValue { state in
      state.inFlight -= 1
      state.credit += 1
    }
    switch result {
    case .success: drain()
    case .failure(let error): stop(.write(error))
    }
  }

  private func endIfDone() {
    let ended = state.withLockedValue { state -> (Target, OutflowEnding)? in
      guard let ending = state.ending, state.inFlight == 0, state.values.isEmpty, let target = state.target.take()
      else {
        return nil
      }
      return (target, ending)
    }
    if let (target, ending) = ended { target.end(ending) }
  }
}
