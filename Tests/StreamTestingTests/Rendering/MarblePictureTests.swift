import Foundation
import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Marble diagrams as pictures")
struct MarblePictureTests {
  @Test("The picture is well-formed XML, and refers to no other resource", arguments: Gallery.all)
  func selfContained(picture: Gallery.Picture) throws {
    let svg = picture.diagram.svg()
    let elements = try Elements(svg)
    expectEqual(elements.all.first?.name, "svg")
    expectEqual(svg.components(separatedBy: "http").count, 2, "Only the name space is an address.")
    for word in ["<script", "href", "url(", "@import", "<image", "<foreignObject"] {
      expect(!svg.contains(word))
    }
  }

  @Test("Its colours follow the reader's light or dark mode, or the given appearance")
  func appearance() {
    let diagram = marbles("-1-|") { $0 }.diagram("none")
    expect(diagram.svg().contains("@media (prefers-color-scheme: dark)"))
    expect(!diagram.svg(appearance: .light).contains("@media"))
    expect(!diagram.svg(appearance: .dark).contains("@media"))
    expect(diagram.svg(appearance: .light) != diagram.svg(appearance: .dark))
  }

  @Test("It has a title and a description in words for screen readers")
  func words() throws {
    let run = marbles("-1-2-#") { Publishers.Map(upstream: $0) { $0 * 10 } }
    let elements = try Elements(run.diagram("map { $0 * 10 }", title: "Tens & more").svg())
    let root = try #require(elements.all.first)
    expectEqual(root.attributes["role"], "img")
    let ids = elements.all.filter { ["title", "desc"].contains($0.name) }.compactMap { $0.attributes["id"] }
    expectEqual(root.attributes["aria-labelledby"], ids.joined(separator: " "))
    expectEqual(elements.all.first { $0.name == "title" }?.text, "Tens & more")
    expectEqual(
      elements.all.first { $0.name == "desc" }?.text,
      """
      upstream <Int, MarbleFailure>: subscribed at 0 s, 1 at 1 s, 2 at 3 s, failed at 5 s. Then: map { $0 * 10 }. \
      downstream <Int, MarbleFailure>: subscribed at 0 s, 10 at 1 s, 20 at 3 s, failed at 5 s.
      """)
  }

  @Test("Every sign has a shape of its own, which the key explains, so that colours are not needed")
  func signs() throws {
    let elements = try Elements(Gallery.everything.svg())
    let texts = elements.texts
    for meaning in ["before the subscription", "subscribed", "finished", "failed", "cancelled", "goes on"] {
      expect(texts.contains(meaning))
    }
    let classes = Set(elements.all.compactMap { $0.attributes["class"] })
    expect(classes.isSuperset(of: ["bar", "cross", "hollow", "arrow", "v0 missed", "line missed"]))
  }

