public import StreamCore
internal import StreamParts

/// The task-local value under which upstream has ended, on its way past the chain.
@usableFromInline
final class ContextOfEnd<Context: Sendable>: Sendable {
  private let context = Locked<Context?>(nil)

  @usableFromInline
  init() {}

  @usableFromInline
  func keep(_ context: Context) {
    let former = self.context.exchange(context)
    withExtendedLifetime(former) {}
  }

  @usableFromInline
  func take() -> Context? { context.exchange(nil) }
}

/// Adds the task-local value to each element.
@usableFromInline
struct ReadingInner<Input, Downstream: Subscriber, Context: Sendable>: ForwardingInner
where Downstream.Input == CarriedElement<Input, Context> {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let local: TaskLocal<Context>
  @usableFromInline let end: ContextOfEnd<Context>

  @inlinable
  init(downstream: Downstream, local: TaskLocal<Context>, end: ContextOfEnd<Context>) {
    (self.downstream, self.local, self.end) = (downstream, local, end)
  }

  @usableFromInline var description: String { "CarriedElements" }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(CarriedElement(input, context: local.get()))
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    end.keep(local.get())
    downstream.receive(completion: completion)
  }
}

/// Binds the task-local value of each element as it is delivered.
@usableFromInline
struct BindingInner<Downstream: Subscriber, Context: Sendable>: ForwardingInner {
  @usableFromInline typealias Input = CarriedElement<Downstream.Input, Context>
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let local: TaskLocal<Context>
  @usableFromInline let end: ContextOfEnd<Context>

  @inlinable
  init(downstream: Downstream, local: TaskLocal<Context>, end: ContextOfEnd<Context>) {
    (self.downstream, self.local, self.end) = (downstream, local, end)
  }

  @usableFromInline var description: String { "Carrying" }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    local.withValue(input.context) { downstream.receive(input.element) }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard let context = end.take() else { return downstream.receive(completion: completion) }
    local.withValue(context) { downstream.receive(completion: completion) }
  }
}
