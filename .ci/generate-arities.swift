// Writes the arities of merge, zip and combineLatest into a folder, a file a family, not yet formatted.
//   swift .ci/generate-arities.swift FOLDER
// Run by .ci/generate-arities. A template is a function that makes one arity; lines that each publisher has are one
// line of the template, in `each`.
import Foundation

let cardinals = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"]
let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]

/// One of the publishers: its place, and the names of its parameter, of its type, and in diagrams.
struct Source {
  let place: Int
  let name, type, label: String

  var ordinal: String { ordinals[place] }
}

/// The publishers as their operator's type names them: `a: A` to `h: H`.
func sources(_ count: Int) -> [Source] {
  zip(0..<count, "abcdefgh").map { Source(place: $0, name: "\($1)", type: $1.uppercased(), label: "\($1)") }
}

extension [Source] {
  func each(_ separator: String = "\n", _ text: (Source) -> String) -> String {
    map(text).joined(separator: separator)
  }

  func list(_ text: (Source) -> String) -> String { each(", ", text) }

  /// `a, b, c`
  var names: String { list(\.name) }

  /// `A, B, C`
  var types: String { list(\.type) }

  /// `A: Publisher, B: Publisher`
  var generics: String { list { "\($0.type): Publisher" } }

  /// `_ a: A, _ b: B`
  var parameters: String { list { "_ \($0.name): \($0.type)" } }

  /// `A.Failure == B.Failure, B.Failure == C.Failure`
  func same(_ member: String) -> String {
    zip(self, dropFirst()).map { "\($0.type).\(member) == \($1.type).\(member)" }.joined(separator: ", ")
  }

  /// `B.Failure == Failure, C.Failure == Failure`
  func own(_ member: String) -> String { list { "\($0.type).\(member) == \(member)" } }
}

func conformances(_ type: String, _ all: [Source]) -> String {
  ["Sendable", "Equatable"]
    .map { name in "extension \(type): \(name) where \(all.list { "\($0.type): \(name)" }) {}" }
    .joined(separator: "\n\n")
}

func comment(_ text: String) -> String {
  text.split(separator: "\n").map { "/// \($0)" }.joined(separator: "\n")
}

// MARK: Diagrams: those of the scenarios of Laboratory/Sources/OperatorScenarios

/// The rows are the timelines of the publishers, that of the result, and the digits of the tuples that its letters
/// stand for, if it has any.
func diagram(_ call: String, _ others: [Source], _ rows: String) -> String {
  let labels = ["upstream"] + others.map(\.label) + ["downstream"]
  let rows = rows.split(separator: " ")
  var lines = zip(labels, rows).map { $0.padding(toLength: 14, withPad: " ", startingAt: 0) + $1 }
  lines.insert(call, at: others.count + 1)
  let tuples = zip("ABCD", rows.dropFirst(labels.count)).map { letter, digits in
    "\(letter) = (\(digits.map(String.init).joined(separator: ", ")))"
  }
  if !tuples.isEmpty { lines.append(tuples.joined(separator: ", ")) }
  return comment(lines.map { "    \($0)" }.joined(separator: "\n"))
}

func dashes(_ count: Int) -> String { String(repeating: "-", count: count) }

/// Timelines with one element each, later from publisher to publisher, and a last one after them all.
func stairs(_ firsts: [Int], _ lasts: [String]) -> String {
  let rows = zip(firsts, lasts).enumerated().map { place, row in
    "\(dashes(place + 1))\(row.0)\(dashes(firsts.count - place))\(row.1)|"
  }
  return rows.joined(separator: " ")
}

func digits(_ numbers: [Int]) -> String { numbers.map(String.init).joined() }

func mergeRows(_ count: Int) -> String {
  if count == 3 { return "-1----2-----| ---3-------4-| --5-----6| -153--2-6--4-|" }
  let firsts = Array(1...count)
  return "\(stairs(firsts, firsts.map { _ in "" })) -\(digits(firsts))-|"
}

/// The last element of a publisher is `-` where it has none, and the first remains its latest.
func tupleRows(_ lasts: [String]) -> String {
  let firsts = Array(1...lasts.count)
  let second = zip(firsts, lasts).map { Int($1) ?? $0 }
  return "\(stairs(firsts, lasts)) \(dashes(firsts.count))A-B| \(digits(firsts)) \(digits(second))"
}

func sumRows(_ lasts: [String]) -> String {
  let firsts = lasts.map { _ in 1 }
  let second = lasts.map { Int($0) ?? 1 }.reduce(0, +)
  return "\(stairs(firsts, lasts)) \(dashes(firsts.count))\(firsts.count)-\(second)|"
}

// MARK: merge

