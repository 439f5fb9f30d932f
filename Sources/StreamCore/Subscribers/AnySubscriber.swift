/// A subscriber that erases the type of another, or that consists of closures.
@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline package let hidden: ErasedSubscriber<Input, Failure>

  /// Erases the type of `subscriber`.
  ///
  /// - Parameter subscriber: The subscriber to wrap. An `AnySubscriber` is not wrapped again.
  @inlinable
  @inline(never)  // Keeps its copies off the stack while a long chain of erased publishers attaches recursively.
  public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    if let erased = subscriber as? AnySubscriber<Input, Failure> {
      self = erased
    } else {
      hidden = ErasedSubscriber(subscriber)
    }
  }

  /// Creates a subscriber that forwards to a subject.
  ///
  /// - Parameter subject: The subject to feed.
  @inlinable
  public init<S: Subject>(_ subject: S) where S.Output == Input, S.Failure == Failure {
    self.init(SubjectSubscriber(subject))
  }

  /// Creates a subscriber from closures. Without the first it never requests a value.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called once, with the subscription that requests values.
  ///   - receiveValue: Called with each value; returns the additional demand.
  ///   - receiveCompletion: Called when the publisher ends.
  @inlinable
  @preconcurrency
  public init(
    receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
    receiveValue: (@Sendable (Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    self.init(
      ClosureSubscriber(
        receiveSubscription: receiveSubscription, receiveValue: receiveValue, receiveCompletion: receiveCompletion))
  }

  /// The identity of the wrapped subscriber.
  public var combineIdentifier: CombineIdentifier { hidden.subscriber.combineIdentifier }

  /// Passes the subscription to the wrapped subscriber.
  @inlinable
  public func receive(subscription: any Subscription) {
    hidden.receiveSubscription(subscription)
  }

  /// Passes a value to the wrapped subscriber, and returns its demand.
  @inlinable @inline(__always)
  public func receive(_ value: Input) -> Subscribers.Demand {
    hidden.receiveValue(value)
  }

  /// Passes the completion to the wrapped subscriber.
  @inlinable
  public func receive(completion: Subscribers.Completion<Failure>) {
    hidden.receiveCompletion(completion)
  }
}

extension AnySubscriber: StageSubscriber {
  @usableFromInline package var needsGuard: Bool { hidden.subscriber.isGuardedStage }

  @usableFromInline package var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: hidden.subscriber) }

  /// The description of the wrapped subscriber.
  public var description: String { "\(hidden.subscriber)" }

  /// The mirror of the wrapped subscriber.
  public var customMirror: Mirror { Mirror(reflecting: hidden.subscriber) }

  /// The description of the wrapped subscriber.
  public var playgroundDescription: Any { description }
}

@usableFromInline
final class ClosureSubscriber<Input, Failure: Error>: Subscriber, SubscriptionDescription {
  @usableFromInline let receiveSubscription: (@Sendable (any Subscription) -> Void)?
  @usableFromInline let receiveValue: (@Sendable (Input) -> Subscribers.Demand)?
  @usableFromInline let receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?

  @usableFromInline var description: String { "Anonymous AnySubscriber" }

  @inlinable
  init(
    receiveSubscription: (@Sendable (any Subscription) -> Void)?,
    receiveValue: (@Sendable (Input) -> Subscribers.Demand)?,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
  ) {
    self.receiveSubscription = receiveSubscription
    self.receiveValue = receiveValue
    self.receiveCompletion = receiveCompletion
  }

  @inlinable
  func receive(subscription: any Subscription) {
    receiveSubscription?(subscription)
  }

  @inlinable @inline(__always)
  func receive(_ value: Input) -> Subscribers.Demand {
    receiveValue?(value) ?? .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    receiveCompletion?(completion)
  }
}
