import StreamCombining
import StreamCore
import StreamTesting

/// The operators that combine more streams than those of the other files.
extension Family {
  @ScenarioList static var combiningMany: [Scenario] {
    latestOfSix
    zipOfSix
    mergeOfFour
  }

  @ScenarioList private static var latestOfSix: [Scenario] {
    Scenario(
      "combineLatest(_:_:_:_:_:)",
      [
        "upstream": "-1------0|", "b": "--2------|", "c": "---3-----|", "d": "----4----|", "e": "-----5---|",
        "f": "------6--|",
      ],
      gives: "------A-B|",
      example: """
        let hour = CurrentValueSubject<Int, Never>(7)
        let cancellable = hour
          .combineLatest(Just(2), Just(3), Just(4), Just(5), Just(6))
          .sink { print($0) }
        hour.send(8)
        """, prints: "(7, 2, 3, 4, 5, 6)\n(8, 2, 3, 4, 5, 6)"
    ) { on in on.upstream.combineLatest(on.b, on.c, on.d, on.e, on.f) }

    Scenario(
      "combineLatest(_:_:_:_:_:transform:)",
      [
        "upstream": "-1------0|", "b": "--1------|", "c": "---1-----|", "d": "----1----|", "e": "-----1---|",
        "f": "------1--|",
      ],
      gives: "------6-5|",
      example: """
        let hour = CurrentValueSubject<Int, Never>(7)
        let cancellable = hour
          .combineLatest(Just(2), Just(3), Just(4), Just(5), Just(6)) { [$0, $1, $2, $3, $4, $5].max() ?? 0 }
          .sink { print("latest:", $0) }
        hour.send(20)
        """, prints: "latest: 7\nlatest: 20"
    ) { on in
      on.upstream.combineLatest(
        on.b, on.c, on.d, on.e, on.f,
        transform: on.choice(
          "transform", as: (@Sendable (Int, Int, Int, Int, Int, Int) -> Int).self, { $0 + $1 + $2 + $3 + $4 + $5 },
          { max($0, $1, $2, $3, $4, $5) }, { min($0, $1, $2, $3, $4, $5) }))
    }

    Scenario(
      "combineLatest(_:_:_:_:_:_:)",
      [
        "upstream": "-1-------0|", "b": "--2-------|", "c": "---3------|", "d": "----4-----|", "e": "-----5----|",
        "f": "------6---|", "g": "-------7--|",
      ],
      gives: "-------A-B|",
      example: """
        let hour = CurrentValueSubject<Int, Never>(7)
        let cancellable = hour
          .combineLatest(Just(2), Just(3), Just(4), Just(5), Just(6), Just(7))
          .sink { print($0) }
        hour.send(8)
        """, prints: "(7, 2, 3, 4, 5, 6, 7)\n(8, 2, 3, 4, 5, 6, 7)"
    ) { on in on.upstream.combineLatest(on.b, on.c, on.d, on.e, on.f, on.g) }

    Scenario(
      "combineLatest(_:_:_:_:_:_:transform:)",
      [
        "upstream": "-1-------0|", "b": "--1-------|", "c": "---1------|", "d": "----1-----|", "e": "-----1----|",
        "f": "------1---|", "g": "-------1--|",
      ],
      gives: "-------7-6|",
      example: """
        let hour = CurrentValueSubject<Int, Never>(7)
        let cancellable = hour
          .combineLatest(Just(2), Just(3), Just(4), Just(5), Just(6), Just(7)) { [$0, $1, $2, $3, $4, $5, $6].max() ?? 0 }
          .sink { print("latest:", $0) }
        hour.send(20)
        """, prints: "latest: 7\nlatest: 20"
    ) { on in
      on.upstream.combineLatest(
        on.b, on.c, on.d, on.e, on.f, on.g,
        transform: on.choice(
          "transform", as: (@Sendable (Int, Int, Int, Int, Int, Int, Int) -> Int).self,
          { $0 + $1 + $2 + $3 + $4 + $5 + $6 }, { max($0, $1, $2, $3, $4, $5, $6) }, { min($0, $1, $2, $3, $4, $5, $6) }
        ))
    }

    Scenario(
      "combineLatest(_:_:_:_:_:_:_:)",
      [
        "upstream": "-1--------0|", "b": "--2--------|", "c": "---3-------|", "d": "----4------|",
        "e": "-----5-----|", "f": "------6----|", "g": "-------7---|", "h": "--------8--|",
      ],
      gives: "--------A-B|",
      example: """
        let hour = CurrentValueSubject<Int, Never>(7)
        let cancellable = hour
          .combineLatest(Just(2), Just(3), Just(4), Just(5), Just(6), Just(7), Just(8))
          .sink { print($0) }
        hour.send(8)
        """, prints: "(7, 2, 3, 4, 5, 6, 7, 8)\n(8, 2, 3, 4, 5, 6, 7, 8)"
    ) { on in on.upstream.combineLatest(on.b, on.c, on.d, on.e, on.f, on.g, on.h) }

    Scenario(
      "combineLatest(_:_:_:_:_:_:_:transform:)",
      [
        "upstream": "-1--------0|", "b": "--1--------|", "c": "---1-------|", "d": "----1------|",
        "e": "-----1-----|", "f": "------1----|", "g": "-------1---|", "h": "--------1--|",
      ],
      gives: "--------8-7|",
      example: """
        let hour = CurrentValueSubject<Int, Never>(7)
        let cancellable = hour
          .combineLatest(Just(2), Just(3), Just(4), Just(5), Just(6), Just(7), Just(8)) {
            [$0, $1, $2, $3, $4, $5, $6, $7].max() ?? 0
          }
          .sink { print("latest:", $0) }
        hour.send(20)
        """, prints: "latest: 8\nlatest: 20"
    ) { on in
      on.upstream.combineLatest(
        on.b, on.c, on.d, on.e, on.f, on.g, on.h,
        transform: on.choice(
          "transform", as: (@Sendable (Int, Int, Int, Int, Int, Int, Int, Int) -> Int).self,
          { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 }, { max($0, $1, $2, $3, $4, $5, $6, $7) },
          { min($0, $1, $2, $3, $4, $5, $6, $7) }))
    }

    Scenario(
      "combineLatest(_:_:_:_:_:_:_:_:_:)",
      [
        "upstream": "-1---------0|", "a": "--2---------|", "b": "---3--------|", "c": "----4-------|",
        "d": "-----5------|", "e": "------6-----|", "f": "-------7----|", "g": "--------8---|",
        "h": "---------9--|",
      ],
      gives: "---------A-B|",
      example: """
        let hour = CurrentValueSubject<Int, Never>(7)
        let cancellable = hour
          .combineLatest(Just(2), Just(3), Just(4), Just(5), Just(6), Just(7), Just(8), Just(9))
          .sink { print($0) }
        hour.send(8)
        """, prints: "(7, 2, 3, 4, 5, 6, 7, 8, 9)\n(8, 2, 3, 4, 5, 6, 7, 8, 9)"
    ) { on in on.upstream.combineLatest(on.a, on.b, on.c, on.d, on.e, on.f, on.g, on.h) }

    Scenario(
      "combineLatest(_:_:_:_:_:_:_:_:_:transform:)",
      [
        "upstream": "-1---------0|", "a": "--1---------|", "b": "---1--------|", "c": "----1-------|",
        "d": "-----1------|", "e": "------1-----|", "f": "-------1----|", "g": "--------1---|",
        "h": "---------1--|",
      ],
      gives: "---------9-8|",
      example: """
        let hour = CurrentValueSubject<Int, Never>(7)
        let cancellable = hour
          .combineLatest(Just(2), Just(3), Just(4), Just(5), Just(6), Just(7), Just(8), Just(9)) {
            [$0, $1, $2, $3, $4, $5, $6, $7, $8].max() ?? 0
          }
          .sink { print("latest:", $0) }
        hour.send(20)
        """, prints: "latest: 9\nlatest: 20"
    ) { on in
      on.upstream.combineLatest(
        on.a, on.b, on.c, on.d, on.e, on.f, on.g, on.h,
        transform: on.choice(
          "transform", as: (@Sendable (Int, Int, Int, Int, Int, Int, Int, Int, Int) -> Int).self,
          { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 + $8 }, { max($0, $1, $2, $3, $4, $5, $6, $7, $8) },
          { min($0, $1, $2, $3, $4, $5, $6, $7, $8) }))
    }
  }

