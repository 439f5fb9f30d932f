import InMemoryTracing
import StreamCore
import StreamsTracing
import Testing
import Tracing

@Suite("The page of StreamsTracing")
struct TraceExampleTests {
  @Test("The spans of its example's closure are children of the stream's")
  func example() {
    let tracer = InMemoryTracer()
    let subscription = [3, 5].publisher
      .trace("orders", tracer: tracer)
      .sink { order in
        tracer.withSpan("ship") { span in span.attributes["order"] = order }
      }
    withExtendedLifetime(subscription) {}
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["ship", "ship", "orders"])
    #expect(spans.prefix(2).map(\.parentSpanID) == [spans.last?.spanID, spans.last?.spanID])
  }
}