func merge(_ count: Int) -> String {
  let all = sources(count)
  let others = Array(all.dropFirst())
  return """
    extension Publisher {
      /// Republishes the elements of this publisher and of \(cardinals[count - 1]) others, as they arrive.
      ///
      \(diagram("merge(with: \(others.names))", others, mergeRows(count)))
      ///
      /// - **Demand**: each publisher receives unlimited demand if downstream has requested it, and otherwise requests
      ///   for one value at a time.
      /// - **Completion**: finishes when all have finished.
      /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
      /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their
      ///   threads.
      ///
      /// - Parameters:
      \(others.each { "///   - \($0.name): The \($0.ordinal) publisher." })
      /// - Returns: A publisher of the merged elements.
      /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that arrive during a
      ///   delivery: at most one of each publisher, unless downstream has requested everything.
      @inlinable
      public func merge<\(others.generics)>(
        with \(others.parameters.dropFirst(2))
      ) -> Publishers.Merge\(count)<Self, \(others.types)>
      where
        \(others.own("Output")),
        \(others.own("Failure"))
      {
        Publishers.Merge\(count)(self, \(others.names))
      }
    }

    extension Publishers {
      /// A publisher that republishes the elements of \(cardinals[count]) others, as they arrive.
      @frozen
      public struct Merge\(count)<\(all.generics)>: Publisher, ReleasingPublisher
      where
        \(all.same("Output")),
        \(all.same("Failure"))
      {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        \(all.each("\n\n") { "/// The \($0.ordinal) publisher.\npublic let \($0.name): \($0.type)" })

        /// Creates a publisher that republishes the elements of \(cardinals[count]) others.
        ///
        /// - Parameters:
        \(all.each { "///   - \($0.name): The \($0.ordinal) publisher." })
        @inlinable
        public init(\(all.parameters)) {
          \(all.each { "self.\($0.name) = \($0.name)" })
        }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
          MergeDelivery.merge(to: subscriber) { delivery in
            \(all.each { "delivery.add(\($0.name))" })
          }
        }
      }
    }

    \(conformances("Publishers.Merge\(count)", all))
    """
}

// MARK: zip and combineLatest

/// What is different in the two.
struct Words {
  let method, type, combination, take: String
  let combines: (String) -> String
  let whenever: String
  let publishes: (String) -> String
  let output, bullets, delivered, returns, unit, waits: String

  /// The rows of diagrams that are not derived, and the last elements of those that are.
  let drawn: [Int: String]
  let last: (Int) -> String
  let drawnSums: [Int: String]
  let lastOfSum: (Int) -> String
}

let byPosition = Words(
  method: "zip", type: "Zip", combination: ".byPosition", take: "takeFirst",
  combines: { "Combines each element with the elements at the same position of \($0) other publishers" },
  whenever: "",
  publishes: { "combines the elements of \($0) others by position" },
  output: "A tuple of one element of each.",
  bullets: """
    - **Demand**: passed to all; elements are queued until their partners arrive.
    - **Completion**: finishes, and cancels the others, once one has finished and none of its elements is queued.
    - **Failure**: the first failure cancels the others, drops what is queued and is passed on.
    """,
  delivered: "where its last element arrives",
  returns: "each of the elements of one position",
  unit: "element", waits: "wait for their partners",
  drawn: [
    3: "-1--2------| --3----4---| ---5----6--7| ---A----B--| 135 246",
    4: "-1--2-------| --3----4----| ---5----6---| ----7--8--9-| ----A---B---| 1357 2468",
    5: "-1--2-------| --3----4----| ---5----6---| ----7--8--9-| -0-1--------| ----A---B---| 13570 24681",
  ],
  last: { "\(9 - $0)" },
  drawnSums: [
    3: "-1--2------| --3----4---| ---1----2--5| ---5----8--|",
    4: "-1--2-------| --1----1----| ---1----2---| ----2--3--9-| ----5---8---|",
    5: "-1--2-------| --1----1----| ---1----2---| ----2--3--9-| -0-1--------| ----5---9---|",
  ],
  lastOfSum: { $0 == 0 ? "1" : "0" })

let latest = Words(
  method: "combineLatest", type: "CombineLatest", combination: ".latest", take: "latest",
  combines: { "Combines the latest elements of this publisher and \($0) others" },
  whenever: ", whenever any of them delivers one",
  publishes: { "combines the latest elements of \($0) others" },
  output: "The latest element of each.",
  bullets: """
    - **Demand**: passed to all; of the tuples that exceed it, the newest is buffered until downstream requests it.
    - **Completion**: finishes when all have finished, or as soon as one finishes without having delivered an element.
    - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
    """,
  delivered: "where its newest element arrives, where downstream requests it",
  returns: "the first once all have delivered an element",
  unit: "tuple", waits: "arrive during a delivery",
  drawn: [
    3: "-1-----2---| -----3----4| ---5--6----| -----ABC--D| 135 136 236 246",
    4: "-1-----2----| --3-------4-| ---5-----6--| ----7-------| ----A--B-CD-| 1357 2357 2367 2467",
    5: "-1-----2----| --3-------4-| ---5-----6--| ----7-------| -8----------| ----A--B-CD-| 13578 23578 23678 24678",
  ],
  last: { $0 == 0 ? "0" : "-" },
  drawnSums: [
    3: "-1-----2---| -----3----4| ---1--2----| -----567--8|",
    4: "-1-----2----| --1-------2-| ---1-----2--| ----2-------| ----5--6-78-|",
    5: "-1-----2----| --1-------2-| ---1-----2--| ----1-------| -1----------| ----5--6-78-|",
  ],
  lastOfSum: { $0 == 0 ? "0" : "-" })

