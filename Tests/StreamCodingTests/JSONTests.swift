import Foundation
import StreamCoding
import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("JSON coders")
struct JSONTests {
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  init() {
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
  }

  private static let text = #"{"released":"1970-01-01T00:00:00Z","title":"Dawn"}"#

  @Test("A structure is encoded with the encoder's strategies")
  func encodes() {
    let recorder = Just(Film.sample).encode(encoder: encoder).record()
    expectEqual(recorder.values.map { String(decoding: $0, as: UTF8.self) }, [Self.text])
    expect(recorder.isFinished)
  }

  @Test("A structure is decoded with the decoder's strategies")
  func decodes() {
    let recorder = Just(Data(Self.text.utf8)).decode(type: Film.self, decoder: decoder).record()
    expectEqual(recorder.values, [.sample])
    expect(recorder.isFinished)
  }

  @Test("Without the decoder's strategy, the same date is an error")
  func strategyMatters() {
    let recorder = Just(Data(Self.text.utf8)).decode(type: Film.self, decoder: JSONDecoder()).record()
    expectEqual(recorder.values, [])
    expect(recorder.failure is DecodingError)
  }

  @Test("Fields that the type does not declare are ignored")
  func ignoresUnknownFields() {
    let text = #"{"title":"Dawn","cast":[{"name":"A"}],"released":"1970-01-01T00:00:00Z","rating":4.5}"#
    let recorder = Just(Data(text.utf8)).decode(type: Film.self, decoder: decoder).record()
    expectEqual(recorder.values, [.sample])
  }

  @Test(
    "Data that cannot be decoded is a failure, and upstream is cancelled",
    arguments: [#"{"title":"Dawn"}"#, "not JSON", ""])
  func decodingError(text: String) {
    let upstream = ScriptedPublisher<Data, Never>(letsGo: false)
    let recorder = upstream.decode(type: Film.self, decoder: decoder).record()
    upstream.send(Data(text.utf8))
    upstream.send(Data(Self.text.utf8))
    expectEqual(recorder.values, [])
    expect(recorder.failure is DecodingError)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("A value that cannot be encoded is a failure, and upstream is cancelled")
  func encodingError() {
    let upstream = ScriptedPublisher<[Double], Never>(letsGo: false)
    let recorder = upstream.encode(encoder: encoder).record()
    upstream.send([.infinity])
    upstream.send([1])
    expectEqual(recorder.values, [])
    expect(recorder.failure is EncodingError)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("An encoded value can be decoded again")
  func roundTrip() {
    let films = (0..<5).map { Film(title: "Part \($0)", released: Date(timeIntervalSince1970: Double($0))) }
    let recorder = films.publisher.encode(encoder: encoder).decode(type: Film.self, decoder: decoder).record()
    expectEqual(recorder.values, films)
    expect(recorder.isFinished)
  }

  @Test("JSONEncoder and JSONDecoder conform to the kernel's protocols, with Data between them")
  func conformances() throws {
    func text(_ encoder: some TopLevelEncoder<Data>) throws -> String {
      String(decoding: try encoder.encode([1]), as: UTF8.self)
    }
    func numbers(_ decoder: some TopLevelDecoder<Data>) throws -> [Int] {
      try decoder.decode([Int].self, from: Data("[1]".utf8))
    }
    #expect(try text(encoder) == "[1]")
    #expect(try numbers(decoder) == [1])
  }
}
