import StreamCore
import StreamLines
import StreamMapping
import TestSupport
import Testing

@Suite("serverSentEvents()")
struct ServerSentEventsTests {
  private func events(_ text: String, maxLength: Int = 1_000) -> [ServerSentEvent] {
    Just(Array(text.utf8)).serverSentEvents(maxLength: maxLength).record().values
  }

  private func contents(_ text: String) -> [String?] { events(text).map(\.data) }

  @Test("Bytes cut anywhere give the same events: every pair of cuts", arguments: ["\n", "\r", "\r\n"])
  func anyCut(end: String) {
    let lines = [
      "\u{feff}id: 1", "event: word", "data: é", "data:b", "", ": a remark", "retry: 5", "data", "", "data: no",
    ]
    let bytes = Array(lines.joined(separator: end).utf8)
    let expected = [
      ServerSentEvent(data: "é\nb", id: "1", event: "word"), ServerSentEvent(data: "", id: "1", retry: 5),
    ]
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]]
        let recorder = pieces.publisher.serverSentEvents().record()
        expectEqual(recorder.values, expected, "\(first), \(second)")
        expect(recorder.isFinished)
      }
    }
  }

  // What the platform's tests for `EventSource` try.
  @Test(
    "The content is what the standard makes of the fields `data`",
    arguments: [
      ("data:a\n\n", ["a"]), ("data: a\n\n", ["a"]), ("data:  a\n\n", [" a"]), ("data:\ta\n\n", ["\ta"]),
      ("data\n\n", [""]), ("data:\n\n", [""]), ("data\ndata\n\n", ["\n"]), ("data:a\ndata\ndata:b\n\n", ["a\n\nb"]),
      ("data:a\r\ndata\ndata:b\r\n\r", ["a\n\nb"]), ("data: a\r\rdata: b\r\r", ["a", "b"]),
      ("data:\0\n\n\n\n", ["\0"]), ("\n\n\n\ndata:a\n\n", ["a"]), ("data:a\n\ndata:b", ["a"]), ("data:a", []),
      ("event: x\n\n", []), (":\n:\r:a\ndata:b\n:c\n\n", ["b"]),
      (
        "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
        [
          "\0\n 2\n1\n3\n\n4"
        ]
      ),
      ("data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n", ["test\n\ntest"]),
    ] as [(String, [String])])
  func content(text: String, expected: [String]) {
    expectEqual(contents(text), expected)
  }

  @Test("One byte order mark at the beginning is skipped")
  func byteOrderMark() {
    expectEqual(contents("\u{feff}data:1\n\n\u{feff}data:2\n\ndata:3\n\n"), ["1", "3"])
    expectEqual(contents("\u{feff}\u{feff}data:1\n\ndata:2\n\ndata:3\n\n"), ["2", "3"])
  }

  @Test("The id stays until another one comes; an empty one takes it back, and one with NUL is ignored")
  func ids() {
    let ids = events(
      "id: a\ndata:1\n\ndata:2\n\nid: b\n\ndata:3\n\nid: c\0c\ndata:4\n\nid\ndata:5\n\nid: d\ndata:6\n\n"
    ).map(\.id)
    expectEqual(ids, ["a", "a", "b", "b", nil, "d"])
  }

  @Test("The kind is that of one event, and the last of several counts")
  func kinds() {
    let kinds = events("event: a\ndata:1\n\ndata:2\n\nevent:b\nevent: c\ndata:3\n\nevent:\ndata:4\n\n").map(\.event)
    expectEqual(kinds, ["a", nil, "c", nil])
  }

  @Test("A time to wait is a number; what is none, or is too large, is ignored")
  func waits() {
    let waits = events(
      "retry: 3\n\ndata:1\n\ndata:2\n\nretry: 4x\nretry: -1\nretry:\ndata:3\n\n"
        + "retry: 0\nretry: 99999999999999999999\ndata:4\n\nretry: 03000\ndata:5\n\n"
    ).map(\.retry)
    expectEqual(waits, [3, nil, nil, 0, 3_000])
  }

  @Test("Invalid UTF-8 is replaced")
  func invalid() {
    let bytes = Array("data: ".utf8) + [0xff] + Array("\n\n".utf8)
    expectEqual(Just(bytes).serverSentEvents().record().values.map(\.data), ["\u{fffd}"])
  }

  @Test("An event may be as long as the limit, and fails when it is longer, in one line or in several")
  func limits() {
    expectEqual(Just([UInt8]()).serverSentEvents().maxLength, 1_000_000)
    expectEqual(events("data:1234\n\ndata:1234\n\n", maxLength: 10).count, 2)
    for text in ["data:1\n\ndata:12345\n\n", "data:1\n\ndata:\ndata:\n\n"] {
      let upstream = ScriptedPublisher<[UInt8], Never>()
      let recorder = upstream.serverSentEvents(maxLength: 10).record()
      upstream.send(Array(text.utf8))
      expectEqual(recorder.values.map(\.data), ["1"])
      expectEqual(recorder.failure as? LineTooLongError, LineTooLongError(limit: 10))
      expectEqual(upstream.cancelCount, 1)
    }
    // Comments keep a connection open for days.
    let comments = String(repeating: ": alive\n", count: 100)
    expectEqual(events("data:1\n" + comments + "data:2\n\n", maxLength: 14).map(\.data), ["1\n2"])
  }

  @Test("A limit of no bytes traps")
  func noBytes() async {
    await #expect(processExitsWith: .failure) { _ = Just([UInt8]()).serverSentEvents(maxLength: 0) }
  }

  @Test("One chunk is requested when an event is wanted, and none while events wait")
  func demand() {
    let upstream = ScriptedPublisher<[UInt8], TestError>()
    let recorder = upstream.serverSentEvents().record(demand: .none)
    expectEqual(upstream.requests, [])
    recorder.request(.max(1))
    upstream.send(Array("data:1\n\ndata:2\n\n".utf8))
    recorder.request(.max(1))
    expectEqual(recorder.values.map(\.data), ["1", "2"])
    expectEqual(upstream.requests, [.demand(.max(1))])
    upstream.send(completion: .failure(TestError("lost")))
    expectEqual(recorder.failure as? TestError, TestError("lost"))
    expectEqual(recorder.subscriptions, ["ServerSentEvents"])
  }

  @Test("After the end nothing is retained (rule 7)")
  func release() {
    expectEqual(
      leaks { source, token in source.map { token.pass(Array("data:\($0)\n\n".utf8)) }.serverSentEvents() }, [])
  }

  @Test("Signals that come out of order are ignored (rules 1, 4, 9)")
  func misbehaving() {
    expectEqual(
      misbehaviour { upstream in upstream.map { Array("data:\($0)\n\n".utf8) }.serverSentEvents() }, .ignored)
  }
}
