import StreamCore
import StreamDebugging
import StreamTesting

extension Family {
  static let debugging = Family(
    "StreamDebugging",
    unplayed: [
      Unplayed(
        "print(_:to:)", because: "what it does is to print, beside the stream, as the program shows",
        example: """
          let cancellable = [1, 2].publisher
            .print("numbers")
            .sink { _ in }
          """,
        prints: """
          numbers: receive subscription: ([1, 2])
          numbers: request unlimited
          numbers: receive value: (1)
          numbers: receive value: (2)
          numbers: receive finished
          """,
        use: "Use it to see demand, elements and the end while you look for a fault.",
        pitfall: """
          It shows what passes this place in the pipeline. To see why nothing arrives, put it above and below the \
          suspected operator, with different prefixes.
          """),
      Unplayed(
        "breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)",
        because: "what it does is to stop the program, and with that the run",
        example: """
          let cancellable = [200, 200, 204].publisher
            .breakpoint(receiveOutput: { $0 >= 400 })
            .sink { print($0) }
          """, prints: "200\n200\n204",
        pitfall: """
          Without a debugger the signal `SIGTRAP` ends the program. Take it out before you release.
          """),
      Unplayed(
        "breakpointOnError()",
        because: "what it does is to stop the program, and with that the run",
        example: """
          let cancellable = ["1", "2"].publisher
            .tryMap { text in try JSONDecoder().decode(Int.self, from: Data(text.utf8)) }
            .breakpointOnError()
            .sink { print($0) } receiveValue: { print($0) }
          """, prints: "1\n2\nfinished",
        pitfall: """
          It stops at failures that pass it: one that is caught above it, by `catch` or `retry`, does not arrive \
          here. Without a debugger the signal `SIGTRAP` ends the program.
          """),
    ]
  ) {
    Scenario(
      "handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)",
      ["upstream": "--1--2--3--|"], shows: ["log": "A-1--2--3--B", "downstream": "--1--2--3--|"],
      fixed: "these only write the log, which the picture is about",
      example: """
        let page = PassthroughSubject<String, Never>()
        let cancellable = page
          .handleEvents(
            receiveSubscription: { _ in print("show spinner") }, receiveCompletion: { _ in print("hide spinner") })
          .sink { print($0) }
        page.send("page")
        page.send(completion: .finished)
        """, prints: "show spinner\npage\nhide spinner",
      use: "Use it for side effects, such as a spinner, a log or a counter.",
      pitfall: """
        Each subscriber runs the closures for itself: with two of them each closure is called twice. Put it above \
        `share()` to call it once. For an end in any form, a cancel included, use `handleEnd(_:)`.
        """
    ) { on in
      let log = PassthroughSubject<String, Never>()
      on.record("log", log)
      let observed = on.upstream.handleEvents(
        receiveSubscription: { _ in log.send("subscription") }, receiveOutput: { log.send("\($0)") },
        receiveCompletion: { log.send("\($0)") })
      on.record("downstream", observed)
    }

    Scenario(
      "handleEnd(_:)", ["upstream": "--1--2--3--|"],
      shows: ["until its end": "--1--2--3--|", "cancelled": "--1--2-!", "log": "-------A---B"],
      fixed: "this one only writes the log, which the picture is about",
      example: """
        let file = PassthroughSubject<String, Never>()
        let cancellable = file
          .handleEnd { print($0 == nil ? "cancelled" : "finished", "- close the file") }
          .sink { print($0) }
        file.send("line 1")
        cancellable.cancel()
        """, prints: "line 1\ncancelled - close the file",
      pitfall: """
        The closure is called where the stream ends, on any thread, and belongs to no actor.
        """
    ) { on in
      let log = PassthroughSubject<String, Never>()
      let observed = on.upstream.handleEnd { log.send($0.map { "\($0)" } ?? "cancelled") }
      on.record("until its end", observed)
      on.record("cancelled", observed, cancelAt: 7)
      on.record("log", log)
    }
  }
}
