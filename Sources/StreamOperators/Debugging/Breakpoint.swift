public import StreamCore

extension Publisher {
  /// Stops in the debugger at each signal for which a closure returns `true`.
  ///
  ///     upstream      --1--2--3--|
  ///     breakpoint(receiveOutput: { $0 == 2 })
  ///     downstream    --1--              SIGTRAP
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged, unless `receiveCompletion` returns `true`.
  /// - **Failure**: passed on unchanged, unless `receiveCompletion` returns `true`.
  /// - **Threads**: each closure runs where its signal passes; the signal `SIGTRAP` is raised there.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Returns `true` to stop at the subscription.
  ///   - receiveOutput: Returns `true` to stop at an element.
  ///   - receiveCompletion: Returns `true` to stop at the completion.
  /// - Returns: A publisher of the same elements.
  @inlinable
  @preconcurrency
  public func breakpoint(
    receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
    receiveOutput: (@Sendable (Output) -> Bool)? = nil,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    Publishers.Breakpoint(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }

  /// Stops in the debugger when the publisher fails.
  ///
  ///     upstream      --1--#
  ///     breakpointOnError()
  ///     downstream    --1--              SIGTRAP
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: raises the signal `SIGTRAP`, and is passed on if the program survives that.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the same elements.
  @inlinable
  public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: { completion in
      switch completion {
      case .finished: false
      case .failure: true
      }
    })
  }
}

extension Publishers {
  /// A publisher that stops in the debugger at each signal for which a closure returns `true`.
  @frozen
  public struct Breakpoint<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose signals are tested.
    public let upstream: Upstream

    /// Returns `true` to stop at the subscription.
    public let receiveSubscription: (@Sendable (any Subscription) -> Bool)?

    /// Returns `true` to stop at an element.
    public let receiveOutput: (@Sendable (Upstream.Output) -> Bool)?

    /// Returns `true` to stop at the completion.
    public let receiveCompletion: (@Sendable (Subscribers.Completion<Upstream.Failure>) -> Bool)?

    @inlinable
    @preconcurrency
    public init(
      upstream: Upstream,
      receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
      receiveOutput: (@Sendable (Upstream.Output) -> Bool)? = nil,
      receiveCompletion: (@Sendable (Subscribers.Completion<Upstream.Failure>) -> Bool)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        BreakpointInner(
          downstream: subscriber, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
          receiveCompletion: receiveCompletion))
    }
  }
}

extension Publishers.Breakpoint: Sendable where Upstream: Sendable {}

/// Stateless, so without a subscription object: upstream's subscription is handed downstream.
@usableFromInline
struct BreakpointInner<Downstream: Subscriber>: ForwardingInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let receiveSubscription: ((any Subscription) -> Bool)?
  @usableFromInline let receiveOutput: ((Downstream.Input) -> Bool)?
  @usableFromInline let receiveCompletion: ((Subscribers.Completion<Downstream.Failure>) -> Bool)?

  @usableFromInline var description: String { "Breakpoint" }

  /// The subscription is looked at.
  @inlinable var _sink: AnyObject? { nil }

  @inlinable
  init(
    downstream: Downstream,
    receiveSubscription: ((any Subscription) -> Bool)?,
    receiveOutput: ((Downstream.Input) -> Bool)?,
    receiveCompletion: ((Subscribers.Completion<Downstream.Failure>) -> Bool)?
  ) {
    self.downstream = downstream
    self.receiveSubscription = receiveSubscription
    self.receiveOutput = receiveOutput
    self.receiveCompletion = receiveCompletion
  }

  @inlinable
  func receive(subscription: any Subscription) {
    if let receiveSubscription, receiveSubscription(subscription) { stopInDebugger() }
    downstream.receive(subscription: subscription)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if let receiveOutput, receiveOutput(input) { stopInDebugger() }
    return downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if let receiveCompletion, receiveCompletion(completion) { stopInDebugger() }
    downstream.receive(completion: completion)
  }
}
