import Foundation

/// A request, as the server saw it.
struct Request: Sendable {
  let method: String
  let path: String
  let headers: [String: String]
  let body: String

  /// Reads a request; `nil` while part of it is missing.
  init?(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let headEnd = text.range(of: "\r\n\r\n") else { return nil }
    let lines = text[..<headEnd.lowerBound].components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    method = String(words[0])
    path = String(words[1])
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (parts[0].lowercased(), parts.dropFirst().joined().trimmingCharacters(in: .whitespaces))
    }
    headers = Dictionary(fields) { first, _ in first }
    body = String(text[headEnd.upperBound...])
    guard body.utf8.count == Int(headers["content-length"] ?? "0") else { return nil }
  }
}

/// What the server says to a request, after which it closes the connection.
struct Answer: Sendable {
  let text: String
  private(set) var isHeld = false

  private init(text: String) {
    self.text = text
  }

  /// A whole answer.
  static func json(_ body: String, status: Int = 200) -> Answer {
    dropped(after: body, of: body.utf8.count, status: status)
  }

  /// An answer that ends in the middle: the head promises `length` bytes.
  static func dropped(after body: String, of length: Int, status: Int = 200) -> Answer {
    raw(
      """
      HTTP/1.1 \(status) Answer\r
      Content-Type: application/json\r
      Content-Length: \(length)\r
      Connection: close\r
      \r
      \(body)
      """)
  }

  /// Text that need not be HTTP.
  static func raw(_ text: String) -> Answer {
    Answer(text: text)
  }

  /// The same answer, once the test says so.
  var held: Answer {
    var answer = self
    answer.isHeld = true
    return answer
  }
}
