import Foundation
import StreamCore
import Testing

@testable import StreamsNATS

@Suite("PullState")
struct PullStateTests {
  @Test("Asks for what is wanted, and for no more")
  func asksForDemand() {
    var state = PullState(maximumFetch: 100)
    #expect(state.nextRequest() == nil)
    state.want(.max(3))
    #expect(state.nextRequest() == .init(number: 1, count: 3))
    #expect(state.nextRequest() == nil)
    state.received()
    #expect(state.asked == 2)
    #expect(state.nextRequest() == nil)
  }

  @Test("Asks for large and unlimited demands in parts")
  func asksInParts() {
    var state = PullState(maximumFetch: 10)
    state.want(.unlimited)
    #expect(state.nextRequest()?.count == 10)
    for _ in 0..<4 { state.received() }
    #expect(!state.shouldAsk)
    state.received()
    #expect(state.nextRequest()?.count == 5)
    #expect(state.asked == 10)
  }

  @Test("Asks again for what a request has not brought")
  func asksAgain() {
    var state = PullState(maximumFetch: 10)
    state.want(.max(4))
    #expect(state.nextRequest()?.number == 1)
    state.received()
    let wasOpen = state.ended(1)
    #expect(wasOpen)
    let isOpen = state.ended(1)
    #expect(!isOpen)
    #expect(state.nextRequest() == .init(number: 2, count: 3))
  }

  @Test("Messages beyond what was asked for count against later demand")
  func tooManyMessages() {
    var state = PullState(maximumFetch: 10)
    state.want(.max(1))
    _ = state.nextRequest()
    state.received()
    state.received()
    state.want(.max(1))
    #expect(state.nextRequest() == nil)
    state.want(.max(1))
    #expect(state.nextRequest()?.count == 1)
  }

  @Test("Forgets requests with their connection")
  func forgets() {
    var state = PullState(maximumFetch: 10)
    state.want(.max(2))
    _ = state.nextRequest()
    state.forgetRequests()
    #expect(state.nextRequest()?.count == 2)
  }
}

@Suite("PublishWindow")
struct PublishWindowTests {
  let now = ContinuousClock.now

  func message(_ key: String? = nil, id: String? = nil) -> OutgoingMessage {
    OutgoingMessage(subject: "s", payload: Data(), id: id, key: key)
  }

  @Test("A message waits for the one before of its key alone")
  func keys() {
    var window = PublishWindow()
    #expect(window.admit(message("a"), id: { "\($0)" }, now: now)?.id == "1")
    #expect(window.admit(message("a"), id: { "\($0)" }, now: now) == nil)
    #expect(window.admit(message("a"), id: { "\($0)" }, now: now) == nil)
    #expect(window.admit(message("b"), id: { "\($0)" }, now: now)?.id == "4")
    #expect(window.acknowledge(1, now: now)?.1?.id == "2")
    #expect(window.acknowledge(1, now: now) == nil)
    #expect(window.acknowledge(2, now: now)?.1?.id == "3")
    #expect(window.acknowledge(3, now: now)?.1 == nil)
    #expect(window.admit(message("a"), id: { "\($0)" }, now: now)?.id == "5")
    #expect(!window.isEmpty)
  }

  @Test("The failure of a write that has been repeated does not count")
  func attempts() {
    var window = PublishWindow()
    let first = window.admit(message(id: "x"), id: { _ in "" }, now: now)
    #expect(first?.attempt == 1)
    #expect(window.writeAllAgain(now: now).map(\.attempt) == [2])
    #expect(window.failed(1, attempt: 1) == nil)
    #expect(window.writeAgain(1, after: 1, now: now) == nil)
    #expect(window.failed(1, attempt: 2)?.id == "x")
    #expect(window.writeAgain(1, after: 2, now: now)?.attempt == 3)
  }

  @Test("What is with the server is written again in its order, and what waits is not")
  func writesAllAgain() {
    var window = PublishWindow()
    for key in ["a", "a", "b", "c", "b"] { _ = window.admit(message(key), id: { "\($0)" }, now: now) }
    #expect(window.writeAllAgain(now: now).map(\.id) == ["1", "3", "4"])
  }
}

extension PublishWindowTests {
  @Test("A write that is not answered is overdue, until it is made again")
  func overdue() {
    var window = PublishWindow()
    _ = window.admit(message(), id: { "\($0)" }, now: now)
    _ = window.admit(message(), id: { "\($0)" }, now: now + .seconds(2))
    #expect(window.overdue(before: now).isEmpty)
    #expect(window.overdue(before: now + .seconds(1)).map(\.ticket) == [1])
    _ = window.writeAgain(1, after: 1, now: now + .seconds(5))
    #expect(window.overdue(before: now + .seconds(4)).map(\.ticket) == [2])
    #expect(window.overdue(before: now + .seconds(9)).map(\.ticket) == [1, 2])
  }
}

@Suite("WriteAnswer")
struct WriteAnswerTests {
  private func outcome(_ text: String) -> Result<WriteAnswer.Receipt, WriteError> {
    Array(text.utf8).withUnsafeBytes { WriteAnswer.outcome(of: $0, stream: "LOG") }
  }

