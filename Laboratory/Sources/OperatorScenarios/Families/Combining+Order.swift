import StreamCombining
import StreamCore
import StreamErrorHandling
import StreamMapping
import StreamTesting

extension Family {
  @ScenarioList static var combiningInOrder: [Scenario] {
    appended
    prepended

    Scenario(
      "concatenate()", ["a": "-1-2|", "b": "--3-4|", "c": "-5|"], gives: "-1-2--3-4-5|",
      example: """
        let chapters = [["Dawn", "Noon"], ["Dusk"], ["Night"]].map { $0.publisher }
        let cancellable = chapters.concatenate().sink { print($0) }
        """, prints: "Dawn\nNoon\nDusk\nNight",
      pitfall: """
        A publisher that never finishes keeps all that follow from starting. Each is subscribed to only in its turn: \
        what a hot one sends before is lost.
        """
    ) { on in [on.a, on.b, on.c].concatenate() }

    Scenario(
      "joined(separator:)", ["a": "-1-2|", "separator": "-0|", "b": "--3-4|"], gives: "-1-2-0--3-4|",
      example: """
        let lines = [["a", "b"], ["c"], ["d"]].map { $0.publisher }
        let cancellable = lines.joined(separator: Just("–")).collect().sink { print($0.joined(separator: " ")) }
        """, prints: "a b – c – d",
      pitfall: """
        The separator is subscribed to anew between any two publishers: one that does work repeats it, and one that \
        never finishes keeps the rest from starting.
        """
    ) { on in [on.a, on.b].joined(separator: on.separator) }

    Scenario(
      "then(maxDemand:_:)", ["upstream": "-1--2--|", "next": "--8-9|"], gives: "---------8-9|",
      example: """
        let saved = [1, 2, 3].publisher
          .handleEvents(receiveOutput: { print("saving", $0) })
        let cancellable = saved.then { Just("all saved") }.sink { print($0) }
        """, prints: "saving 1\nsaving 2\nsaving 3\nall saved",
      pitfall: """
        The elements of upstream are left out. Use `append` to keep them, and `flatMap` to continue from each of them.
        """
    ) { on in
      on.upstream.then(
        on.choice(
          "makeNext", as: (@Sendable () -> MarblePublisher<Int, MarbleFailure>).self, { on.next }, { on.upstream }))
    }

    Scenario(
      "switchToLatest()", ["upstream": "-a-----b---|", "a": "-1--2--3--4|", "b": "-7--8--|"], gives: "--1--2--7--8--|",
      example: """
        let rooms = PassthroughSubject<PassthroughSubject<String, Never>, Never>()
        let (hall, attic) = (PassthroughSubject<String, Never>(), PassthroughSubject<String, Never>())
        let cancellable = rooms.switchToLatest().sink { print($0) }
        rooms.send(hall)
        hall.send("steps in the hall")
        rooms.send(attic)
        hall.send("more steps in the hall")
        attic.send("creaks in the attic")
        """, prints: "steps in the hall\ncreaks in the attic",
      use: """
        Use it after `map` when only the newest work counts, such as the search for the text that was typed last.
        """,
      pitfall: """
        The previous publisher is cancelled, so its results may be lost. Use `flatMap` or \
        `concatMap` where each must run to its end.
        """
    ) { on in
      on.text.upstream.map(
        on.choice(
          "transform", as: Transform<String, MarblePublisher<Int, MarbleFailure>>.self, { $0 == "a" ? on.a : on.b },
          { $0 == "a" ? on.b : on.a }, { _ in on.b })
      ).switchToLatest()
    }
  }