  @Test("The lines of a long operation stand below each other, in a box that is high enough")
  func longOperation() throws {
    let code = Array(repeating: "word", count: 60).joined(separator: " ")
    let elements = try Elements(marbles("-1-|") { $0 }.diagram(code).svg())
    func number(_ name: String, _ element: Elements.Element) -> Double? {
      element.attributes[name].flatMap(Double.init)
    }
    let lines = elements.all.filter { $0.attributes["class"] == "middle" && $0.text.contains("word") }
      .compactMap { number("y", $0) }
    expectEqual(lines.count, 3)
    expect(zip(lines, lines.dropFirst()).allSatisfy { $1 - $0 == 18 })
    let box = try #require(elements.all.first { $0.attributes["class"] == "box" })
    let (top, height) = (try #require(number("y", box)), try #require(number("height", box)))
    #expect(try #require(lines.first) > top && #require(lines.last) < top + height)
  }

  @Test("A long title has a second line, above all else")
  func longTitle() throws {
    let title = "tryFilter { guard $0 > 0 else { throw MarbleFailure() }; return $0.isMultiple(of: 2) }"
    let elements = try Elements(marbles("-1-|") { $0 }.diagram("none", title: title).svg())
    let lines = elements.all.filter { $0.attributes["class"] == "title" }
    expectEqual(lines.count, 2)
    expectEqual(lines.map(\.text).joined(separator: " "), title)
    let label = try #require(elements.all.first { $0.attributes["class"] == "label" }?.textFrame)
    expect(lines.compactMap(\.textFrame).allSatisfy { !$0.intersects(label) })
  }

  @Test("A label of 24 columns stands in one line, and a longer one in two")
  func longLabel() throws {
    func labels(_ label: String) throws -> [String] {
      let diagram = MarbleDiagram("labels", rows: [MarbleRow(label, "-1-|")])
      return try Elements(diagram.svg()).all.filter { $0.attributes["class"] == "label" }.map(\.text)
    }
    #expect(try labels("a label of twenty-four c") == ["a label of twenty-four c"])
    #expect(try labels("a label of twenty-four co") == ["a label of twenty-four", "co"])
  }

  @Test("Signals that all come at one time can be drawn")
  func atOnce() {
    let svg = MarbleDiagram("at once", rows: [MarbleRow("a", "(1|)")]).svg()
    expect(!svg.contains("nan") && !svg.contains("inf\""))
  }

  @Test("Signals that all come at one time have the room that their texts need")
  func roomAtOnce() throws {
    func width(_ text: String) throws -> Double {
      let diagram = MarbleDiagram("at once", rows: [MarbleRow("a", "(1|)", texts: ["1": text])])
      return try #require(Elements(diagram.svg()).all.first?.attributes["width"].flatMap(Double.init))
    }
    #expect(try width("twelve signs") > width("1"))
  }

  @Test("Values of another type have another shape; of the same type, the same")
  func shapes() throws {
    func classes(_ diagram: MarbleDiagram) throws -> Set<String> {
      Set(try Elements(diagram.svg()).all.compactMap { $0.attributes["class"] }.filter { $0.first == "v" })
    }
    #expect(try classes(marbles("1|") { $0 }.diagram("none")) == ["v0"])
    #expect(try classes(marbles("1|") { Publishers.Map(upstream: $0) { "\($0)" } }.diagram("text")) == ["v0", "v1"])
    let rows = (0..<3).map { MarbleRow("row", "a", valueType: "\($0)") }
    #expect(try classes(MarbleDiagram("three", rows: rows)) == ["v0", "v1", "v2"])
  }

  @Test("No marble covers another, however close they are", arguments: Gallery.all)
  func overlaps(picture: Gallery.Picture) throws {
    let marbles = try Elements(picture.diagram.svg()).all.compactMap(\.marble)
    for (index, one) in marbles.enumerated() {
      for other in marbles[(index + 1)...] {
        expect(!one.intersects(other), "\(one) and \(other)")
      }
    }
    if picture.name == "crowd" { expect(marbles.count > 30) }
  }

  @Test("Every part is inside the picture", arguments: Gallery.all)
  func bounds(picture: Gallery.Picture) throws {
    let elements = try Elements(picture.diagram.svg())
    let page = try #require(elements.all.first { $0.attributes["class"] == "page" }?.frame)
    for element in elements.all {
      if let frame = element.frame { expect(page.contains(frame), "\(element)") }
      if let frame = element.textFrame { expect(page.contains(frame), "\(element)") }
    }
  }

  @Test("A text too long for a marble is written below in full, and so are values that are only counted")
  func longTexts() throws {
    let long = marbles("a(bcdefghi)|", value: { "the long value \($0)" }) { $0 }
    let texts = try Elements(long.diagram("none").svg()).texts
    expect(texts.contains("A = the long value a"))
    expect(texts.contains("F = the long value f"))
    expect(texts.contains("+3"))
    expect(texts.contains { $0.hasPrefix("+3 of downstream at 1 s = the long value g, the long value h") })
  }

  @Test("Characters that XML does not allow are escaped")
  func escapes() throws {
    let row = MarbleRow("<&>\"'\u{1}", marks: [.init(.value("\u{0}\n<b>"), at: 0), .init(.failure("]]>"), at: 1)])
    let texts = try Elements(MarbleDiagram("a < b & c", [.row(row), .operation("\u{8}")]).svg()).texts
    expect(texts.contains("a < b & c"))
    expect(texts.contains("\\0\\n<b>"))
    expect(texts.contains("]]>"))
  }

  @Test("The pictures in Docs/Marbles are equal to those that the tests draw", arguments: Gallery.all)
  func gallery(picture: Gallery.Picture) throws {
    // To draw them anew: UPDATE_MARBLES=1 swift test --filter MarblePictureTests
    let file = Gallery.folder.appendingPathComponent("\(picture.name).svg")
    if ProcessInfo.processInfo.environment["UPDATE_MARBLES"] != nil {
      try picture.diagram.svg().write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == picture.diagram.svg())
  }
}
