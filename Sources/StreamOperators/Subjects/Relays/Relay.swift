public import StreamCore

/// A publisher into which outside code injects values, and which ends only when it is released.
///
///     upstream      -1-2-|
///     relay         -1-2----!
///
/// A relay takes no completion, neither from a caller nor from an upstream. Its subscriptions do not retain it: when
/// the last reference to it is released, its subscribers receive the finish.
///
/// Where another package has a protocol of the same name, a scoped import chooses:
/// `import protocol StreamSubjects.Relay`.
public protocol Relay<Output>: AnyObject, Publisher where Failure == Never {
  /// Sends a value to the subscribers.
  ///
  /// - Parameter value: The value.
  func accept(_ value: Output)
}

extension Publisher where Failure == Never {
  /// Sends this publisher's elements to a relay, and not its finish.
  ///
  ///     upstream      -1-2-|
  ///     other         -------3-4
  ///     subscribe(relay).store(in: cancellables)
  ///     relay         -1-2---3-4
  ///
  /// - **Demand**: the relay requests unlimited demand: a ``PassthroughRelay`` once one of its subscribers has
  ///   requested a value, all others immediately, including a client's own.
  /// - **Completion**: ends the connection, and not the relay.
  /// - **Failure**: upstream cannot fail.
  /// - **Threads**: sends to the relay where upstream delivers.
  ///
  /// - Parameter relay: The relay to feed. The connection retains it.
  /// - Returns: A cancellable that cancels the connection when it is cancelled or released.
  @_disfavoredOverload
  @inlinable
  public func subscribe<R: Relay>(_ relay: R) -> AnyCancellable where R.Output == Output {
    let subscriber = SubjectSubscriber(RelayInput(relay))
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}

/// A relay that keeps the demand of its subscribers for its upstreams.
protocol FedRelay: Relay {
  func attach(_ upstream: any Subscription)
}

/// What a connection sends to: a subject that passes values on to a relay, and no completion.
@usableFromInline
final class RelayInput<Target: Relay>: ForwardingSubject {
  @usableFromInline typealias Output = Target.Output
  @usableFromInline typealias Failure = Never

  @usableFromInline let relay: Target

  @inlinable
  init(_ relay: Target) {
    self.relay = relay
  }

  @inlinable
  func send(_ value: Output) {
    relay.accept(value)
  }

  @usableFromInline
  func send(completion: Subscribers.Completion<Never>) {}

  @usableFromInline
  func send(subscription: any Subscription) {
    guard let relay = relay as? any FedRelay else { return subscription.request(.unlimited) }
    relay.attach(subscription)
  }

  @inlinable
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    relay.subscribe(subscriber)
  }
}
