public import StreamCore
public import StreamParts

extension Publisher {
  /// Takes a task-local value with each element through operators that deliver on other threads or in other tasks.
  ///
  ///     upstream      -1-2-3-----|
  ///     carrying(Request.$id) { $0.delay(for: 2, scheduler: scheduler) }
  ///     downstream    ---1-2-3-----|
  ///
  /// A task-local value is that of the code that runs: behind `receive(on:)`, `delay`, or a queue that is emptied by a
  /// request, it is no longer the one under which upstream sent the element. This operator reads it where upstream
  /// delivers, and binds it again around the delivery to downstream, so that logs and spans there belong to the request
  /// that the element came from.
  ///
  /// The closure gets a publisher of ``CarriedElement``s, each an element with its context. Operators that pass
  /// elements on as they are need no change; a closure in between transforms with ``CarriedElement/map(_:)``.
  ///
  /// The context costs memory for each element between the two ends, and a binding for each delivery. Other operators
  /// of the pipeline know nothing of it: name the places where it would be lost.
  ///
  /// - **Demand**: that of the publisher which the closure returns.
  /// - **Completion**: that of the publisher which the closure returns. The context of upstream's end is bound around
  ///   its delivery; an end that the chain makes itself, as `prefix` does, is delivered without a binding.
  /// - **Failure**: as the completion.
  /// - **Threads**: delivers where that publisher does; the closure runs where a subscriber attaches, once for each.
  ///
  /// - Parameters:
  ///   - local: The task-local value: `Request.$id` of a property `@TaskLocal static var id`.
  ///   - chain: Applies operators to the elements with their context.
  /// - Returns: A publisher of the elements of the chain, delivered with their context.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func carrying<Context: Sendable, Element, Chain: Publisher>(
    _ local: TaskLocal<Context>,
    through chain: @escaping @Sendable (Publishers.CarriedElements<Self, Context>) -> Chain
  ) -> Publishers.Carrying<Self, Context, Element, Chain> where Chain.Output == CarriedElement<Element, Context> {
    CarryingPublisher(upstream: self, local: local, chain: chain)
  }
}

/// An element, and the task-local value under which it was sent.
@frozen
public struct CarriedElement<Element, Context> {
  /// The element.
  public let element: Element

  /// The task-local value.
  public let context: Context

  /// Creates an element with a context.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - context: The task-local value.
  @inlinable
  public init(_ element: Element, context: Context) {
    self.element = element
    self.context = context
  }

  /// Transforms the element, and keeps the context. The closure does not run under the context.
  ///
  /// - Parameter transform: Transforms the element.
  /// - Returns: The result, with the same context.
  /// - Throws: What the closure throws.
  @inlinable
  public func map<Result, Problem: Error>(
    _ transform: (Element) throws(Problem) -> Result
  ) throws(Problem) -> CarriedElement<Result, Context> {
    CarriedElement<Result, Context>(try transform(element), context: context)
  }
}

extension CarriedElement: Sendable where Element: Sendable, Context: Sendable {}

/// A publisher that takes a task-local value with each element through a chain of operators.
@frozen
public struct CarryingPublisher<Upstream: Publisher, Context: Sendable, Element, Chain: Publisher>: Publisher,
  ReleasingPublisher
where Chain.Output == CarriedElement<Element, Context> {
  public typealias Output = Element
  public typealias Failure = Chain.Failure

  /// The publisher of the elements.
  public let upstream: Upstream

  /// The task-local value.
  public let local: TaskLocal<Context>

  /// Applies operators to the elements with their context.
  public let chain: @Sendable (CarriedElementsPublisher<Upstream, Context>) -> Chain

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, local: TaskLocal<Context>,
    chain: @escaping @Sendable (CarriedElementsPublisher<Upstream, Context>) -> Chain
  ) {
    (self.upstream, self.local, self.chain) = (upstream, local, chain)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let end = ContextOfEnd<Context>()
    chain(CarriedElementsPublisher(upstream: upstream, local: local, end: end))
      .subscribe(BindingInner(downstream: subscriber, local: local, end: end))
  }
}

extension CarryingPublisher: Sendable where Upstream: Sendable {}

/// A publisher of elements with the task-local value under which they were sent.
@frozen
public struct CarriedElementsPublisher<Upstream: Publisher, Context: Sendable>: Publisher, ReleasingPublisher {
  public typealias Output = CarriedElement<Upstream.Output, Context>
  public typealias Failure = Upstream.Failure

  /// The publisher of the elements.
  public let upstream: Upstream

  /// The task-local value.
  public let local: TaskLocal<Context>

  @usableFromInline let end: ContextOfEnd<Context>

  @inlinable
  init(upstream: Upstream, local: TaskLocal<Context>, end: ContextOfEnd<Context>) {
    (self.upstream, self.local, self.end) = (upstream, local, end)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(ReadingInner<Upstream.Output, S, Context>(downstream: subscriber, local: local, end: end))
  }
}

extension CarriedElementsPublisher: Sendable where Upstream: Sendable {}

extension PublisherNames {
  /// ``CarryingPublisher``, under a short name that a client's own type overrides.
  public typealias Carrying<Upstream: Publisher, Context: Sendable, Element, Chain: Publisher> = CarryingPublisher<
    Upstream, Context, Element, Chain
  > where Chain.Output == CarriedElement<Element, Context>

  /// ``CarriedElementsPublisher``, under a short name that a client's own type overrides.
  public typealias CarriedElements<Upstream: Publisher, Context: Sendable> = CarriedElementsPublisher<Upstream, Context>
}