  @ScenarioList private static var zipOfSix: [Scenario] {
    Scenario(
      "zip(_:_:_:_:_:)",
      [
        "upstream": "-1------9|", "b": "--2-----8|", "c": "---3----7|", "d": "----4---6|", "e": "-----5--5|",
        "f": "------6-4|",
      ],
      gives: "------A-B|",
      example: """
        let cancellable = Just(1)
          .zip(Just(2), Just(3), Just(4), Just(5), Just(6))
          .sink { print($0) }
        """, prints: "(1, 2, 3, 4, 5, 6)"
    ) { on in on.upstream.zip(on.b, on.c, on.d, on.e, on.f) }

    Scenario(
      "zip(_:_:_:_:_:transform:)",
      [
        "upstream": "-1------1|", "b": "--1-----0|", "c": "---1----0|", "d": "----1---0|", "e": "-----1--0|",
        "f": "------1-0|",
      ],
      gives: "------6-1|",
      example: """
        let cancellable = Just(1)
          .zip(Just(2), Just(3), Just(4), Just(5), Just(6)) { [$0, $1, $2, $3, $4, $5].max() ?? 0 }
          .sink { print("best:", $0) }
        """, prints: "best: 6"
    ) { on in
      on.upstream.zip(
        on.b, on.c, on.d, on.e, on.f,
        transform: on.choice(
          "transform", as: (@Sendable (Int, Int, Int, Int, Int, Int) -> Int).self, { $0 + $1 + $2 + $3 + $4 + $5 },
          { max($0, $1, $2, $3, $4, $5) }, { min($0, $1, $2, $3, $4, $5) }))
    }

    Scenario(
      "zip(_:_:_:_:_:_:)",
      [
        "upstream": "-1-------9|", "b": "--2------8|", "c": "---3-----7|", "d": "----4----6|", "e": "-----5---5|",
        "f": "------6--4|", "g": "-------7-3|",
      ],
      gives: "-------A-B|",
      example: """
        let cancellable = Just(1)
          .zip(Just(2), Just(3), Just(4), Just(5), Just(6), Just(7))
          .sink { print($0) }
        """, prints: "(1, 2, 3, 4, 5, 6, 7)"
    ) { on in on.upstream.zip(on.b, on.c, on.d, on.e, on.f, on.g) }

    Scenario(
      "zip(_:_:_:_:_:_:transform:)",
      [
        "upstream": "-1-------1|", "b": "--1------0|", "c": "---1-----0|", "d": "----1----0|", "e": "-----1---0|",
        "f": "------1--0|", "g": "-------1-0|",
      ],
      gives: "-------7-1|",
      example: """
        let cancellable = Just(1)
          .zip(Just(2), Just(3), Just(4), Just(5), Just(6), Just(7)) { [$0, $1, $2, $3, $4, $5, $6].max() ?? 0 }
          .sink { print("best:", $0) }
        """, prints: "best: 7"
    ) { on in
      on.upstream.zip(
        on.b, on.c, on.d, on.e, on.f, on.g,
        transform: on.choice(
          "transform", as: (@Sendable (Int, Int, Int, Int, Int, Int, Int) -> Int).self,
          { $0 + $1 + $2 + $3 + $4 + $5 + $6 }, { max($0, $1, $2, $3, $4, $5, $6) }, { min($0, $1, $2, $3, $4, $5, $6) }
        ))
    }

    Scenario(
      "zip(_:_:_:_:_:_:_:)",
      [
        "upstream": "-1--------9|", "b": "--2-------8|", "c": "---3------7|", "d": "----4-----6|",
        "e": "-----5----5|", "f": "------6---4|", "g": "-------7--3|", "h": "--------8-2|",
      ],
      gives: "--------A-B|",
      example: """
        let cancellable = Just(1)
          .zip(Just(2), Just(3), Just(4), Just(5), Just(6), Just(7), Just(8))
          .sink { print($0) }
        """, prints: "(1, 2, 3, 4, 5, 6, 7, 8)"
    ) { on in on.upstream.zip(on.b, on.c, on.d, on.e, on.f, on.g, on.h) }

    Scenario(
      "zip(_:_:_:_:_:_:_:transform:)",
      [
        "upstream": "-1--------1|", "b": "--1-------0|", "c": "---1------0|", "d": "----1-----0|",
        "e": "-----1----0|", "f": "------1---0|", "g": "-------1--0|", "h": "--------1-0|",
      ],
      gives: "--------8-1|",
      example: """
        let cancellable = Just(1)
          .zip(Just(2), Just(3), Just(4), Just(5), Just(6), Just(7), Just(8)) { [$0, $1, $2, $3, $4, $5, $6, $7].max() ?? 0 }
          .sink { print("best:", $0) }
        """, prints: "best: 8"
    ) { on in
      on.upstream.zip(
        on.b, on.c, on.d, on.e, on.f, on.g, on.h,
        transform: on.choice(
          "transform", as: (@Sendable (Int, Int, Int, Int, Int, Int, Int, Int) -> Int).self,
          { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 }, { max($0, $1, $2, $3, $4, $5, $6, $7) },
          { min($0, $1, $2, $3, $4, $5, $6, $7) }))
    }

    Scenario(
      "zip(_:_:_:_:_:_:_:_:_:)",
      [
        "upstream": "-1---------9|", "a": "--2--------8|", "b": "---3-------7|", "c": "----4------6|",
        "d": "-----5-----5|", "e": "------6----4|", "f": "-------7---3|", "g": "--------8--2|",
        "h": "---------9-1|",
      ],
      gives: "---------A-B|",
      example: """
        let cancellable = Just(1)
          .zip(Just(2), Just(3), Just(4), Just(5), Just(6), Just(7), Just(8), Just(9))
          .sink { print($0) }
        """, prints: "(1, 2, 3, 4, 5, 6, 7, 8, 9)"
    ) { on in on.upstream.zip(on.a, on.b, on.c, on.d, on.e, on.f, on.g, on.h) }

    Scenario(
      "zip(_:_:_:_:_:_:_:_:_:transform:)",
      [
        "upstream": "-1---------1|", "a": "--1--------0|", "b": "---1-------0|", "c": "----1------0|",
        "d": "-----1-----0|", "e": "------1----0|", "f": "-------1---0|", "g": "--------1--0|",
        "h": "---------1-0|",
      ],
      gives: "---------9-1|",
      example: """
        let cancellable = Just(1)
          .zip(Just(2), Just(3), Just(4), Just(5), Just(6), Just(7), Just(8), Just(9)) {
            [$0, $1, $2, $3, $4, $5, $6, $7, $8].max() ?? 0
          }
          .sink { print("best:", $0) }
        """, prints: "best: 9"
    ) { on in
      on.upstream.zip(
        on.a, on.b, on.c, on.d, on.e, on.f, on.g, on.h,
        transform: on.choice(
          "transform", as: (@Sendable (Int, Int, Int, Int, Int, Int, Int, Int, Int) -> Int).self,
          { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 + $8 }, { max($0, $1, $2, $3, $4, $5, $6, $7, $8) },
          { min($0, $1, $2, $3, $4, $5, $6, $7, $8) }))
    }
  }

