public import StreamCore

extension Publisher {
  /// Calls closures as signals pass.
  ///
  ///     upstream      --1--2--3--|
  ///     handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)
  ///     log           A-1--2--3--B
  ///     downstream    --1--2--3--|
  ///     A = subscription, B = finished
  ///
  /// ```swift
  /// import Streams
  ///
  /// let page = PassthroughSubject<String, Never>()
  /// let cancellable = page
  ///   .handleEvents(
  ///     receiveSubscription: { _ in print("show spinner") }, receiveCompletion: { _ in print("hide spinner") })
  ///   .sink { print($0) }
  /// page.send("page")
  /// page.send(completion: .finished)
  /// ```
  ///
  /// Use it for side effects, such as a spinner, a log or a counter. Each subscriber runs the closures for itself: with
  /// two of them each closure is called twice. Put it above `share()` to call it once. For an end in any form, a cancel
  /// included, use `handleEnd(_:)`.
  ///
  /// If the subscriber requests elements inside `receive(subscription:)`, `receiveRequest` is called first, then
  /// `receiveSubscription`; elements follow.
  ///
  /// - **Demand**: passed upstream unchanged, after `receiveRequest`; so is the demand that `receive(_:)` returns.
  /// - **Completion**: passed on after `receiveCompletion`.
  /// - **Failure**: passed on after `receiveCompletion`.
  /// - **Threads**: each closure runs where its signal passes, never under a lock.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called with the upstream's subscription.
  ///   - receiveOutput: Called with each element.
  ///   - receiveCompletion: Called with the completion.
  ///   - receiveCancel: Called when downstream cancels.
  ///   - receiveRequest: Called with each demand.
  /// - Returns: A publisher of the same elements.
  @inlinable
  @preconcurrency
  public func handleEvents(
    receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
    receiveOutput: (@Sendable (Output) -> Void)? = nil,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (@Sendable () -> Void)? = nil,
    receiveRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    Publishers.HandleEvents(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
  }
}

extension Publishers {
  /// A publisher that calls closures as signals pass.
  @frozen
  public struct HandleEvents<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose signals are observed.
    public let upstream: Upstream

    /// Called with the upstream's subscription.
    public var receiveSubscription: (@Sendable (any Subscription) -> Void)?

    /// Called with each element.
    public var receiveOutput: (@Sendable (Upstream.Output) -> Void)?

    /// Called with the completion.
    public var receiveCompletion: (@Sendable (Subscribers.Completion<Upstream.Failure>) -> Void)?

    /// Called when downstream cancels.
    public var receiveCancel: (@Sendable () -> Void)?

    /// Called with each demand.
    public var receiveRequest: (@Sendable (Subscribers.Demand) -> Void)?

    @inlinable
    @preconcurrency
    public init(
      upstream: Upstream,
      receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
      receiveOutput: (@Sendable (Upstream.Output) -> Void)? = nil,
      receiveCompletion: (@Sendable (Subscribers.Completion<Upstream.Failure>) -> Void)? = nil,
      receiveCancel: (@Sendable () -> Void)? = nil,
      receiveRequest: (@Sendable (Subscribers.Demand) -> Void)?
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
      self.receiveCancel = receiveCancel
      self.receiveRequest = receiveRequest
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      var observer = Observer<Output, Failure>()
      observer.receiveSubscription = receiveSubscription
      observer.receiveOutput = receiveOutput
      observer.receiveCompletion = receiveCompletion
      observer.receiveCancel = receiveCancel
      observer.receiveRequest = receiveRequest
      observer.receiveReturnedDemand = receiveRequest
      upstream.subscribe(ObservingInner("HandleEvents", to: subscriber, observesLater: true, observer: observer))
    }
  }
}

extension Publishers.HandleEvents: Sendable where Upstream: Sendable {}
