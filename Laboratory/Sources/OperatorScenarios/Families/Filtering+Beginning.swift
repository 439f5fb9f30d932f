import StreamCore
import StreamFiltering
import StreamTesting

extension Scenarios {
  @ScenarioList static var theBeginning: [Scenario] {
    Scenario(
      "prefix(_:)", ["upstream": "--1--2--3--4--|"], gives: "--1--(2|)",
      example: """
        let cancellable = (1...4).publisher
          .prefix(2)
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """, prints: "1\n2\nfinished",
      use: "Use it to take a number of elements, and to cancel upstream then.",
      pitfall: """
        If upstream delivers fewer elements, the stream ends only with upstream: a stream that may stay silent needs a \
        `timeout`.
        """
    ) { on in on.upstream.prefix(on.number("count", 2)) }

    Scenario(
      "output(in:)", ["upstream": "--1--2--3--4--5--|"], gives: "-----2--(3|)",
      example: """
        let cancellable = ["header", "first", "second", "footer"].publisher
          .output(in: 1...2)
          .sink { print($0) }
        """, prints: "first\nsecond",
      pitfall: """
        Positions count from zero. A range without an upper bound, such as `1...`, goes on until upstream ends.
        """
    ) { on in on.upstream.output(in: on.number("from", 1, in: 0...2)..<on.number("to", 3, in: 2...5)) }

    Scenario(
      "prefix(while:)", ["upstream": "--1--2--7--3--|"], gives: "--1--2--|",
      example: """
        let cancellable = ["title", "author", "", "body"].publisher
          .prefix { !$0.isEmpty }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """, prints: "title\nauthor\nfinished",
      pitfall: """
        The first element that fails the test ends the stream, and is not delivered. To leave out single elements \
        use `filter`; to deliver the one that ends it, `prefix(while:behavior:)`.
        """
    ) { on in
      on.upstream.prefix(
        while: on.choice("predicate", as: Transform<Int, Bool>.self, { $0 < 5 }, { $0 < 2 }, { $0 != 3 }))
    }

    Scenario(
      "tryPrefix(while:)", ["upstream": "--1--2--0--3--|"], gives: "--1--2--#",
      example: """
        struct Overheated: Error {}
        let cancellable = [60, 75, 120, 70].publisher
          .tryPrefix {
            guard $0 < 100 else { throw Overheated() }
            return $0 < 80
          }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "60\n75\nOverheated()",
      pitfall: "An error thrown is a failure, not an end of the prefix: return `false` to finish."
    ) { on in
      on.upstream.tryPrefix(
        while: on.choice(
          "predicate", as: Attempt<Int, Bool>.self,
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return $0 < 5
          },
          {
            guard $0 < 3 else { throw MarbleFailure() }
            return true
          },
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return $0 < 2
          }))
    }

    Scenario(
      "prefix(while:behavior:)", ["upstream": "--1--2--7--3--|"], gives: "--1--2--(7|)",
      example: """
        let cancellable = ["queued", "running", "done", "archived"].publisher
          .prefix(while: { $0 != "done" }, behavior: .inclusive)
          .sink { print($0) }
        """, prints: "queued\nrunning\ndone",
      pitfall: """
        The behaviour is for the one element that fails the test. The stream ends there either way; to leave out \
        single elements use `filter`.
        """
    ) { on in
      on.upstream.prefix(
        while: on.choice("predicate", as: Transform<Int, Bool>.self, { $0 < 5 }, { $0 < 2 }, { $0 != 3 }),
        behavior: .inclusive)
    }

    Scenario(
      "prefix(untilOutputFrom:)", ["upstream": "--1--2--3--4--|", "trigger": "-------x--"], gives: "--1--2-|",
      example: """
        let positions = PassthroughSubject<Int, Never>()
        let mouseUp = PassthroughSubject<Void, Never>()
        let cancellable = positions
          .prefix(untilOutputFrom: mouseUp)
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        positions.send(10)
        mouseUp.send()
        positions.send(11)
        """, prints: "10\nfinished",
      use: """
        Use it to end a stream at an event: positions until the mouse is released, values until a view disappears.
        """,
      pitfall: """
        Only an element of the other publisher ends the stream; its completion has no effect. It is \
        subscribed to first: if it replays an element, as `CurrentValueSubject` does, the stream finishes at once.
        """
    ) { on in on.upstream.prefix(untilOutputFrom: on.text.trigger) }

    Scenario(
      "prefix(untilReplacement:fileID:line:)", ["upstream": "-1-2-3-4-|", "replacement": "----a--b|"],
      gives: "-1-2a--b|",
      example: """
        let cached = PassthroughSubject<String, Never>()
        let loaded = PassthroughSubject<String, Never>()
        let cancellable = cached
          .prefix(untilReplacement: loaded)
          .sink { print($0) }
        cached.send("old page")
        loaded.send("new page")
        cached.send("older page")
        """, prints: "old page\nnew page",
      pitfall: """
        If the replacement never delivers, the stream ends only when both have finished.
        """
    ) { on in on.text.upstream.prefix(untilReplacement: on.text.replacement) }

    Scenario(
      "prefix(during:)", ["upstream": "-1--2--3--4--|"], gives: "-1--2-|", covers: ["make()"],
      fixed: "this one only ends the lifetime, at a tick that can be changed",
      example: """
        let (lifetime, token) = Lifetime.make()
        let names = PassthroughSubject<String, Never>()
        let cancellable = names
          .prefix(during: lifetime)
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        names.send("anna")
        token.end()
        names.send("ben")
        """, prints: "anna\nfinished",
      pitfall: """
        The token ends the lifetime also when it is released. Keep it in a property of the object whose lifetime it \
        is, not in a local variable.
        """
    ) { on in
      let (lifetime, token) = Lifetime.make()
      on.at(on.number("end", 6, in: 1...12)) { token.end() }
      return on.upstream.prefix(during: lifetime)
    }
  }
}
