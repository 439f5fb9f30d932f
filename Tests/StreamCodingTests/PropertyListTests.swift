import Foundation
import StreamCoding
import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("Property-list coders")
struct PropertyListTests {
  private let decoder = PropertyListDecoder()

  @Test("A structure passes through both formats", arguments: [PropertyFormat.xml, .binary])
  func roundTrip(format: PropertyFormat) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format.value
    let encoded = Just(Film.sample).encode(encoder: encoder).record()
    let data = try #require(encoded.values.first)
    expectEqual(String(decoding: data.prefix(format.start.utf8.count), as: UTF8.self), format.start)
    let decoded = Just(data).decode(type: Film.self, decoder: decoder).record()
    expectEqual(decoded.values, [.sample])
    expect(decoded.isFinished)
  }

  @Test("Fields that the type does not declare are ignored")
  func ignoresUnknownFields() {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>cast</key><array><string>A</string></array>
      <key>released</key><date>1970-01-01T00:00:00Z</date>
      <key>title</key><string>Dawn</string>
      </dict></plist>
      """
    let recorder = Just(Data(text.utf8)).decode(type: Film.self, decoder: decoder).record()
    expectEqual(recorder.values, [.sample])
  }

  @Test("Data that cannot be decoded is a failure, and upstream is cancelled")
  func decodingError() {
    let upstream = ScriptedPublisher<Data, Never>(letsGo: false)
    let recorder = upstream.decode(type: Film.self, decoder: decoder).record()
    upstream.send(Data("not a property list".utf8))
    expectEqual(recorder.values, [])
    expect(recorder.failure is DecodingError)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("A value that cannot be encoded is a failure, and upstream is cancelled")
  func encodingError() {
    // A property list has an array or a dictionary at its root.
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    let recorder = upstream.encode(encoder: PropertyListEncoder()).record()
    upstream.send(1)
    expectEqual(recorder.values, [])
    expect(recorder.failure is EncodingError)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }
}

/// A format, and how its files begin.
struct PropertyFormat: Sendable {
  let value: PropertyListSerialization.PropertyListFormat
  let start: String

  static let xml = PropertyFormat(value: .xml, start: "<?xml")
  static let binary = PropertyFormat(value: .binary, start: "bplist00")
}
