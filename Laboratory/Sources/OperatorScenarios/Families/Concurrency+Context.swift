import StreamConcurrency
import StreamCore
import StreamFiltering
import StreamMapping
import StreamTesting
import StreamTiming

private enum Request {
  @TaskLocal static var id = 0
}

extension Family {
  @ScenarioList static var carriedContext: [Scenario] {
    Scenario(
      "carrying(_:through:)", ["upstream": "-1-2-3-----|"], gives: "---1-2-3-----|",
      fixed: "the chain only moves the elements to a later time",
      example: """
        enum Request {
          @TaskLocal static var id = "no request"
        }
        let queue = TestScheduler()
        let orders = PassthroughSubject<String, Never>()
        let cancellable = orders
          .carrying(Request.$id) { $0.receive(on: queue) }
          .sink { print("\\(Request.id) stores \\($0)") }
        Request.$id.withValue("request 7") { orders.send("tea") }
        Request.$id.withValue("request 8") { orders.send("cake") }
        queue.advance(by: 0)
        """, prints: "request 7 stores tea\nrequest 8 stores cake",
      pitfall: """
        The closures in the chain do not run under the context, only what is behind it: let it hop, and transform the \
        elements afterwards.
        """,
      listed: Listing(
        under: "Task-local values",
        answers: (
          "I want to choose the thread or the actor", "take a task-local value, such as a request's, across the change"
        ),
        beside: ["receive(on:options:)"], elsewhere: [("contextCapture", "Reactor"), ("asContextElement", "Kotlin")]),
      model: OperatorModel(asks: { _ in .asMany }) { _ in
        { signal, _ in [signal] }
      } applying: { inputs in
        inputs[0].carrying(Request.$id) { elements in
          elements.prefix { _ in inputs.pass(true) }.map { element in element.map { inputs.pass($0) } }
        }
      }
    ) { on in
      on.upstream.carrying(Request.$id) { $0.delay(for: 2, scheduler: on.scheduler) }
    }
  }
}