  @Test(
    "Reads a receipt in each form",
    arguments: [
      (#"{"stream":"LOG", "seq":17}"#, false), (#"{"seq": 17, "stream": "LOG"}"#, false),
      (#"{"stream":"LOG", "seq":17,"duplicate": true}"#, true), (#"{"stream":"LOG","domain":"d","seq":17}"#, false),
    ])
  func receipts(_ text: String, isDuplicate: Bool) {
    #expect(outcome(text) == .success(.init(sequence: 17, isDuplicate: isDuplicate)))
  }

  @Test("Reads an error")
  func errors() {
    let text = #"{"error":{"code":400,"err_code":10060,"description":"no"},"stream":"LOG","seq":0}"#
    #expect(outcome(text) == .failure(WriteError(code: 10060, text: "no")))
  }

  @Test("Refuses what is none", arguments: ["", "{", "{}", "[]", #"{"stream":"LOG", "seq":x}"#, #"{"seq":-1}"#])
  func malformed(_ text: String) {
    guard case .failure = outcome(text) else {
      Issue.record("It is no answer: \(text)")
      return
    }
  }
}

@Suite("AckSubject")
struct AckSubjectTests {
  @Test("Reads both forms")
  func reads() throws {
    for subject in [
      "$JS.ACK.LOG.worker.2.17.40.1700000000000000000.5",
      "$JS.ACK.hub.ACCOUNT.LOG.worker.2.17.40.1700000000000000000.5.token",
    ] {
      let read = try #require(AckSubject(subject))
      #expect(read.stream(in: subject) == "LOG" && read.consumer(in: subject) == "worker" && read.deliveries == 2)
      #expect(read.sequence == 17 && read.consumerSequence == 40 && read.pending == 5)
      #expect(read.time == 1_700_000_000_000_000_000)
    }
  }

  @Test(
    "Refuses what is none",
    arguments: [
      "", "_INBOX.x.1", "$JS.ACK.LOG.c.1.2", "$JS.ACK.L.c.x.1.1.1.1", "$JS.ACK.", "$JS.ACK.L.c.1.1.1.1.",
      "$JS.ACK.L.c.1.1.1.1.18446744073709551616", "$JS.ACK.L.c.9223372036854775808.1.1.1.1", "$JS.NAK.L.c.1.1.1.1.1",
      "$JS.ACK.L.c.1.1.1.1.1.x",
    ])
  func refuses(_ subject: String) {
    #expect(AckSubject(subject) == nil)
  }
}

@Suite("ReplayState")
struct ReplayStateTests {
  @Test("Goes on after the last message that was the next one")
  func gap() throws {
    var state = ReplayState(start: .beginning, endsAtNewest: false)
    func origin(_ sequence: Int, _ consumer: Int) throws -> AckSubject {
      try #require(AckSubject("$JS.ACK.L.c.1.\(sequence).\(consumer).1.0"))
    }
    let first = try state.accepts(origin(5, 1))
    #expect(first)
    let afterGap = try state.accepts(origin(9, 3))
    #expect(!afterGap)
    #expect(state.start == .sequence(6))
    state.began()
    let resumed = try state.accepts(origin(7, 1))
    #expect(resumed)
    #expect(state.start == .sequence(8))
  }
}

@Suite("KeyedSubjects")
struct KeyedSubjectsTests {
  @Test("A key has the same partition in every version")
  func isStable() {
    let subjects = KeyedSubjects("orders", partitions: 12)
    // Computed by another program.
    #expect(stableHash("") == 0xecba_3df2_c338_3c52)
    #expect(stableHash("customer-7") == 0xd968_78bd_b102_240a)
    #expect(stableHash("Zoë") == 0x2c8b_0eb8_69f8_1c5e)
    #expect(subjects.subject(ofKey: "customer-7") == "orders.6")
    #expect(subjects.all == "orders.*")
    #expect(subjects.subject(ofPartition: 11) == "orders.11")
  }

  @Test("Keys that resemble each other are spread over the partitions")
  func isSpread() {
    let subjects = KeyedSubjects("orders", partitions: 8)
    var counts = [Int](repeating: 0, count: 8)
    for number in 0..<8_000 { counts[subjects.partition(ofKey: "customer-\(number)")] += 1 }
    #expect(counts.allSatisfy { (800...1_200).contains($0) })
  }
}

@Suite("Texts of numbers")
struct NumberedTextTests {
  @Test("Has the text, a dot and the number, and another after a hyphen", arguments: [0, 9, 10, 907, UInt64.max])
  func numbered(_ number: UInt64) {
    #expect("_INBOX.é".numbered(number) == "_INBOX.é.\(number)")
    #expect("".numbered(number, 1) == ".\(number)-1")
    #expect("a".numbered(1, number) == "a.1-\(number)")
  }

  @Test("Reads a number, and nothing else", arguments: [("0", 0), ("0017", 17), ("18446744073709551615", UInt64.max)])
  func decimal(_ text: String, _ number: UInt64) {
    #expect(Array(text.utf8).withUnsafeBytes { $0.decimal } == number)
  }

  @Test(
    "Refuses what is no number",
    arguments: ["", "-1", "+1", "1 ", "1.0", "18446744073709551616", "99999999999999999999"])
  func notDecimal(_ text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { $0.decimal } == nil)
  }
}