  @ScenarioList private static var mergeOfFour: [Scenario] {
    Scenario(
      "merge(with:_:_:)",
      [
        "upstream": "-1----|", "b": "--2---|", "c": "---3--|", "d": "----4-|",
      ],
      gives: "-1234-|",
      example: """
        let cancellable = Just("a")
          .merge(with: Just("b"), Just("c"), Just("d"))
          .collect()
          .sink { print($0.joined()) }
        """, prints: "abcd"
    ) { on in on.upstream.merge(with: on.b, on.c, on.d) }

    Scenario(
      "merge(with:_:_:_:)",
      [
        "upstream": "-1-----|", "b": "--2----|", "c": "---3---|", "d": "----4--|", "e": "-----5-|",
      ],
      gives: "-12345-|",
      example: """
        let cancellable = Just("a")
          .merge(with: Just("b"), Just("c"), Just("d"), Just("e"))
          .collect()
          .sink { print($0.joined()) }
        """, prints: "abcde"
    ) { on in on.upstream.merge(with: on.b, on.c, on.d, on.e) }

    Scenario(
      "merge(with:_:_:_:_:)",
      [
        "upstream": "-1------|", "b": "--2-----|", "c": "---3----|", "d": "----4---|", "e": "-----5--|",
        "f": "------6-|",
      ],
      gives: "-123456-|",
      example: """
        let cancellable = Just("a")
          .merge(with: Just("b"), Just("c"), Just("d"), Just("e"), Just("f"))
          .collect()
          .sink { print($0.joined()) }
        """, prints: "abcdef"
    ) { on in on.upstream.merge(with: on.b, on.c, on.d, on.e, on.f) }

    Scenario(
      "merge(with:_:_:_:_:_:)",
      [
        "upstream": "-1-------|", "b": "--2------|", "c": "---3-----|", "d": "----4----|", "e": "-----5---|",
        "f": "------6--|", "g": "-------7-|",
      ],
      gives: "-1234567-|",
      example: """
        let cancellable = Just("a")
          .merge(with: Just("b"), Just("c"), Just("d"), Just("e"), Just("f"), Just("g"))
          .collect()
          .sink { print($0.joined()) }
        """, prints: "abcdefg"
    ) { on in on.upstream.merge(with: on.b, on.c, on.d, on.e, on.f, on.g) }

    Scenario(
      "merge(with:_:_:_:_:_:_:)",
      [
        "upstream": "-1--------|", "b": "--2-------|", "c": "---3------|", "d": "----4-----|", "e": "-----5----|",
        "f": "------6---|", "g": "-------7--|", "h": "--------8-|",
      ],
      gives: "-12345678-|",
      example: """
        let cancellable = Just("a")
          .merge(with: Just("b"), Just("c"), Just("d"), Just("e"), Just("f"), Just("g"), Just("h"))
          .collect()
          .sink { print($0.joined()) }
        """, prints: "abcdefgh"
    ) { on in on.upstream.merge(with: on.b, on.c, on.d, on.e, on.f, on.g, on.h) }
  }
}
