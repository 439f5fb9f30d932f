import Foundation
import StreamCoding
import StreamCore
import TestSupport
import Testing

@Suite("Newline-delimited JSON")
struct LinesOfJSONTests {
  private struct Reading: Codable, Equatable, Sendable {
    var place: String
    var value: Int
  }

  private static let readings = [
    Reading(place: "Å", value: 1), Reading(place: "two\nlines", value: -2), Reading(place: "", value: 3),
  ]
  private static let text = """
    {"place":"Å","value":1}\r
    \r

     \t
    {"value":-2, "place":"two\\nlines"}
    {"place":"","value":3}
    """

  private func decode<P: Publisher>(_ upstream: P, maxLength: Int = 100)
    -> Publishers.DecodeLines<
      P, Reading, JSONDecoder
    >
  {
    upstream.decodeLines(type: Reading.self, decoder: JSONDecoder(), maxLength: maxLength)
  }

  @Test("The limit of a line is a million bytes by default, and may be as low as one")
  func defaultLength() {
    let upstream = Just(Data())
    expectEqual(upstream.decodeLines(type: Reading.self, decoder: JSONDecoder()).maxLength, 1_000_000)
    expectEqual(decode(upstream, maxLength: 1).maxLength, 1)
  }

  @Test("A stream cut at any position gives the same values", arguments: ["", "\n", "\r\n"])
  func everyCut(end: String) {
    let data = Data((Self.text + end).utf8)
    for cut in 0...data.count {
      let recorder = decode([data.prefix(cut), data.dropFirst(cut)].publisher).record()
      expectEqual(recorder.values, Self.readings, "Cut at \(cut)")
      expect(recorder.isFinished)
    }
  }

  @Test("A stream that arrives byte by byte gives the same values")
  func byteByByte() {
    let recorder = decode(Self.text.utf8.map { Data([$0]) }.publisher).record()
    expectEqual(recorder.values, Self.readings)
  }

  @Test("Values are delivered on demand, and a skipped line uses up none (rule 2)")
  func demand() {
    let upstream = ScriptedPublisher<Data, Never>()
    let recorder = decode(upstream).record(demand: .max(2))
    upstream.send(Data((Self.text + "\n").utf8))
    expectEqual(recorder.values, Array(Self.readings.prefix(2)))
    expectEqual(upstream.requests, [.demand(.max(1))])
    upstream.send(completion: .finished)
    recorder.request(.max(1))
    expectEqual(recorder.values, Self.readings)
    expect(recorder.isFinished)
  }

  @Test(
    "A malformed line is a failure with its number, after the values before it, and upstream is cancelled",
    arguments: [#"{"place":"#, "nonsense", #"{"place":1,"value":1}"#, #"{"place":"","value":1}}"#, "\u{1}"])
  func malformed(line: String) throws {
    let upstream = ScriptedPublisher<Data, Never>(letsGo: false)
    let recorder = decode(upstream).record()
    upstream.send(Data(#"{"place":"","value":3}"#.utf8))
    upstream.send(Data("\n\n\(line)\n{}\n".utf8))
    upstream.send(Data(Self.text.utf8))
    expectEqual(recorder.values, [Self.readings[2]])
    let failure = try #require(recorder.failure as? LineDecodingError)
    expectEqual(failure.lineNumber, 3)
    expect(failure.underlyingError is DecodingError)
    expect("\(failure)".hasPrefix("Line 3: "))
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(1)), .cancel])
  }

  @Test("An incomplete last line is malformed")
  func brokenOff() {
    let recorder = decode(Just(Data("{\"place\":\"\",\"value\":3}\n{\"pla".utf8))).record()
    expectEqual(recorder.values, [Self.readings[2]])
    expectEqual((recorder.failure as? LineDecodingError)?.lineNumber, 2)
  }

  @Test("A line that is too long fails before its end has arrived")
  func tooLong() {
    let upstream = ScriptedPublisher<Data, Never>(letsGo: false)
    let recorder = decode(upstream, maxLength: 64).record()
    for _ in 0..<8 { upstream.send(Data(repeating: UInt8(ascii: " "), count: 10)) }
    expectEqual(recorder.failure as? LineTooLongError, LineTooLongError(limit: 64))
    expectEqual(upstream.requests.last, .cancel)
  }

  @Test("A failure of upstream is passed on, and half a line gives no value")
  func upstreamFailure() {
    let upstream = ScriptedPublisher<Data, TestError>()
    let recorder = decode(upstream).record()
    upstream.send(Data("{\"place\":\"\",\"value\":3}\n{\"place\":\"\",\"value\":4}".utf8))
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [Self.readings[2]])
    expectEqual(recorder.failure as? TestError, TestError())
  }

  @Test("Each subscription counts its own lines")
  func independent() {
    let publisher = decode(Just(Data("x".utf8)))
    for _ in 0..<2 { expectEqual((publisher.record().failure as? LineDecodingError)?.lineNumber, 1) }
  }

  @Test("Each value is encoded into one line, and decoded again")
  func encodes() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let lines = Self.readings.publisher.encodeLines(encoder: encoder).record()
    expectEqual(
      lines.values.map { String(decoding: $0, as: UTF8.self) },
      [
        "{\"place\":\"Å\",\"value\":1}\n", "{\"place\":\"two\\nlines\",\"value\":-2}\n",
        "{\"place\":\"\",\"value\":3}\n",
      ])
    expect(lines.isFinished)
    expectEqual(decode(Self.readings.publisher.encodeLines(encoder: encoder)).record().values, Self.readings)
  }

  @Test("Demand and cancel pass through encodeLines")
  func encodeDemand() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.encodeLines(encoder: JSONEncoder()).record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.send(1), .max(3))
    recorder.cancel()
    expectEqual(upstream.send(2), .none)
    expectEqual(recorder.values, [Data("1\n".utf8)])
    expectEqual(upstream.requests, [.demand(.max(2)), .cancel])
    expectEqual(recorder.subscriptions, ["EncodeLines"])
  }

  @Test("A value before the subscription is ignored, and so are signals after the end")
  func encodeMisbehaviour() {
    expectEqual(misbehaviour { $0.encodeLines(encoder: JSONEncoder()) }, .ignored)
  }

  @Test("A value that cannot be encoded, or only into several lines, is a failure")
  func encodingErrors() {
    let infinite = ScriptedPublisher<Double, Never>(letsGo: false)
    let first = infinite.encodeLines(encoder: JSONEncoder()).record()
    infinite.send(.infinity)
    expect(first.failure is EncodingError)
    infinite.send(1)
    expectEqual(first.values, [])
    expectEqual(infinite.requests, [.demand(.unlimited), .cancel])

    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    let second = Just(Self.readings[0]).encodeLines(encoder: encoder).record()
    expectEqual(second.values, [])
    expect(second.failure is EncodingError)
  }
}
