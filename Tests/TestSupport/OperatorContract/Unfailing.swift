public import StreamCore

extension Publisher {
  /// This publisher for operators whose upstream cannot fail: a failure becomes a finish.
  public func unfailing() -> Unfailing<Self> {
    Unfailing(upstream: self)
  }
}

public struct Unfailing<Upstream: Publisher>: Publisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Never

  let upstream: Upstream

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    upstream.subscribe(Inner(downstream: subscriber))
  }

  private struct Inner<Downstream: Subscriber>: ForwardingInner
  where Downstream.Input == Output, Downstream.Failure == Never {
    typealias Failure = Upstream.Failure

    let downstream: Downstream

    var description: String { "Unfailing" }

    func receive(_ input: Output) -> Subscribers.Demand {
      downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      downstream.receive(completion: .finished)
    }
  }
}

extension Unfailing: Sendable where Upstream: Sendable {}
