public import StreamCore

/// A window: a part of a stream, itself a publisher, which a windowing operator delivers when it opens.
///
/// Its elements wait from then on for its one subscriber. They count towards the bound of the operator. A second
/// subscriber gets an immediate finish: `share()` the window for several. A window that is released without having been
/// subscribed to drops its elements.
public final class WindowPublisher<Output, Failure: Error>: Publisher, ReleasingPublisher, Sendable {
  @usableFromInline let port: InletPort<Output, Failure>

  @inlinable
  init(_ port: InletPort<Output, Failure>) {
    self.port = port
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    port.subscribe(subscriber)
  }
}