/// Combine has those of three and four, with these names and a type for each. More are disfavoured, and have `Join5` to
/// `Join8`.
func combine(_ count: Int, _ words: Words) -> String {
  let isInCombine = count <= 4
  let (owner, rank, combination, label, order) =
    isInCombine
    ? (words.type, "", "", "_ ", "")
    : (
      "Join", "@_disfavoredOverload\n", "\(words.combination), ", "",
      " Subscribes in order, and stops once one has failed, or has finished\n///     without an element."
    )
  let named = zip(1...3, ["aP", "bQ", "cR"]).map {
    Source(place: $0, name: "publisher\($0)", type: "\($1.suffix(1))", label: "\($1.prefix(1))")
  }
  let others = isInCombine ? Array(named.prefix(count - 1)) : Array(sources(count).dropFirst())
  let parameters = others.each {
    "///   - \($0.name): The publisher of the \($0.ordinal) elements.\($0.place == 1 ? order : "")"
  }
  let type = "Publishers.\(owner)\(count)"
  let summary = words.combines(cardinals[count - 1])
  let call = "\(words.method)(\(others.list(\.label)))"
  let sum = "{ \((0..<count).map { "$\($0)" }.joined(separator: " + ")) }"
  let rows = words.drawn[count] ?? tupleRows((0..<count).map(words.last))
  let sumRows = words.drawnSums[count] ?? sumRows((0..<count).map(words.lastOfSum))
  let operators = """
    extension Publisher {
      /// \(summary)\(words.whenever).
      ///
      \(diagram(call, others, rows))
      ///
      \(comment(words.bullets))
      /// - **Threads**: a tuple is delivered \(words.delivered),
      ///   or by a thread that is delivering an earlier tuple; deliveries never overlap.
      ///
      /// - Parameters:
      \(parameters)
      /// - Returns: A publisher of tuples, \(words.returns).
      /// - Complexity: O(1) for each \(words.unit); O(*n*) memory, where *n* is the number of \(words.unit)s that
      ///   \(words.waits).
      \(rank)@inlinable
      public func \(words.method)<\(others.generics)>(
        \(others.parameters)
      ) -> \(type)<Self, \(others.types)> where \(others.own("Failure")) {
        \(type)(\(combination)self, \(others.names))
      }

      /// \(summary), and
      /// transforms each tuple.
      ///
      \(diagram("\(call) \(sum)", others, sumRows))
      ///
      \(comment(words.bullets))
      /// - **Threads**: `transform` runs where the tuple is delivered, never under a lock.
      ///
      /// - Parameters:
      \(parameters)
      ///   - transform: Transforms a tuple into an element.
      /// - Returns: A publisher of the results of `transform`.
      /// - Complexity: O(1) for each \(words.unit); O(*n*) memory, where *n* is the number of \(words.unit)s that
      ///   \(words.waits).
      \(rank)@inlinable
      @preconcurrency
      public func \(words.method)<\(others.generics), T>(
        \(others.parameters),
        \(label)transform: @escaping @Sendable (Output, \(others.list { "\($0.type).Output" })) -> T
      ) -> Publishers.Map<\(type)<Self, \(others.types)>, T> where \(others.own("Failure")) {
        Publishers.Map(upstream: \(words.method)(\(others.names))) {
          transform(\((0..<count).map { "$0.\($0)" }.joined(separator: ", ")))
        }
      }
    }
    """
  return isInCombine ? "\(operators)\n\n\(tupleType(count, words))" : operators
}

