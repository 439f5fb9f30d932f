public import StreamConcurrency
public import StreamCore
public import Tracing

extension Publisher {
  /// Takes the service context with each element through operators that deliver on other threads or in other tasks.
  ///
  ///     upstream      -1-2-3-----|
  ///     carryingContext { $0.delay(for: 2, scheduler: clock) }
  ///     downstream    ---1-2-3-----|
  ///
  /// Behind `receive(on:)`, `delay` or a queue, `ServiceContext.current` is no longer that of the code that sent the
  /// element, so spans and log messages have lost their request. This is `carrying(ServiceContext.$current)`: it reads
  /// the context where upstream delivers, and binds it again around the delivery to downstream. It costs memory for
  /// each element between the two ends, so name the places where the context would be lost.
  ///
  /// - **Demand**: that of the publisher which the closure returns.
  /// - **Completion**: that of the publisher which the closure returns, with the context of upstream's end.
  /// - **Failure**: as the completion.
  /// - **Threads**: delivers where that publisher does.
  ///
  /// - Parameter chain: Applies operators to the elements with their context.
  /// - Returns: A publisher of the elements of the chain, delivered with their context.
  @preconcurrency
  public func carryingContext<Element, Chain: Publisher>(
    through chain: @escaping @Sendable (Publishers.CarriedElements<Self, ServiceContext?>) -> Chain
  ) -> Publishers.Carrying<Self, ServiceContext?, Element, Chain>
  where Chain.Output == CarriedElement<Element, ServiceContext?> {
    carrying(ServiceContext.$current, through: chain)
  }
}
