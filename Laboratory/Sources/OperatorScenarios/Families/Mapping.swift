import Foundation
import StreamCoding
import StreamCombining
import StreamCore
import StreamCreating
import StreamErrorHandling
import StreamFiltering
import StreamMapping
import StreamTesting

extension Family {
  static let mapping = Family("StreamMapping") {
    mappingElements
    mappingOptionals
    mappingTypes
    mappingState
    mappingSignals
    mappingFlattening
  }

  @ScenarioList static var mappingElements: [Scenario] {
    Scenario(
      "map(_:)", ["upstream": "--1--2--3--4--|"], gives: "--2--4--6--8--|", matching: "transform",
      example: #"""
        let cancellable = [18.5, 21.0].publisher
          .map { "\($0) °C" }
          .sink { print($0) }
        """#, prints: "18.5 °C\n21.0 °C",
      use: """
        Use it to turn each element into another: a response into a model, a number into a label. A closure that may \
        throw needs `tryMap`; one that returns a publisher, `flatMap`.
        """,
      pitfall: "The closure runs once for each subscriber: put `share()` behind expensive work."
    ) { on in
      on.upstream.map(
        on.choice("transform", as: Transform<Int, Int>.self, { $0 * 2 }, { $0 + 5 }, { $0 % 3 }, { _ in 7 }))
    }

    Scenario(
      "map(_:)", ["upstream": "--A--B--C--|"], gives: "--4--5--3--|", matching: "KeyPath",
      fixed: "a text has one property that is a number",
      example: """
        let cancellable = ["Oslo", "Quito"].publisher
          .map(\\.count)
          .sink { print($0) }
        """, prints: "4\n5"
    ) { on in on("upstream", ["A": "Oslo", "B": "Quito", "C": "Ulm"]).map(\.count) }

    Scenario(
      "map(_:_:)", ["upstream": "--A--B--|"], gives: "--C--D--|",
      example: #"""
        struct Flight { var from: String; var to: String; var minutes: Int }
        let cancellable = [Flight(from: "OSL", to: "LHR", minutes: 135)].publisher
          .map(\.from, \.to)
          .sink { print($0, "→", $1) }
        """#, prints: "OSL → LHR"
    ) { on in
      on("upstream", ["A": Place(x: 1, y: 2, z: 3), "B": Place(x: 4, y: 5, z: 6)])
        .map(
          on.choice("keyPath0", as: KeyPath<Place, Int>.self, \.x, \.z),
          on.choice("keyPath1", as: KeyPath<Place, Int>.self, \.y, \.z))
    }

    Scenario(
      "map(_:_:_:)", ["upstream": "--A--B--|"], gives: "--C--D--|",
      example: #"""
        struct Flight { var from: String; var to: String; var minutes: Int }
        let cancellable = [Flight(from: "OSL", to: "LHR", minutes: 135)].publisher
          .map(\.from, \.to, \.minutes)
          .sink { print($0, "→", $1, $2) }
        """#, prints: "OSL → LHR 135"
    ) { on in
      on("upstream", ["A": Place(x: 1, y: 2, z: 3), "B": Place(x: 4, y: 5, z: 6)])
        .map(
          on.choice("keyPath0", as: KeyPath<Place, Int>.self, \.x, \.z),
          on.choice("keyPath1", as: KeyPath<Place, Int>.self, \.y, \.x),
          on.choice("keyPath2", as: KeyPath<Place, Int>.self, \.z, \.y))
    }

    Scenario(
      "mapMany(_:)", ["upstream": "--A--B--C--|"], gives: "--D--B--E--|",
      example: """
        let cancellable = [["ada", "grace"], ["linus"]].publisher
          .mapMany { $0.capitalized }
          .sink { print($0) }
        """, prints: #"["Ada", "Grace"]\#n["Linus"]"#
    ) { on in
      on("upstream", ["A": [1, 2], "B": [], "C": [3]])
        .mapMany(on.choice("transform", as: Transform<Int, Int>.self, { $0 * 10 }, { $0 + 1 }))
    }

    Scenario(
      "compactMapMany(_:)", ["upstream": "--A--B--C--|"], gives: "--D--E--C--|",
      example: """
        let cancellable = [["1", "x", "3"], ["y"]].publisher
          .compactMapMany { Int($0) }
          .sink { print($0) }
        """, prints: "[1, 3]\n[]",
      pitfall: """
        An array whose members are all dropped is delivered empty. Add `filter { !$0.isEmpty }` if it is to be left out.
        """
    ) { on in
      on("upstream", ["A": [1, 2, 3], "B": [1], "C": [4]])
        .compactMapMany(
          on.choice("transform", as: Transform<Int, Int?>.self, { $0 > 1 ? $0 : nil }, { $0 < 4 ? $0 * 10 : nil }))
    }

    Scenario(
      "mapToValue(_:)", ["upstream": "--a--b--c--|"], gives: "--1--1--1--|",
      example: """
        let cancellable = ["tap", "swipe", "tap"].publisher
          .mapToValue(1)
          .scan(0, +)
          .sink { print($0) }
        """, prints: "1\n2\n3",
      pitfall: """
        The value is computed once, when the pipeline is built. Use `map { _ in Date() }` for one that is made anew \
        for each element.
        """
    ) { on in on.text.upstream.mapToValue(1) }

    Scenario(
      "mapToVoid()", ["upstream": "--a--b--c--|"], gives: "--A--A--A--|",
      example: """
        let cancellable = ["save", "save as"].publisher
          .mapToVoid()
          .sink { print("reload") }
        """, prints: "reload\nreload"
    ) { on in on.text.upstream.mapToVoid() }

    Scenario(
      "tryMap(_:)", ["upstream": "--1--2--0--4--|"], gives: "--6--3--#",
      example: #"""
        struct NotANumber: Error, CustomStringConvertible { let description = "not a number" }
        let cancellable = ["1", "x", "3"].publisher
          .tryMap { text in
            guard let number = Int(text) else { throw NotANumber() }
            return number
          }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """#, prints: "1\nfailure(not a number)",
      use: "Use it where the transformation may fail, as parsing does.",
      pitfall: """
        The first error ends the stream. To go on after it, return a `Result` from `map`, or use `tryMapSkippingFailures`.
        """
    ) { on in
      on.upstream.tryMap(
        on.choice(
          "transform", as: Attempt<Int, Int>.self,
          { number in
            guard number > 0 else { throw MarbleFailure() }
            return 6 / number
          },
          { number in
            guard number < 2 else { throw MarbleFailure() }
            return number * 10
          }))
    }

    Scenario(
      "enumerated(startingAt:)", ["upstream": "--a--b--c--|"], gives: "--A--B--C--|",
      example: #"""
        let cancellable = ["mix", "bake", "eat"].publisher
          .enumerated(startingAt: 1)
          .sink { print("\($0.offset). \($0.element)") }
        """#, prints: "1. mix\n2. bake\n3. eat",
      pitfall: """
        It numbers what arrives here, anew for each subscriber. To know an element's place in the source, put it \
        before `filter`.
        """
    ) { on in on.text.upstream.enumerated(startingAt: on.number("startingAt", 0)) }

    Scenario(
      "toggle()", ["upstream": "--t--f--f--|"], gives: "--A--B--B--|",
      example: """
        let isHidden = CurrentValueSubject<Bool, Never>(true)
        let cancellable = isHidden
          .toggle()
          .sink { print("visible:", $0) }
        isHidden.send(false)
        """, prints: "visible: false\nvisible: true"
    ) { on in on.flags.upstream.toggle() }

    Scenario(
      "negate()", ["upstream": "--t--f--f--|"], gives: "--A--B--B--|",
      example: """
        let isBusy = CurrentValueSubject<Bool, Never>(false)
        let cancellable = isBusy
          .negate()
          .sink { print("enabled:", $0) }
        isBusy.send(true)
        """, prints: "enabled: true\nenabled: false"
    ) { on in on.flags.upstream.negate() }

    Scenario(
      "interspersed(every:with:fileID:line:)", ["upstream": "--1--2--3--4--|"], gives: "--1--(02)--(03)--(04)--|",
      example: """
        let cancellable = ["usr", "local", "bin"].publisher
          .interspersed(with: "/")
          .reduce("", +)
          .sink { print($0) }
        """, prints: "usr/local/bin",
      pitfall: """
        A separator is an element like the others: it counts for a `prefix(_:)` or `count()` behind, and takes up \
        demand.
        """
    ) { on in on.upstream.interspersed(every: on.number("every", 1, in: 1...4), with: 0) }
  }

  @ScenarioList static var mappingOptionals: [Scenario] {
    Scenario(
      "compactMap(_:)", ["upstream": "--1--x--3--y--5--|"], gives: "--1-----3-----5--|",
      example: """
        let cancellable = ["8080", "http", "443"].publisher
          .compactMap { Int($0) }
          .sink { print($0) }
        """, prints: "8080\n443",
      use: "Use it to parse or to look up, and to leave out what has no result.",
      pitfall: """
        `map` with the same closure delivers optionals, `nil` included.
        """
    ) { on in
      on.text.upstream.compactMap(
        on.choice(
          "transform", as: Transform<String, Int?>.self, { Int($0) }, { $0 == "x" ? 0 : Int($0) },
          { $0 == "x" ? nil : Int($0) ?? 9 }))
    }

    Scenario(
      "tryCompactMap(_:)", ["upstream": "--1--x--3--E--5--|"], gives: "--1-----3--#",
      example: #"""
        struct Malformed: Error, CustomStringConvertible { let description: String }
        let cancellable = ["a=1", "# note", "b", "c=3"].publisher
          .tryCompactMap { line in
            if line.hasPrefix("#") { return nil }
            guard line.contains("=") else { throw Malformed(description: "malformed: \(line)") }
            return line
          }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """#, prints: "a=1\nfailure(malformed: b)",
      pitfall: """
        `nil` leaves out an element, an error ends the stream. Write `try?` in the closure where an error should only \
        leave it out.
        """
    ) { on in
      on.text.upstream.tryCompactMap(
        on.choice(
          "transform", as: Attempt<String, Int?>.self,
          { text in
            if text == "E" { throw MarbleFailure() }
            return Int(text)
          },
          { text in
            if text == "E" { throw MarbleFailure() }
            return Int(text) ?? 0
          },
          { text in
            guard let number = Int(text) else { throw MarbleFailure() }
            return number < 3 ? nil : number
          }))
    }

    Scenario(
      "compacted()", ["upstream": "--1--x--3--y--5--|"], gives: "--1-----3-----5--|",
      example: """
        let selection: [String?] = ["inbox", nil, "drafts"]
        let cancellable = selection.publisher
          .compacted()
          .sink { print($0) }
        """, prints: "inbox\ndrafts"
    ) { on in
      on.text.upstream.map(
        on.choice(
          "transform", as: Transform<String, Int?>.self, { Int($0) }, { $0 == "x" ? 9 : Int($0) },
          { $0 == "x" ? nil : Int($0) ?? 9 })
      ).compacted()
    }

    Scenario(
      "replaceNil(with:)", ["upstream": "--1--x--3--y--5--|"], gives: "--1--0--3--0--5--|",
      example: """
        let names: [String?] = ["Ada", nil]
        let cancellable = names.publisher
          .replaceNil(with: "nobody")
          .sink { print($0) }
        """, prints: "Ada\nnobody",
      use: "Use it to give missing elements a default.",
      pitfall: """
        It replaces elements, not their absence: an empty stream stays empty. For that there is `replaceEmpty(with:)`.
        """
    ) { on in
      on.text.upstream.map(
        on.choice("transform", as: Transform<String, Int?>.self, { Int($0) }, { $0 == "x" ? 9 : Int($0) })
      ).replaceNil(with: on.number("with", 0))
    }
  }

  @ScenarioList static var mappingTypes: [Scenario] {
    Scenario(
      "setFailureType(to:)", ["upstream": "--1--2--3--|"], gives: "--1--2--3--|",
      example: """
        struct Offline: Error, CustomStringConvertible { let description = "offline" }
        let remote = PassthroughSubject<Int, Offline>()
        let cancellable = Just(0)
          .setFailureType(to: Offline.self)
          .append(remote)
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        remote.send(completion: .failure(Offline()))
        """, prints: "0\nfailure(offline)",
      use: """
        Use it to join a stream that cannot fail with one that can: an operator of two publishers needs one failure \
        type.
        """,
      pitfall: """
        Only a publisher whose failure type is `Never` has this operator. Use `mapError` to change the errors of one \
        that can fail.
        """
    ) { on in on.upstream.ignoreFailure().setFailureType(to: MarbleFailure.self) }

    Scenario(
      "setOutputType(to:)", ["upstream": "--1--2--3--|"], gives: "-----------(A|)",
      example: """
        let cancellable = ["header", "body"].publisher
          .ignoreOutput()
          .setOutputType(to: Int.self)
          .append(200)
          .sink { print($0) }
        """, prints: "200"
    ) { on in on.upstream.ignoreOutput().setOutputType(to: String.self).append("saved") }

    Scenario(
      "encode(encoder:)", ["upstream": "--2--4--0--5--|"], gives: "--A--B--#",
      example: """
        struct Point: Encodable { var x: Int }
        let cancellable = [Point(x: 1), Point(x: 2)].publisher
          .encode(encoder: JSONEncoder())
          .sink(receiveCompletion: { print($0) }, receiveValue: { print(String(decoding: $0, as: UTF8.self)) })
        """, prints: #"{"x":1}\#n{"x":2}\#nfinished"#,
      pitfall: """
        One element that the encoder rejects, such as a floating-point NaN in JSON, ends the whole stream. Encode in a \
        `tryMapSkippingFailures` to leave it out instead.
        """
    ) { on in
      // JSON has no form of an infinite number.
      on.upstream
        .map(
          on.choice(
            "transform", as: Transform<Int, [Double]>.self, { [1 / Double($0)] }, { [Double($0)] },
            { [1 / Double($0 - 4)] })
        )
        .encode(encoder: JSONEncoder())
        .map { String(decoding: $0, as: UTF8.self) }
    }

    Scenario(
      "decode(type:decoder:)", ["upstream": "--1--2--x--4--|"], gives: "--1--2--#",
      example: #"""
        struct Point: Decodable { var x: Int }
        let cancellable = [#"{"x":1}"#, #"{"x":2}"#].publisher
          .map { Data($0.utf8) }
          .decode(type: Point.self, decoder: JSONDecoder())
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0.x) })
        """#, prints: "1\n2\nfinished",
      use: "Use it to turn data into models, such as the body of a response.",
      pitfall: """
        One malformed element ends the whole stream. Decode inside a `flatMap` with a `catch`, or with \
        `tryMapSkippingFailures`, to leave it out instead.
        """
    ) { on in
      on.text.upstream.map(
        on.choice(
          "transform", as: Transform<String, Data>.self, { Data($0.utf8) }, { Data($0 == "x" ? "3".utf8 : $0.utf8) })
      ).decode(type: Int.self, decoder: JSONDecoder())
    }

    Scenario(
      "withUnretained(_:)", ["upstream": "--1--2--3--4--|"], gives: "--A--B--|",
      fixed: "what this one makes of the object and the number is not what ends the stream",
      example: #"""
        final class Screen: Sendable { let name = "home" }
        let events = PassthroughSubject<String, Never>()
        var screens = [Screen()]
        let cancellable = events
          .withUnretained(screens[0])
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0.0.name, $0.1) })
        events.send("tap")
        screens.removeAll()
        events.send("swipe")
        """#, prints: "home tap\nfinished",
      pitfall: """
        The stream finishes at the first element after the release, not at the release. A stage below that keeps \
        elements retains the object: put this operator last.
        """
    ) { on in
      // Retained until tick 7.
      let screen = Screen()
      on.at(7) { withExtendedLifetime(screen) {} }
      return on.upstream.withUnretained(screen).map { screen, number in "\(screen.name) \(number)" }
    }

    Scenario(
      "withUnretained(_:_:)", ["upstream": "--1--2--3--4--|"], gives: "--A--B--|",
      fixed: "what this one makes of the object and the number is not what ends the stream",
      example: #"""
        final class Cart: Sendable { let currency = "EUR" }
        let prices = PassthroughSubject<Int, Never>()
        var carts = [Cart()]
        let cancellable = prices
          .withUnretained(carts[0]) { cart, price in "\(price) \(cart.currency)" }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        prices.send(5)
        carts.removeAll()
        prices.send(7)
        """#, prints: "5 EUR\nfinished",
      pitfall: """
        What the closure returns may retain the object, and with it a stage below that keeps elements. Return a value \
        of the object, not the object.
        """
    ) { on in
      // Retained until tick 7.
      let screen = Screen()
      on.at(7) { withExtendedLifetime(screen) {} }
      return on.upstream.withUnretained(screen) { screen, number in "\(screen.name) \(number)" }
    }
  }
}

/// A value with properties.
private struct Place: CustomStringConvertible {
  var x: Int
  var y: Int
  var z: Int

  var description: String { "Place(\(x), \(y), \(z))" }
}

/// An object that a pipeline does not retain.
private final class Screen: Sendable {
  let name = "home"
}