func tupleType(_ count: Int, _ words: Words) -> String {
  let all = sources(count)
  return """
    extension Publishers {
      /// A publisher that \(words.publishes(cardinals[count])).
      @frozen
      public struct \(words.type)\(count)<\(all.generics)>: Publisher, ReleasingPublisher
      where \(all.same("Failure")) {
        /// \(words.output)
        public typealias Output = (\(all.list { "\($0.type).Output" }))
        public typealias Failure = A.Failure

        \(all.each("\n\n") { "/// The publisher of the \($0.ordinal) elements.\npublic let \($0.name): \($0.type)" })

        /// Creates a publisher that \(words.publishes(cardinals[count])).
        ///
        /// - Parameters:
        \(all.each { "///   - \($0.name): The publisher of the \($0.ordinal) elements." })
        @inlinable
        public init(\(all.parameters)) {
          \(all.each { "self.\($0.name) = \($0.name)" })
        }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
          let delivery = SidesDelivery<S>("\(words.type)", SidesPolicy(\(words.combination)), to: subscriber)
          \(all.each { "let side\($0.type) = SideInner<\($0.type).Output, S>(\($0.place), of: delivery)" })
          delivery.begin([\(all.list { "side\($0.type)" })]) {
            (\(all.list { "side\($0.type).\(words.take)()" }))
          }
          \(all.each { "\($0.name).subscribe(side\($0.type))" })
        }
      }
    }

    \(conformances("Publishers.\(words.type)\(count)", all))
    """
}

// MARK: The type of both for more than four

func join(_ count: Int) -> String {
  let all = sources(count)
  return """
    /// A publisher that joins the elements of \(cardinals[count]) others into tuples: the latest elements for
    /// `combineLatest`, the elements at the same position for `zip`.
    @frozen
    public struct Join\(count)Publisher<\(all.generics)>: Publisher, ReleasingPublisher
    where \(all.same("Failure")) {
      /// An element of each.
      public typealias Output = (\(all.list { "\($0.type).Output" }))
      public typealias Failure = A.Failure

      \(all.each("\n\n") { "/// The publisher of the \($0.ordinal) elements.\npublic let \($0.name): \($0.type)" })

      @usableFromInline let combination: SidesCombination

      @inlinable
      init(_ combination: SidesCombination, \(all.parameters)) {
        self.combination = combination
        (\(all.list { "self.\($0.name)" })) = (\(all.names))
      }

      @inlinable @inline(__always)
      public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let combination = combination
        let delivery = SidesDelivery<S>(combination.operatorName, SidesPolicy(combination), to: subscriber)
        \(all.each { "let side\($0.type) = SideInner<\($0.type).Output, S>(\($0.place), of: delivery)" })
        delivery.begin([\(all.list { "side\($0.type)" })]) {
          (\(all.list { "side\($0.type).element(combination)" }))
        }
        \(all.each { "delivery.subscribe(side\($0.type), to: \($0.name))" })
      }
    }

    extension PublisherNames {
      /// ``Join\(count)Publisher``, under a short name that a client's own type overrides.
      public typealias Join\(count)<\(all.generics)> = Join\(count)Publisher<\(all.types)>
      where \(all.same("Failure"))
    }

    \(conformances("Join\(count)Publisher", all))
    """
}

// MARK: Functions of all publishers

/// The function that makes what the method of the first publisher makes, with a pointer to that.
func function(_ count: Int, _ method: String, label: String, _ type: String, _ condition: String) -> String {
  let all = sources(count)
  let labels = label + String(repeating: "_:", count: count - 2)
  return """
    extension Publishers {
      /// Like ``Publisher/\(method)(\(labels))``, as a function of \(cardinals[count]) publishers.
      @_disfavoredOverload
      @inlinable
      public static func \(method)<\(all.generics)>(
        \(all.parameters)
      ) -> Publishers.\(type.prefix { $0 != "(" })<\(all.types)> where \(condition) {
        Publishers.\(type)\(all.names))
      }
    }
    """
}

func mergeFunction(_ count: Int) -> String {
  let all = sources(count)
  return function(
    count, "merge", label: "with:", "Merge\(count == 2 ? "" : "\(count)")(",
    "\(all.same("Output")), \(all.same("Failure"))")
}

func combineFunction(_ count: Int, _ words: Words) -> String {
  let type =
    switch count {
    case 2: "\(words.type)("
    case 3, 4: "\(words.type)\(count)("
    default: "Join\(count)(\(words.combination), "
    }
  return function(count, words.method, label: "_:", type, sources(count).same("Failure"))
}

let header = """
  // Generated by .ci/generate-arities from its templates: change those, not this file.
  public import StreamCore
  public import StreamParts
  """
let files = [
  "Merge3to8": (3...8).map(merge),
  "Zip3to8": (3...8).map { combine($0, byPosition) },
  "CombineLatest3to8": (3...8).map { combine($0, latest) },
  "Join5to8": (5...8).map(join),
  "Functions2to8": (2...8).map(mergeFunction) + (2...8).map { combineFunction($0, byPosition) }
    + (2...8).map { combineFunction($0, latest) },
]
for (name, arities) in files {
  let text = ([header] + arities).joined(separator: "\n\n") + "\n"
  try text.write(toFile: "\(CommandLine.arguments[1])/\(name).swift", atomically: true, encoding: .utf8)
}
