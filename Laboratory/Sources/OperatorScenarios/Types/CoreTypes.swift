import StreamCore
import StreamSubscribing
import StreamTesting

extension TypeTable {
  static let core = TypeTable("StreamCore", ofOneSource + sharedSources)

  private static let ofOneSource = [
    TypeScenario("Just", shows: ["Just(1)": "--(1|)"]) { on in
      on.record("Just(1)", Just(1), demand: "--1")
    },
    TypeScenario("Empty", shows: ["Empty()": "|", "Empty(completeImmediately: false)": "-------!"]) { on in
      on.record("Empty()", Empty<Int, Never>())
      on.record("Empty(completeImmediately: false)", Empty<Int, Never>(completeImmediately: false), cancelAt: 7)
    },
    TypeScenario("Fail", shows: ["Fail(error: e)": "#"]) { on in
      on.record("Fail(error: e)", Fail<Int, MarbleFailure>(error: MarbleFailure()))
    },
    TypeScenario("Deferred", shows: ["Deferred { [1, 2].publisher }": "--(12|)"]) { on in
      on.record("Deferred { [1, 2].publisher }", Deferred { [1, 2].publisher }, demand: "--2")
    },
    TypeScenario("Record", shows: ["Record(output: [1, 2], completion: .finished)": "--(12|)"]) { on in
      let record = Record<Int, Never>(output: [1, 2], completion: .finished)
      on.record("Record(output: [1, 2], completion: .finished)", record, demand: "--2")
    },
    TypeScenario("Publishers.Sequence", shows: ["[1, 2, 3].publisher": "--1-(23|)"]) { on in
      on.record("[1, 2, 3].publisher", [1, 2, 3].publisher, demand: "--1-2")
    },
    TypeScenario("Optional.Publisher", shows: ["Optional(1).publisher": "--(1|)", "Int?.none.publisher": "|"]) { on in
      on.record("Optional(1).publisher", Optional(1).publisher, demand: "--1")
      on.record("Int?.none.publisher", Int?.none.publisher, demand: "--1")
    },
    TypeScenario(
      "Result.Publisher", shows: ["Result.success(1).publisher": "--(1|)", "Result.failure(e).publisher": "#"]
    ) { on in
      let failure = Result<Int, MarbleFailure>.failure(MarbleFailure())
      on.record("Result.success(1).publisher", Result<Int, MarbleFailure>.success(1).publisher, demand: "--1")
      on.record("Result.failure(e).publisher", failure.publisher, demand: "--1")
    },
  ]

  private static let sharedSources = [
    TypeScenario(
      "Future", ["promise": "-----1"], shows: ["subscriber 1": "-----(1|)", "subscriber 2": "(^1|)"]
    ) { on in
      let future = Future<Int, MarbleFailure> { promise in
        on.promise.sink(receiveCompletion: { _ in }, receiveValue: { promise(.success($0)) }).store(in: on.cancellables)
      }
      on.record("subscriber 1", future)
      on.record("subscriber 2", future, at: 8)
    },
    TypeScenario(
      "CurrentValueSubject", ["send": "---2--3--|"],
      shows: ["subscriber 1": "1--2--3--|", "subscriber 2": "(^2)-3--|"]
    ) { on in
      let subject = CurrentValueSubject<Int, MarbleFailure>(1)
      on.record("subscriber 1", subject)
      on.record("subscriber 2", subject, at: 4)
      on.send.subscribe(subject).store(in: on.cancellables)
    },
    TypeScenario(
      "PassthroughSubject", ["send": "--1--2--3--|"],
      shows: ["subscriber 1": "--1--2--3--|", "subscriber 2": "^-2--3--|"]
    ) { on in
      let subject = PassthroughSubject<Int, MarbleFailure>()
      on.record("subscriber 1", subject)
      on.record("subscriber 2", subject, at: 3)
      on.send.subscribe(subject).store(in: on.cancellables)
    },
  ]
}