  @ScenarioList private static var appended: [Scenario] {
    Scenario(
      "append(_:)", ["upstream": "--1--2--|"], gives: "--1--2--(89|)",
      example: """
        let cancellable = ["three", "two", "one"].publisher
          .append("lift-off")
          .sink { print($0) }
        """, prints: "three\ntwo\none\nlift-off",
      use: "Use it to add elements at the end of a stream.",
      pitfall: "Nothing is appended to a stream that fails, or that never finishes."
    ) { on in on.upstream.append(8, 9) }

    Scenario(
      "append(_:)", ["upstream": "--1--2--|"], gives: "--1--2--(789|)", matching: "S : Sequence",
      example: """
        let cancellable = [1, 2].publisher
          .append(7...9)
          .sink { print($0) }
        """, prints: "1\n2\n7\n8\n9"
    ) { on in on.upstream.append(7...9) }

    Scenario(
      "append(_:)", ["upstream": "--1--2--|", "other": "--8--9--|"], gives: "--1--2----8--9--|",
      matching: "P : Publisher",
      example: """
        let cached = ["old news"].publisher
        let loaded = ["fresh news"].publisher
        let cancellable = cached.append(loaded).sink { print($0) }
        """, prints: "old news\nfresh news",
      use: "Use it to deliver one stream after another, such as the network's answer after the cached one.",
      pitfall: """
        The second publisher is subscribed to when the first finishes: what a hot one sends before is lost. Use \
        `merge(with:)` where both run at once.
        """
    ) { on in on.upstream.append(on.other) }
  }

