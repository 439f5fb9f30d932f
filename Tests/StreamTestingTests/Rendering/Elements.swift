import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of a picture, as a reader of XML finds them.
struct Elements {
  struct Element: CustomStringConvertible {
    let name: String
    let attributes: [String: String]
    var text = ""

    var description: String { "\(name) \(attributes) \(text)" }

    private func number(_ name: String) -> Double? { attributes[name].flatMap(Double.init) }

    /// The frame of a rectangle.
    var frame: Frame? {
      guard name == "rect", let width = number("width"), let height = number("height") else { return nil }
      return Frame(x: number("x") ?? 0, y: number("y") ?? 0, width: width, height: height)
    }

    /// The frame of a value.
    var marble: Frame? {
      guard attributes["class"]?.first == "v" else { return nil }
      if let frame { return frame }
      let numbers = (attributes["d"] ?? "").split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
      let xs = stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
      let ys = stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
      guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
      return Frame(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// About where a text stands.
    var textFrame: Frame? {
      guard name == "text", let x = number("x"), let y = number("y") else { return nil }
      let names = attributes["class"]?.split(separator: " ") ?? []
      let width = Double(text.count) * (names.contains("small") ? 7.2 : names.contains("title") ? 9.6 : 8.4)
      let left = names.contains("middle") ? x - width / 2 : names.contains("end") ? x - width : x
      return Frame(x: left, y: y - 10, width: width, height: 14)
    }
  }

  struct Frame {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    func intersects(_ other: Frame) -> Bool {
      x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }

    func contains(_ other: Frame) -> Bool {
      x <= other.x && y <= other.y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }
  }

  let all: [Element]

  /// What can be read in the picture.
  var texts: [String] { all.filter { $0.name == "text" }.map(\.text) }

  /// Reads a document; throws what is wrong with it.
  init(_ document: String) throws {
    let parser = XMLParser(data: Data(document.utf8))
    let reader = Reader()
    parser.delegate = reader
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.propertyListReadCorrupt) }
    all = reader.elements
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      open.append(elements.count)
      elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { elements[last].text += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }
  }
}
