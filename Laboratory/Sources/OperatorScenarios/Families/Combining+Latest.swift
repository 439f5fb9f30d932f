import StreamCombining
import StreamCore
import StreamMapping
import StreamTesting

extension Family {
  @ScenarioList static var combiningLatest: [Scenario] {
    latestOfTwo
    latestOfSeveral
    latestOfMany
  }

  @ScenarioList private static var latestOfTwo: [Scenario] {
    Scenario(
      "combineLatest(_:)", ["upstream": "-1-2---3----4|", "other": "----a----b---|"], gives: "----A--B-C--D|",
      example: """
        let price = PassthroughSubject<Int, Never>()
        let count = PassthroughSubject<Int, Never>()
        let cancellable = price.combineLatest(count).sink { print($0 * $1) }
        price.send(10)
        count.send(2)
        count.send(3)
        price.send(20)
        """, prints: "20\n30\n60",
      use: """
        Use it to compute something from the newest elements of several publishers, such as the fields of a form.
        """,
      pitfall: """
        Nothing is delivered until each publisher has delivered an element, and the earlier elements of the others are \
        lost. Give those that come late a first element with `prepend`.
        """
    ) { on in on.upstream.combineLatest(on.text.other) }

    Scenario(
      "combineLatestDelayingFailures(_:)", ["upstream": "-1-2-#", "other": "----a----b---|"],
      gives: "----A----B---#",
      example: #"""
        struct Offline: Error {
          let host: String
        }
        let price = PassthroughSubject<Int, Offline>()
        let count = PassthroughSubject<Int, Offline>()
        let cancellable = price.combineLatestDelayingFailures(count).sink { completion in
          if case .failure(let error) = completion { print("failed:", error.failures.map(\.host)) }
        } receiveValue: {
          print($0 * $1)
        }
        price.send(10)
        count.send(2)
        price.send(completion: .failure(Offline(host: "prices")))
        count.send(3)
        count.send(completion: .finished)
        """#, prints: "20\n30\nfailed: [\"prices\"]",
      pitfall: """
        The latest element of a publisher that has failed may be old by the time it is combined. Use `combineLatest` where \
        that does harm.
        """
    ) { on in on.upstream.combineLatestDelayingFailures(on.text.other) }

    Scenario(
      "combineLatest(_:_:)", ["upstream": "-1---2----3--|", "other": "---3----5----|"], gives: "---4-5--7-8--|",
      matching: "transform",
      example: """
        let name = CurrentValueSubject<String, Never>("")
        let accepted = CurrentValueSubject<Bool, Never>(false)
        let cancellable = name.combineLatest(accepted) { !$0.isEmpty && $1 }
          .sink { print("can continue:", $0) }
        name.send("Ada")
        accepted.send(true)
        """, prints: "can continue: false\ncan continue: false\ncan continue: true",
      pitfall: "Equal results in a row are all delivered. Put `removeDuplicates()` after it where that matters."
    ) { on in
      on.upstream.combineLatest(
        on.other, on.choice("transform", as: Combination<Int, Int>.self, { $0 + $1 }, { max($0, $1) }, { $1 - $0 }))
    }

    Scenario(
      "tryCombineLatest(_:_:)", ["upstream": "-8-----6----|", "other": "---2-4---0--|"], gives: "---4-2-1-#",
      example: """
        struct NoPeople: Error {}
        let people = CurrentValueSubject<Int, any Error>(2)
        let cancellable = Just(12).setFailureType(to: (any Error).self)
          .tryCombineLatest(people) { if $1 == 0 { throw NoPeople() } else { $0 / $1 } }
          .sink(
            receiveCompletion: { if case .failure = $0 { print("no people") } },
            receiveValue: { print("each pays", $0) })
        people.send(3)
        people.send(0)
        """, prints: "each pays 6\neach pays 4\nno people",
      pitfall: """
        An error ends the stream for good, also if the next pair would do. To skip a pair instead, return an optional, \
        and put `compactMap` after `combineLatest`.
        """
    ) { on in
      on.upstream.tryCombineLatest(
        on.other,
        on.choice(
          "transform", as: CombinationAttempt<Int, Int>.self,
          {
            if $1 == 0 { throw MarbleFailure() } else { $0 / $1 }
          },
          {
            if $0 < $1 { throw MarbleFailure() } else { $0 - $1 }
          },
          {
            if $0 < 8 { throw MarbleFailure() } else { max($0, $1) }
          }))
    }

    Scenario(
      "and(_:)", ["upstream": "-t----f--t-|", "other": "---t-f----t|"], gives: "---A-BB--BA|",
      example: """
        let isOnline = CurrentValueSubject<Bool, Never>(true)
        let isSignedIn = CurrentValueSubject<Bool, Never>(false)
        let cancellable = isOnline.and(isSignedIn).sink { print("can send:", $0) }
        isSignedIn.send(true)
        isOnline.send(false)
        """, prints: "can send: false\ncan send: true\ncan send: false",
      pitfall: """
        Nothing is delivered until both have delivered an element, even if the first is `false`. Give one that comes \
        late a first element with `prepend(false)`.
        """
    ) { on in on.flags.upstream.and(on.flags.other) }

    Scenario(
      "or(_:)", ["upstream": "-t----f--t-|", "other": "---t-f----t|"], gives: "---A-AB--AA|",
      example: """
        let isLoading = CurrentValueSubject<Bool, Never>(true)
        let isSaving = CurrentValueSubject<Bool, Never>(false)
        let cancellable = isLoading.or(isSaving).removeDuplicates().sink { print("busy:", $0) }
        isSaving.send(true)
        isLoading.send(false)
        isSaving.send(false)
        """, prints: "busy: true\nbusy: false",
      pitfall: """
        Nothing is delivered until both have delivered an element, even if the first is `true`. Give one that comes \
        late a first element with `prepend(false)`.
        """
    ) { on in on.flags.upstream.or(on.flags.other) }
  }

  @ScenarioList private static var latestOfSeveral: [Scenario] {
    Scenario(
      "combineLatest(_:_:)", ["upstream": "-1-----2---|", "a": "-----3----4|", "b": "---5--6----|"],
      gives: "-----ABC--D|",
      example: #"""
        let hour = CurrentValueSubject<Int, Never>(9)
        let minute = CurrentValueSubject<Int, Never>(30)
        let zone = CurrentValueSubject<String, Never>("CET")
        let cancellable = hour.combineLatest(minute, zone).sink { print("\($0):\($1) \($2)") }
        minute.send(45)
        zone.send("UTC")
        """#, prints: "9:30 CET\n9:45 CET\n9:45 UTC",
      pitfall: "A change of two values that belong together passes through a state with one old and one new value."
    ) { on in on.upstream.combineLatest(on.a, on.b) }

    Scenario(
      "combineLatest(_:_:_:)", ["upstream": "-1-----2---|", "a": "-----3----4|", "b": "---1--2----|"],
      gives: "-----567--8|", matching: "transform",
      example: #"""
        let red = CurrentValueSubject<Int, Never>(0)
        let green = CurrentValueSubject<Int, Never>(0)
        let blue = CurrentValueSubject<Int, Never>(0)
        let cancellable = red.combineLatest(green, blue) { ($0 + $1 + $2) / 3 }
          .sink { print("grey \($0)") }
        red.send(30)
        blue.send(60)
        """#, prints: "grey 0\ngrey 10\ngrey 30",
      pitfall: """
        The closure runs for each change of one value: three values that change together run it three times, twice \
        with a mixture of old and new.
        """
    ) { on in
      on.upstream.combineLatest(
        on.a, on.b,
        on.choice(
          "transform", as: (@Sendable (Int, Int, Int) -> Int).self, { $0 + $1 + $2 }, { max($0, $1, $2) },
          { $0 * $1 - $2 }))
    }

    Scenario(
      "combineLatest(_:_:_:)",
      ["upstream": "-1-----2----|", "a": "--3-------4-|", "b": "---5-----6--|", "c": "----7-------|"],
      gives: "----A--B-CD-|",
      example: """
        let x = CurrentValueSubject<Int, Never>(0)
        let y = CurrentValueSubject<Int, Never>(0)
        let width = CurrentValueSubject<Int, Never>(80)
        let height = CurrentValueSubject<Int, Never>(60)
        let cancellable = x.combineLatest(y, width, height).sink { print($0, $1, $2, $3) }
        x.send(5)
        height.send(90)
        """, prints: "0 0 80 60\n5 0 80 60\n5 0 80 90",
      pitfall: """
        Nothing is delivered until each publisher has delivered an element: one that is late, or silent, holds back \
        all. Give it a first element with `prepend`.
        """
    ) { on in on.upstream.combineLatest(on.a, on.b, on.c) }

    Scenario(
      "combineLatest(_:_:_:_:)",
      ["upstream": "-1-----2----|", "a": "--1-------2-|", "b": "---1-----2--|", "c": "----2-------|"],
      gives: "----5--6-78-|", matching: "_ transform",
      example: """
        let quarters = (1...4).map { CurrentValueSubject<Int, Never>($0 * 10) }
        let cancellable = quarters[0]
          .combineLatest(quarters[1], quarters[2], quarters[3]) { $0 + $1 + $2 + $3 }
          .sink { print("year:", $0) }
        quarters[3].send(50)
        """, prints: "year: 100\nyear: 110",
      pitfall: "Equal results in a row are all delivered. Put `removeDuplicates()` after it where that matters."
    ) { on in
      on.upstream.combineLatest(
        on.a, on.b, on.c,
        on.choice(
          "transform", as: (@Sendable (Int, Int, Int, Int) -> Int).self, { $0 + $1 + $2 + $3 }, { max($0, $1, $2, $3) },
          { $0 * $1 + $2 * $3 }))
    }

    Scenario(
      "combineLatest(_:_:_:_:)",
      [
        "upstream": "-1-----2----|", "b": "--3-------4-|", "c": "---5-----6--|", "d": "----7-------|",
        "e": "-8----------|",
      ],
      gives: "----A--B-CD-|",
      example: """
        let levels = (1...5).map { CurrentValueSubject<Int, Never>($0) }
        let cancellable = levels[0]
          .combineLatest(levels[1], levels[2], levels[3], levels[4])
          .sink { print($0, $1, $2, $3, $4) }
        levels[2].send(9)
        """, prints: "1 2 3 4 5\n1 2 9 4 5",
      pitfall: """
        Nothing is delivered until each publisher has delivered an element: one that is late, or silent, holds back \
        all. Give it a first element with `prepend`.
        """
    ) { on in on.upstream.combineLatest(on.b, on.c, on.d, on.e) }

    Scenario(
      "combineLatest(_:_:_:_:transform:)",
      [
        "upstream": "-1-----2----|", "b": "--1-------2-|", "c": "---1-----2--|", "d": "----1-------|",
        "e": "-1----------|",
      ],
      gives: "----5--6-78-|",
      example: """
        let scores = (1...5).map { CurrentValueSubject<Int, Never>($0) }
        let cancellable = scores[0]
          .combineLatest(scores[1], scores[2], scores[3], scores[4]) { [$0, $1, $2, $3, $4].max()! }
          .sink { print("best:", $0) }
        scores[1].send(8)
        """, prints: "best: 5\nbest: 8",
      pitfall: """
        The closure runs for each change of one value: values that change together run it once each, at first with a \
        mixture of old and new.
        """
    ) { on in
      on.upstream.combineLatest(
        on.b, on.c, on.d, on.e,
        transform: on.choice(
          "transform", as: (@Sendable (Int, Int, Int, Int, Int) -> Int).self, { $0 + $1 + $2 + $3 + $4 },
          { max($0, $1, $2, $3, $4) }, { $0 * $1 + $2 * $3 + $4 }))
    }
  }

  @ScenarioList private static var latestOfMany: [Scenario] {
    Scenario(
      "combineLatest(emptySentinel:)", ["a": "-1----2---|", "b": "---3-----4|", "c": "--5-6|"], gives: "---AB-C--D|",
      example: """
        let stock = (0..<3).map { _ in CurrentValueSubject<Int, Never>(1) }
        let cancellable = stock.combineLatest().sink { print($0) }
        stock[1].send(7)
        """, prints: "[1, 1, 1]\n[1, 7, 1]",
      pitfall: """
        An empty collection finishes without an element, so that a total of its elements is never delivered. Pass \
        `emptySentinel: []` to get one.
        """
    ) { on in [on.a, on.b, on.c].combineLatest() }

    Scenario(
      "allLatest()", ["a": "-t----f-t-|", "b": "--t--------|", "c": "---f-t-----|"], gives: "---A-BA-B--|",
      example: """
        let checks = (0..<3).map { _ in CurrentValueSubject<Bool, Never>(true) }
        let cancellable = checks.allLatest().sink { print("healthy:", $0) }
        checks[2].send(false)
        checks[2].send(true)
        """, prints: "healthy: true\nhealthy: false\nhealthy: true",
      pitfall: """
        An empty collection is `true`. Of any other nothing is delivered until each publisher has delivered an \
        element.
        """
    ) { on in [on.flags.a, on.flags.b, on.flags.c].allLatest() }

    Scenario(
      "anyLatest()", ["a": "-t----f-t-|", "b": "--f--------|", "c": "---f-t---f-|"], gives: "---A-AA-AA-|",
      example: """
        let downloads = (0..<2).map { _ in CurrentValueSubject<Bool, Never>(false) }
        let cancellable = downloads.anyLatest().sink { print("loading:", $0) }
        downloads[1].send(true)
        downloads[1].send(false)
        """, prints: "loading: false\nloading: true\nloading: false",
      pitfall: """
        One that is `true` is not enough: nothing is delivered until each publisher has delivered an element. An empty \
        collection is `false`.
        """
    ) { on in [on.flags.a, on.flags.b, on.flags.c].anyLatest() }

    Scenario(
      "forkJoin(_:)", ["upstream": "-1-2--|", "other": "--a----b---|"], gives: "-----------(A|)",
      example: #"""
        let user = PassthroughSubject<String, Never>()
        let orders = PassthroughSubject<Int, Never>()
        let cancellable = user.forkJoin(orders).sink { print("\($0): \($1) orders") }
        user.send("Ada")
        user.send(completion: .finished)
        orders.send(1)
        orders.send(2)
        orders.send(completion: .finished)
        """#, prints: "Ada: 2 orders",
      pitfall: "A publisher that never finishes keeps the result back for ever. Put `first()` or `prefix(_:)` after it."
    ) { on in on.upstream.forkJoin(on.text.other) }

    Scenario(
      "forkJoin()", ["a": "-1-2--|", "b": "--3----4---|", "c": "-5------|"], gives: "-----------(A|)",
      example: """
        let pages = [[1, 2], [3], [4, 5]].map { $0.publisher }
        let cancellable = pages.forkJoin().sink { print($0) }
        """, prints: "[2, 3, 5]",
      pitfall: """
        A publisher that finishes without an element ends all without a result. Put `replaceEmpty(with:)` after those \
        that may.
        """
    ) { on in [on.a, on.b, on.c].forkJoin() }
  }
}