  @ScenarioList private static var prepended: [Scenario] {
    Scenario(
      "prepend(_:)", ["upstream": "--1--2--|"], gives: "(89)-1--2--|",
      example: #"""
        let query = PassthroughSubject<String, Never>()
        let cancellable = query.prepend("").sink { print("search for '\($0)'") }
        query.send("swift")
        """#, prints: "search for ''\nsearch for 'swift'",
      use: "Use it to begin a stream with elements that are known, such as the current value.",
      pitfall: "Of two calls in a row the second delivers first: `prepend(2).prepend(1)` delivers 1, then 2."
    ) { on in on.upstream.prepend(8, 9) }

    Scenario(
      "prepend(_:)", ["upstream": "--1--2--|"], gives: "(789)-1--2--|", matching: "S : Sequence",
      example: """
        let cancellable = [3, 4].publisher
          .prepend(1...2)
          .sink { print($0) }
        """, prints: "1\n2\n3\n4"
    ) { on in on.upstream.prepend(7...9) }

    Scenario(
      "prepend(_:)", ["other": "--8--9--|", "upstream": "--1--2--|"], gives: "--8--9----1--2--|",
      matching: "P : Publisher",
      example: """
        let history = ["Monday", "Tuesday"].publisher
        let live = ["Wednesday"].publisher
        let cancellable = live.prepend(history).sink { print($0) }
        """, prints: "Monday\nTuesday\nWednesday",
      use: "Use it to deliver one stream before another, such as old messages before new ones.",
      pitfall: """
        Upstream is subscribed to when the other publisher has finished: what a hot upstream sends before is lost, \
        and if the other never finishes, upstream is never subscribed to.
        """
    ) { on in on.upstream.prepend(on.other) }
  }

  @ScenarioList static var combiningByAnother: [Scenario] {
    Scenario(
      "gate(_:initiallyOpen:whileClosed:fileID:line:)", ["upstream": "-1-2-3-4-5-6|", "isOpen": "--f-----t-----"],
      gives: "-1------45-6|",
      example: """
        let isVisible = CurrentValueSubject<Bool, Never>(false)
        let scores = PassthroughSubject<Int, Never>()
        let cancellable = scores.gate(isVisible, whileClosed: .keepLatest).sink { print($0) }
        scores.send(1)
        scores.send(2)
        isVisible.send(true)
        scores.send(3)
        """, prints: "2\n3",
      pitfall: """
        With `.queue(.max, …)` all that arrives at a closed gate is kept in memory. Give the queue a bound, or hold \
        the newest element alone with `.keepLatest`.
        """
    ) { on in on.upstream.gate(on.flags.isOpen.ignoreFailure(), whileClosed: .keepLatest) }

    Scenario(
      "sample(on:repeating:)", ["upstream": "-1-2----3-4|", "trigger": "--x--x-x-x---x"], gives: "--1--2---3---(4|)",
      example: """
        let position = PassthroughSubject<Int, Never>()
        let frame = PassthroughSubject<Void, Never>()
        let cancellable = position.sample(on: frame).sink { print($0) }
        position.send(1)
        position.send(2)
        frame.send()
        frame.send()
        position.send(3)
        frame.send()
        """, prints: "2\n3",
      pitfall: """
        A trigger without a new element delivers nothing. Pass `repeating: true` to get the newest again, or use \
        `trigger.withLatestFrom(upstream)`.
        """
    ) { on in on.upstream.sample(on: on.text.trigger) }

    Scenario(
      "withLatestFrom(_:)", ["upstream": "-1--2---3-4|", "other": "---a--b----|"], gives: "----A---B-C|",
      covers: ["withLatest(from:)"],
      example: #"""
        let taps = PassthroughSubject<String, Never>()
        let text = CurrentValueSubject<String, Never>("draft")
        let cancellable = taps.withLatestFrom(text).sink { print("\($0): \($1)") }
        taps.send("save")
        text.send("final")
        taps.send("send")
        """#, prints: "save: draft\nsend: final",
      pitfall: """
        Elements before the first of `other` are left out. Give `other` a first element with `prepend`, or make it a \
        `CurrentValueSubject`.
        """
    ) { on in on.upstream.withLatestFrom(on.text.other) }

    Scenario(
      "withLatestFrom(_:resultSelector:)", ["upstream": "-1--2---3-4|", "other": "---5--6----|"], gives: "----7---9-A|",
      covers: ["withLatest(from:transform:)"],
      example: """
        let purchases = PassthroughSubject<Int, Never>()
        let rate = CurrentValueSubject<Int, Never>(2)
        let cancellable = purchases.withLatestFrom(rate) { $0 * $1 }.sink { print($0) }
        purchases.send(10)
        rate.send(3)
        purchases.send(10)
        """, prints: "20\n30",
      pitfall: "A new element of `other` alone delivers nothing. Use `combineLatest` where it must."
    ) { on in
      on.upstream.withLatestFrom(
        on.other,
        resultSelector: on.choice(
          "resultSelector", as: Combination<Int, Int>.self, { $0 + $1 }, { $1 - $0 }, { _, latest in latest }))
    }

    Scenario(
      "withLatestFrom(_:_:_:)", ["upstream": "-1--2----3-|", "a": "--4----5---|", "b": "---6-------|"],
      gives: "----A----B-|",
      example: """
        let save = PassthroughSubject<String, Never>()
        let name = CurrentValueSubject<String, Never>("Ada")
        let age = CurrentValueSubject<Int, Never>(36)
        let cancellable = save.withLatestFrom(name, age).sink { print($0, $1, $2) }
        age.send(37)
        save.send("saved")
        """, prints: "saved Ada 37",
      pitfall: """
        Elements are left out until each of the others has delivered one. Give one that comes late a first element \
        with `prepend`.
        """
    ) { on in on.upstream.withLatestFrom(on.a, on.b) }

    Scenario(
      "withLatestFrom(_:_:_:resultSelector:)", ["upstream": "-1--2----3-|", "a": "--1----2---|", "b": "---4-------|"],
      gives: "----7----9-|",
      example: """
        let checkout = PassthroughSubject<Void, Never>()
        let price = CurrentValueSubject<Int, Never>(40)
        let shipping = CurrentValueSubject<Int, Never>(5)
        let cancellable = checkout.withLatestFrom(price, shipping) { _, price, shipping in price + shipping }
          .sink { print("pay", $0) }
        shipping.send(0)
        checkout.send()
        """, prints: "pay 40",
      pitfall: "A new element of the others alone delivers nothing. Use `combineLatest` where it must."
    ) { on in
      on.upstream.withLatestFrom(
        on.a, on.b,
        resultSelector: on.choice(
          "resultSelector", as: (@Sendable (Int, Int, Int) -> Int).self, { $0 + $1 + $2 }, { max($0, $1, $2) },
          { $1 * $2 - $0 }))
    }
  }
}
