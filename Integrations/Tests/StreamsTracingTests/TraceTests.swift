import InMemoryTracing
import IntegrationTestSupport
import StreamCore
import StreamTesting
import StreamsTracing
import Synchronization
import Testing
import Tracing

@Suite("trace", .generous)
struct TraceTests {
  private let tracer = InMemoryTracer()

  private static var currentSpan: String? { ServiceContext.current?.inMemorySpanContext?.spanID }

  @Test("Changes nothing, however the stream is run")
  func law() {
    verifyLaw("trace changes nothing", .identity) { [tracer] upstream, run in
      upstream.trace("law", valueEvents: run.pick(false, true), tracer: tracer)
    }
  }

  @Test("Opens a span for each subscription, and ends it with the completion")
  func spans() throws {
    let publisher = [1, 2].publisher.trace("numbers", kind: .consumer, tracer: tracer)
    #expect(tracer.activeSpans.isEmpty)
    _ = publisher.record()
    _ = publisher.record()
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["numbers", "numbers"])
    #expect(spans.map(\.kind) == [.consumer, .consumer])
    #expect(Set(spans.map(\.spanID)).count == 2)
    for span in spans {
      #expect(span.attributes.get("stream.values") == 2)
      #expect(span.attributes.get("stream.end") == "finished")
      #expect(span.events.isEmpty && span.errors.isEmpty)
    }
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test("Is current in downstream for each signal, and upstream for subscribing, requests and cancel")
  func isCurrent() throws {
    let seen = Mutex<[String: String?]>([:])
    let note: @Sendable (String) -> Void = { name in seen.withLock { $0[name] = Self.currentSpan } }
    let upstream = ScriptedPublisher<Int, TestError>()
    upstream.onRequest = { _ in note("request") }
    let observed = Deferred {
      note("subscribe"); return upstream
    }
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none) { _ in
      note("value"); return .none
    }
    recorder.onSubscription = { _ in note("subscription") }
    recorder.onCompletion = { _ in note("completion") }
    observed.trace("t", tracer: tracer).subscribe(recorder)
    recorder.request(.max(1))
    upstream.send(1)
    let span = try #require(tracer.activeSpans.first?.spanID)
    upstream.send(completion: .finished)
    #expect(
      seen.withLock { $0 } == [
        "subscribe": span, "subscription": span, "request": span, "value": span, "completion": span,
      ])
    #expect(Self.currentSpan == nil)
  }

  @Test("A span's parent is the current one at the subscription; of two traces the upper is the child")
  func parents() throws {
    let seen = Mutex<[String?]>([])
    let publisher = [1].publisher.trace("upper", tracer: tracer).trace("lower", tracer: tracer)
    let parent = tracer.withSpan("parent") { span in
      _ = publisher.record { _ in
        seen.withLock { $0.append(Self.currentSpan) }
        return .none
      }
      return span.spanID
    }
    let spans = Dictionary(uniqueKeysWithValues: tracer.finishedSpans.map { ($0.operationName, $0) })
    let (upper, lower) = (try #require(spans["upper"]), try #require(spans["lower"]))
    #expect(lower.parentSpanID == parent)
    #expect(upper.parentSpanID == lower.spanID)
    #expect(seen.withLock { $0 } == [lower.spanID])
  }

  @Test("Records a failure")
  func failure() throws {
    _ = Fail<Int, TestError>(error: TestError("torn")).trace("t", tracer: tracer).record()
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.attributes.get("stream.end") == "failed")
    #expect(span.errors.map { $0.error as? TestError } == [TestError("torn")])
    #expect(span.status?.code == .error)
  }

  @Test("A cancel ends the span once, and a released subscriber too")
  func cancel() throws {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.trace("t", tracer: tracer).record()
    upstream.send(1)
    recorder.cancel()
    recorder.cancel()
    let span = try #require(tracer.finishedSpans.first)
    #expect(tracer.finishedSpans.count == 1)
    #expect(span.attributes.get("stream.values") == 1)
    #expect(span.attributes.get("stream.end") == "cancelled")
    Silent().trace("silent", tracer: tracer).subscribe(RecordingSubscriber<Int, Never>())
    #expect(tracer.finishedSpans.last?.attributes.get("stream.end") == "abandoned")
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test("Adds an event for each value when asked to")
  func events() throws {
    _ = [1, 2, 3].publisher.trace("t", valueEvents: true, tracer: tracer).record()
    #expect(tracer.finishedSpans.first?.events.map(\.name) == ["value", "value", "value"])
  }

  @Test("Without a tracer the subscriber is attached to upstream itself")
  func offIsNothing() {
    let types = Mutex<[String]>([])
    let upstream = SubscriberTypes<Int, TestError> { type in types.withLock { $0.append(type) } }
    upstream.subscribe(RecordingSubscriber<Int, TestError>(demand: .unlimited))
    // The tests bootstrap no tracer.
    upstream.trace("off").subscribe(RecordingSubscriber<Int, TestError>(demand: .unlimited))
    upstream.trace("on", tracer: tracer).subscribe(RecordingSubscriber<Int, TestError>(demand: .unlimited))
    let seen = types.withLock { $0 }
    #expect(seen[1] == seen[0])
    #expect(seen[2] != seen[0])
  }

  @Test("Keeps the contract")
  func contract() {
    let tracer = tracer
    verifyContract { upstream in upstream.trace("c", tracer: tracer) }
  }
}

/// A publisher that forgets its subscriber without a word.
private struct Silent: Publisher {
  typealias Output = Int
  typealias Failure = Never

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {}
}
