/// What the subject for a message's acknowledgement says of the message.
///
///     $JS.ACK.<stream>.<consumer>.<deliveries>.<stream sequence>.<consumer sequence>.<time>.<pending>
///     $JS.ACK.<domain>.<account>.<stream>.<consumer>.<deliveries>.….<pending>.<token>
///
/// It is read for each message, so from the bytes, without a string.
struct AckSubject {
  let deliveries: Int
  let sequence: UInt64
  let consumerSequence: UInt64

  /// Nanoseconds since 1970.
  let time: Int64
  let pending: UInt64

  /// Where the names are in the subject.
  private let stream: Range<Int>
  private let consumer: Range<Int>

  /// - Parameter subject: The reply subject of a message; `nil` results if it is not one for an acknowledgement.
  init?(_ subject: UnsafePointer<CChar>) {
    var reader = TokenReader(subject)
    guard reader.skip("$JS"), reader.skip("ACK") else { return nil }
    switch TokenReader.count(subject) {
    case 9: break
    case 11...: (_, _) = (reader.next(), reader.next())
    default: return nil
    }
    (stream, consumer) = (reader.next(), reader.next())
    guard let deliveries = reader.number(), let sequence = reader.number(), let consumerSequence = reader.number(),
      let time = reader.number(), let pending = reader.number(), let deliveries = Int(exactly: deliveries),
      let time = Int64(exactly: time)
    else { return nil }
    (self.deliveries, self.sequence, self.consumerSequence) = (deliveries, sequence, consumerSequence)
    (self.time, self.pending) = (time, pending)
  }

  /// The name of the log, in the subject that this was read from.
  func stream(in subject: UnsafePointer<CChar>) -> String { Self.text(stream, in: subject) }

  /// The name of the consumer, in the subject that this was read from.
  func consumer(in subject: UnsafePointer<CChar>) -> String { Self.text(consumer, in: subject) }

  private static func text(_ range: Range<Int>, in subject: UnsafePointer<CChar>) -> String {
    subject.withMemoryRebound(to: UInt8.self, capacity: range.upperBound) { bytes in
      String(decoding: UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count), as: UTF8.self)
    }
  }
}

/// Reads the parts of a subject, which dots are between, one after the other.
private struct TokenReader {
  private static let dot = CChar(UInt8(ascii: "."))

  private let text: UnsafePointer<CChar>
  private var place = 0

  init(_ text: UnsafePointer<CChar>) {
    self.text = text
  }

  static func count(_ text: UnsafePointer<CChar>) -> Int {
    var (count, place) = (1, 0)
    while text[place] != 0 {
      if text[place] == dot { count += 1 }
      place += 1
    }
    return count
  }

  /// Passes a part, and the dot after it.
  ///
  /// - Returns: Where it is. At the end of the text, that of nothing.
  mutating func next() -> Range<Int> {
    let start = place
    while text[place] != 0, text[place] != Self.dot { place += 1 }
    defer { if text[place] != 0 { place += 1 } }
    return start..<place
  }

  /// - Returns: Whether the next part is `token`, and has been passed.
  mutating func skip(_ token: StaticString) -> Bool {
    let range = next()
    guard range.count == token.utf8CodeUnitCount else { return false }
    return range.allSatisfy { UInt8(bitPattern: text[$0]) == token.utf8Start[$0 - range.lowerBound] }
  }

  /// - Returns: The number that the next part is; `nil` if it is none, or too large.
  mutating func number() -> UInt64? {
    let range = next()
    return UnsafeRawBufferPointer(start: text + range.lowerBound, count: range.count).decimal
  }
}
