internal import IntegrationParts
internal import StreamCore
internal import Synchronization
internal import Tracing

/// Makes a span current as the signals of one subscription pass, and ends it.
final class TraceWatch<Input, Failure: Error>: SignalWatch {
  private let span: any Span
  private let valueEvents: Bool
  private let values = Atomic(0)

  init(span: any Span, valueEvents: Bool) {
    self.span = span
    self.valueEvents = valueEvents
  }

  /// A subscription that never arrived ends nothing but the span: its stage is released.
  deinit {
    if span.isRecording { end("abandoned") }
  }

  func subscription(_ pass: () -> Void) {
    ServiceContext.withValue(span.context, operation: pass)
  }

  func request(_ demand: Subscribers.Demand, _ pass: () -> Void) {
    ServiceContext.withValue(span.context, operation: pass)
  }

  func value(_ input: Input, _ pass: (Input) -> Subscribers.Demand) -> Subscribers.Demand {
    values.wrappingAdd(1, ordering: .relaxed)
    if valueEvents { span.addEvent("value") }
    return ServiceContext.withValue(span.context) { pass(input) }
  }

  func completion(_ completion: Subscribers.Completion<Failure>, _ pass: () -> Void) {
    ServiceContext.withValue(span.context, operation: pass)
    switch completion {
    case .finished: end("finished")
    case .failure(let error):
      span.recordError(error)
      span.setStatus(SpanStatus(code: .error))
      end("failed")
    }
  }

  func cancel(_ pass: () -> Void) {
    ServiceContext.withValue(span.context, operation: pass)
    end("cancelled")
  }

  private func end(_ how: String) {
    span.updateAttributes { attributes in
      attributes["stream.values"] = values.load(ordering: .relaxed)
      attributes["stream.end"] = how
    }
    span.end()
  }
}
