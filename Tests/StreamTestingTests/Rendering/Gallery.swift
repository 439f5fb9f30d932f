import Foundation
import StreamCore
import StreamSchedulers
import StreamTesting
import Testing

/// The pictures of Docs/Marbles.
enum Gallery {
  struct Picture: CustomTestStringConvertible, Sendable {
    let name: String
    let diagram: MarbleDiagram

    var testDescription: String { name }
  }

  static var all: [Picture] {
    [
      Picture(name: "map", diagram: map), Picture(name: "signs", diagram: everything),
      Picture(name: "crowd", diagram: crowd),
    ]
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Docs/Marbles").standardizedFileURL

  /// A run with texts that are too long for marbles.
  static var map: MarbleDiagram {
    marbles("-1-2-(34)-#") { Publishers.Map(upstream: $0) { "item number \($0) of the list" } }
      .diagram("map { \"item number \\($0) of the list\" }")
  }

  /// Every sign that there is.
  static var everything: MarbleDiagram {
    MarbleDiagram(
      "The signs of a diagram", tick: 1,
      [
        .row(MarbleRow("a hot source", "1-2-^-3-(45)-!", valueType: "Int", tick: 1)),
        .row(MarbleRow("a failure", "^--a----#", valueType: "String", tick: 1, texts: ["#": "timed out"])),
        .operation("what is done to them"),
        .row(MarbleRow("a result", "^--x-y-(z|)", valueType: "(Int, String)", tick: 1, texts: ["x": "3, a"])),
        .row(MarbleRow("one that goes on", "^-----t", valueType: "String", tick: 1)),
      ])
  }

  /// Values that are closer than they are wide.
  static var crowd: MarbleDiagram {
    let run = marbles("1234567891234567---------(12345678)---1-------9|", tick: .milliseconds(40)) {
      Publishers.Map(upstream: $0) { $0 * 1_111 }
    }
    return run.diagram("map { $0 * 1_111 }")
  }
}
