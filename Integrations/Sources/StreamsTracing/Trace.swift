internal import IntegrationParts
public import StreamCore
public import Tracing

extension Publisher {
  /// Opens a span for each subscription, and makes it the current one wherever a signal of that subscription passes.
  ///
  ///     upstream      --1--2--#
  ///     trace("orders")
  ///     downstream    --1--2--#
  ///     span          [=======]   stream.values = 2, stream.end = failed, status error
  ///
  /// The span begins when a subscriber attaches, and ends with the completion or the cancel. Its parent is the task's
  /// service context at that moment. `ServiceContext.current` is the span's while
  /// - the upstream is subscribed to, asked for values or cancelled: what it starts there, and a `trace` further up,
  ///   are children;
  /// - downstream receives the subscription, a value or the completion: a span that a sink's closure opens, a log
  ///   message with a provider of metadata, and a task that is started there are inside this span.
  ///
  /// A task-local value does not cross an operator that delivers elsewhere, such as `receive(on:)`, `delay` or `buffer`
  /// on a later request. So write `trace` after such an operator, or once more: the nearest `trace` above is what
  /// downstream sees. Of two in one pipeline the upper is a child of the lower, which subscribes to it.
  ///
  /// At the end the span gets the attributes `stream.values`, the number of values, and `stream.end`: `finished`,
  /// `failed` or `cancelled`. A failure is recorded, and sets the status.
  ///
  /// The tracer is looked for at each subscription. If it is a `NoOpTracer`, as before a program has bootstrapped one,
  /// the subscriber is attached to upstream, and the operator does nothing for a value.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: ends the span after downstream has received it.
  /// - **Failure**: is recorded, and ends the span after downstream has received it.
  /// - **Threads**: binds the context, and changes the span, where the signals pass, never under a lock.
  ///
  /// - Parameters:
  ///   - operationName: The name of the span.
  ///   - kind: Its kind.
  ///   - valueEvents: Whether each value adds an event `value` to the span. Off by default: a span keeps its events in
  ///     memory.
  ///   - tracer: The tracer; `nil` for that of the process.
  ///   - file: The file that the span names; the caller's by default.
  ///   - function: The function that it names.
  ///   - line: The line that it names.
  /// - Returns: A publisher of the same elements.
  public func trace(
    _ operationName: String, kind: SpanKind = .internal, valueEvents: Bool = false, tracer: (any Tracer)? = nil,
    file: String = #fileID, function: String = #function, line: UInt = #line
  ) -> TracePublisher<Self> {
    TracePublisher(
      upstream: self, operationName: operationName, kind: kind, valueEvents: valueEvents, tracer: tracer,
      site: TraceSite(file: file, function: function, line: line))
  }
}

/// A publisher that opens a span for each subscription.
public struct TracePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose subscriptions are traced.
  public let upstream: Upstream

  /// The name of the span.
  public let operationName: String

  /// The kind of the span.
  public let kind: SpanKind

  /// Whether each value adds an event to the span.
  public let valueEvents: Bool

  let tracer: (any Tracer)?
  let site: TraceSite

  /// Attaches `subscriber`, to upstream itself if there is no tracer.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    // Inlinable, so that upstream knows the subscriber's type when it is compiled.
    if let tracer = activeTracer { attach(subscriber, tracer) } else { upstream.subscribe(subscriber) }
  }

  /// `nil` if there is none.
  @usableFromInline var activeTracer: (any Tracer)? {
    let tracer = tracer ?? InstrumentationSystem.tracer
    return tracer is NoOpTracer ? nil : tracer
  }

  @usableFromInline
  func attach<S: Subscriber>(_ subscriber: S, _ tracer: any Tracer) where S.Input == Output, S.Failure == Failure {
    let span = tracer.startSpan(
      operationName, ofKind: kind, function: site.function, file: site.file, line: site.line)
    let watch = TraceWatch<Output, Failure>(span: span, valueEvents: valueEvents)
    ServiceContext.withValue(span.context) {
      WatchedPublisher(upstream: upstream, watch: watch).subscribe(subscriber)
    }
  }
}

extension TracePublisher: Sendable where Upstream: Sendable {}

/// Where a span says that it comes from.
struct TraceSite: Sendable {
  let file: String
  let function: String
  let line: UInt
}
