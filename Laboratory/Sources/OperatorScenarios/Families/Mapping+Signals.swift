import StreamCore
import StreamDiagnostics
import StreamErrorHandling
import StreamMapping
import StreamTesting

extension Family {
  @ScenarioList static var mappingSignals: [Scenario] {
    Scenario(
      "materialize(includingSubscription:)", ["upstream": "--1--2--#"], gives: "--A--B--(C|)",
      example: """
        let cancellable = ["a", "b"].publisher
          .materialize()
          .sink { print($0) }
        """, prints: "input(a)\ninput(b)\nfinished",
      pitfall: "A failure is an element from here on: `catch` and `retry` behind it see none. Put them before."
    ) { on in on.upstream.materialize() }

    Scenario(
      "dematerialize()", ["upstream": "--A--B--C--D--|"], gives: "--1--2--|", matching: "Dematerialize<Self>",
      example: """
        struct Offline: Error, CustomStringConvertible { let description = "offline" }
        let recorded: [StreamSignal<String, Offline>] = [
          .input("hello"), .completion(.failure(Offline())), .input("never sent"),
        ]
        let cancellable = recorded.publisher
          .dematerialize()
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """, prints: "hello\nfailure(offline)",
      pitfall: """
        What follows the first completion is lost: upstream is cancelled there. Dematerialize inside a `flatMap` if one stream \
        carries the signals of several.
        """
    ) { on in
      on("upstream", ["A": Numbers.input(1), "B": .input(2), "C": .completion(.finished), "D": .input(3)])
        .ignoreFailure()
        .dematerialize()
    }

    Scenario(
      "dematerialize()", ["upstream": "--A--B--#"], gives: "--1--2--#", matching: "DematerializeFailing",
      example: """
        struct Offline: Error, CustomStringConvertible { let description = "offline" }
        let connection = PassthroughSubject<StreamSignal<String, Offline>, Offline>()
        let cancellable = connection
          .dematerialize()
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        connection.send(.input("hello"))
        connection.send(completion: .failure(Offline()))
        """, prints: "hello\nfailure(offline)",
      pitfall: """
        The end comes from two places: from a signal, and from upstream itself. What upstream delivers after a signal \
        of the end is lost.
        """
    ) { on in
      on("upstream", ["A": Numbers.input(1), "B": .input(2), "C": .completion(.finished), "D": .input(3)])
        .dematerialize()
    }

    Scenario(
      "mapToResult()", ["upstream": "--1--2--#"], gives: "--A--B--(C|)",
      example: """
        struct Offline: Error, CustomStringConvertible { let description = "offline" }
        let cancellable = Fail<Int, Offline>(error: Offline())
          .prepend(1, 2)
          .mapToResult()
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """, prints: "success(1)\nsuccess(2)\nfailure(offline)\nfinished",
      pitfall: """
        The stream finishes after the failure. To go on with other elements, apply it inside the `flatMap` that \
        makes the publisher which may fail.
        """
    ) { on in on.upstream.mapToResult() }

    Scenario(
      "dematerializeResults()", ["upstream": "--A--B--C--A--|"], gives: "--1--2--#",
      example: """
        struct Offline: Error, CustomStringConvertible { let description = "offline" }
        let results: [Result<Int, Offline>] = [.success(1), .failure(Offline()), .success(3)]
        let cancellable = results.publisher
          .dematerializeResults()
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """, prints: "1\nfailure(offline)",
      pitfall: """
        The first failure ends the stream, and later successes are lost. To leave failures out write `compactMap { \
        try? $0.get() }`.
        """
    ) { on in
      on("upstream", ["A": Result<Int, MarbleFailure>.success(1), "B": .success(2), "C": .failure(MarbleFailure())])
        .ignoreFailure()
        .dematerializeResults()
    }

    Scenario(
      "inputs()", ["upstream": "--1--2--#"], gives: "--1--2--|",
      example: """
        struct Offline: Error, CustomStringConvertible { let description = "offline" }
        let cancellable = Fail<Int, Offline>(error: Offline())
          .prepend(1, 2)
          .materialize()
          .inputs()
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """, prints: "1\n2\nfinished",
      pitfall: """
        A failure vanishes here: the stream finishes. Subscribe to `failures()` as well, where it must be seen.
        """
    ) { on in on.upstream.materialize().inputs() }

    Scenario(
      "values()", ["upstream": "--1--2--#"], gives: "--1--2--|",
      example: """
        let cancellable = [1, 2].publisher
          .materialize()
          .values()
          .sink { print($0) }
        """, prints: "1\n2"
    ) { on in on.upstream.materialize().values() }

    Scenario(
      "failures()", ["upstream": "--1--2--#"], gives: "--------(A|)",
      example: """
        struct Offline: Error, CustomStringConvertible { let description = "offline" }
        let cancellable = Fail<Int, Offline>(error: Offline())
          .prepend(1, 2)
          .materialize()
          .failures()
          .sink { print("alert:", $0) }
        """, prints: "alert: offline",
      pitfall: """
        With `inputs()` on a second pipeline, each makes a subscription of its own to upstream. Put `share()` after \
        `materialize()`.
        """
    ) { on in on.upstream.materialize().failures() }
  }
}

/// A stream of signals.
private typealias Numbers = StreamSignal<Int, MarbleFailure>
