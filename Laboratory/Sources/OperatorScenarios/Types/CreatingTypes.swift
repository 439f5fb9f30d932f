import StreamConcurrency
import StreamCore
import StreamCreating
import StreamSubscribing
import StreamTesting

extension TypeTable {
  static let creating = TypeTable("StreamCreating", deferred + deferredThrowing + emitting)

  static let concurrency = TypeTable(
    "StreamConcurrency",
    [
      TypeScenario("DeferredTask", shows: ["DeferredTask { try await load() }": "-----(1|)"], startsTasks: true) { on in
        let task = DeferredTask<Int, MarbleFailure> { () async throws(MarbleFailure) in
          await on.wait(3)
          return 1
        }
        on.record("DeferredTask { try await load() }", task, demand: "--1")
      }
    ])

  private static let deferred = [
    TypeScenario(
      "DeferredComplete", shows: ["DeferredComplete()": "-----|", "DeferredComplete(error: e)": "-----#"]
    ) { on in
      on.record("DeferredComplete()", DeferredComplete<Int, MarbleFailure>(), demand: "-----1")
      on.record(
        "DeferredComplete(error: e)", DeferredComplete<Int, MarbleFailure>(error: MarbleFailure()), demand: "-----1")
    },
    TypeScenario("DeferredFuture", ["promise": "---7"], shows: ["subscriber": "--------(7|)"]) { on in
      let future = DeferredFuture<Int, MarbleFailure> { promise in
        on.promise.sink(receiveCompletion: { _ in }, receiveValue: { promise(.success($0)) }).store(in: on.cancellables)
      }
      on.record("subscriber", future, demand: "-----1")
    },
    TypeScenario(
      "DeferredResult",
      shows: ["DeferredResult { .success(7) }": "-----(7|)", "DeferredResult { .failure(e) }": "-----#"]
    ) { on in
      let failing = DeferredResult<Int, MarbleFailure> { .failure(MarbleFailure()) }
      on.record(
        "DeferredResult { .success(7) }", DeferredResult<Int, MarbleFailure> { .success(7) }, demand: "-----1")
      on.record("DeferredResult { .failure(e) }", failing, demand: "-----1")
    },
    TypeScenario("DeferredValue", shows: ["DeferredValue { 7 }": "-----(7|)"]) { on in
      on.record("DeferredValue { 7 }", DeferredValue { 7 }, demand: "-----1")
    },
  ]

  private static let deferredThrowing = [
    TypeScenario(
      "DeferredTryComplete",
      shows: ["DeferredTryComplete {}": "-----|", "DeferredTryComplete { throw e }": "-----#"]
    ) { on in
      on.record("DeferredTryComplete {}", DeferredTryComplete<Int> {}, demand: "-----1")
      on.record(
        "DeferredTryComplete { throw e }", DeferredTryComplete<Int> { throw MarbleFailure() }, demand: "-----1")
    },
    TypeScenario(
      "DeferredTryValue", shows: ["DeferredTryValue { 7 }": "-----(7|)", "DeferredTryValue { throw e }": "-----#"]
    ) { on in
      on.record("DeferredTryValue { 7 }", DeferredTryValue { 7 }, demand: "-----1")
      on.record("DeferredTryValue { throw e }", DeferredTryValue<Int> { throw MarbleFailure() }, demand: "-----1")
    },
  ]

  private static let emitting = [
    TypeScenario("DeferredPassthrough", shows: ["subscriber": "-----(12|)"]) { on in
      let values = DeferredPassthrough<Int, MarbleFailure> { subject in
        subject.send(1)
        subject.send(2)
        subject.send(completion: .finished)
      }
      on.record("subscriber", values, demand: "-----2")
    },
    TypeScenario("CreatePublisher", ["sensor": "-1-2-|"], shows: ["downstream": "-1-2-|"]) { on in
      let readings = CreatePublisher<Int, MarbleFailure> { emitter in
        on.sensor.sink(receiveCompletion: { emitter.send(completion: $0) }, receiveValue: { emitter.send($0) })
      }
      on.record("downstream", readings)
    },
  ]
}
