import InMemoryTracing
import StreamCore
import StreamMapping
import StreamTesting
import StreamTiming
import StreamsTracing
import Testing
import Tracing

@Suite("carryingContext")
struct CarryingContextTests {
  private static var currentSpan: String? { ServiceContext.current?.inMemorySpanContext?.spanID }

  @Test("Behind a delay, each element is delivered in the span in which it was sent, and the end in its own")
  func spans() {
    let tracer = InMemoryTracer()
    let clock = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let seen = RecordingSubscriber<String, Never>()
    subject
      .carryingContext { $0.delay(for: 2, scheduler: clock) }
      .map { "\($0) in \(Self.currentSpan ?? "none")" }
      .subscribe(seen)
    var sent: [String] = []
    for number in 1...2 {
      tracer.withSpan("request") { _ in
        subject.send(number)
        sent.append("\(number) in \(Self.currentSpan ?? "")")
      }
    }
    subject.send(3)
    subject.send(completion: .finished)
    clock.resume()
    #expect(seen.values == sent + ["3 in none"])
    #expect(seen.isFinished)
    #expect(Set(sent).count == 2)
  }
}
