import CNATS
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
  let now = Moment.now

  func message(_ key: String? = nil, id: String? = nil) -> OutgoingMessage {
    OutgoingMessage(subject: "s", payload: Data(), id: id, key: key)
  }

  @Test("A message waits for the one before of its key alone")
  func keys() {
    var window = PublishWindow()
    #expect(window.admit(message("a"), id: { "\($0)" }, now: now)?.identity.id == "1")
    #expect(window.admit(message("a"), id: { "\($0)" }, now: now) == nil)
    #expect(window.admit(message("a"), id: { "\($0)" }, now: now) == nil)
    #expect(window.admit(message("b"), id: { "\($0)" }, now: now)?.identity.id == "4")
    #expect(window.acknowledge(1, now: now)?.1?.identity.id == "2")
    #expect(window.acknowledge(1, now: now) == nil)
    #expect(window.acknowledge(2, now: now)?.1?.identity.id == "3")
    #expect(window.acknowledge(3, now: now)?.1 == nil)
    #expect(window.admit(message("a"), id: { "\($0)" }, now: now)?.identity.id == "5")
    #expect(!window.isEmpty)
  }

  @Test("The failure of a write that has been repeated does not count")
  func attempts() {
    var window = PublishWindow()
    let first = window.admit(message(id: "x"), id: { _ in "" }, now: now)
    #expect(first?.attempt == 1)
    #expect(window.writeAllAgain(now: now).map(\.attempt) == [2])
    let late = window.failed(1, attempt: 1, .inProcess, now: now, limit: .zero)
    #expect(late == nil)
    #expect(window.writeAgain(1, after: 1, now: now) == nil)
    let entry = window.failed(1, attempt: 2, WriteError(NATS_TIMEOUT), now: now, limit: .zero)
    #expect(entry?.id == "x")
    let third = window.writeAgain(1, after: 2, now: now)
    #expect(third?.attempt == 3)
    #expect(third?.identity.written == "x")
  }

  @Test("What is said to be in process for too long is written under another identifier")
  func inProcess() {
    var window = PublishWindow()
    _ = window.admit(message(id: "x"), id: { _ in "" }, now: now)
    var written: [String?] = []
    for attempt in 1...6 {
      let entry = window.failed(
        1, attempt: attempt, .inProcess, now: now + .seconds(attempt), limit: .seconds(2))
      #expect(entry?.id == "x")
      written.append(window.writeAgain(1, after: attempt, now: now)?.identity.written)
    }
    #expect(written == ["x", "x", "x#2", "x#2", "x#2", "x#3"])
  }

  @Test("What is with the server is written again in its order, and what waits is not")
  func writesAllAgain() {
    var window = PublishWindow()
    for key in ["a", "a", "b", "c", "b"] { _ = window.admit(message(key), id: { "\($0)" }, now: now) }
    #expect(window.writeAllAgain(now: now).map(\.identity.id) == ["1", "3", "4"])
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

extension WriteError {
  static let inProcess = WriteError(code: .duplicateInProcess)
}

@Suite("WriteIdentity")
struct WriteIdentityTests {
  @Test("Another answer begins the time anew")
  func anew() {
    let now = Moment.now
    var identity = WriteIdentity("x")
    identity.failed(.inProcess, now: now, limit: .seconds(2))
    identity.failed(WriteError(NATS_NO_RESPONDERS), now: now + .seconds(1), limit: .seconds(2))
    identity.failed(.inProcess, now: now + .seconds(2), limit: .seconds(2))
    identity.failed(.inProcess, now: now + .seconds(3), limit: .seconds(2))
    #expect(identity.written == "x")
    identity.failed(.inProcess, now: now + .seconds(4), limit: .seconds(2))
    #expect(identity.written == "x#2")
    #expect(identity.id == "x")
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

  @Test(
    "A duplicate without a number is not stored: it is in process",
    arguments: [
      #"{"stream":"LOG", "seq":0,"duplicate": true}"#,
      #"{"error":{"code":409,"err_code":10158,"description":"duplicate message id is in process"},"seq":0}"#,
    ])
  func inProcess(_ text: String) {
    guard case .failure(let error) = outcome(text) else {
      Issue.record("It is not stored.")
      return
    }
    #expect(error.isInProcess && error.isTransient)
    #expect(error.failure(bytes: 1).isTransient)
  }

  @Test("A server that has ceased to lead may be asked again, one without room may not")
  func transient() {
    func isTransient(_ text: String) -> Bool? {
      guard case .failure(let error) = outcome(text) else { return nil }
      return error.isTransient && !error.isInProcess
    }
    #expect(isTransient(#"{"error":{"code":503,"description":"raft: not leader"},"stream":"LOG","seq":0}"#) == true)
    #expect(isTransient(#"{"error":{"code":503,"err_code":10023,"description":"no room"},"seq":0}"#) == false)
  }

  @Test("A number of zero is no place in a log", arguments: [#"{"stream":"LOG", "seq":0}"#, #"{"seq": 0}"#])
  func zero(_ text: String) {
    #expect(outcome(text) == .failure(WriteError(NATS_PROTOCOL_ERROR)))
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
    let first = try state.verdict(on: origin(5, 1))
    #expect(first == .deliver)
    let afterGap = try state.verdict(on: origin(9, 3))
    #expect(afterGap == .gap)
    #expect(state.start == .sequence(6))
    state.began()
    let resumed = try state.verdict(on: origin(7, 1))
    #expect(resumed == .deliver)
    #expect(state.start == .sequence(8))
  }

  @Test("Skips what a server delivers that has not so much of the log yet")
  func skips() throws {
    var state = ReplayState(start: .sequence(8), endsAtNewest: false)
    var verdicts: [ReplayState.Verdict] = []
    for (sequence, number) in [(6, 1), (7, 2), (9, 3), (11, 5)] {
      let origin = try #require(AckSubject("$JS.ACK.L.c.1.\(sequence).\(number).1.0"))
      verdicts.append(state.verdict(on: origin))
    }
    #expect(verdicts == [.skip, .skip, .deliver, .gap])
    #expect(state.start == .sequence(10))
  }

  @Test("Skips what was stored before the time that was asked for")
  func skipsByTime() throws {
    var state = ReplayState(start: .time(Date(timeIntervalSince1970: 10.0625)), endsAtNewest: false)
    var verdicts: [ReplayState.Verdict] = []
    for (sequence, time) in [(1, 10_062_000_000), (2, 10_062_500_000), (3, 10_000_000_000)] as [(Int, Int)] {
      let origin = try #require(AckSubject("$JS.ACK.L.c.1.\(sequence).\(sequence).\(time).0"))
      verdicts.append(state.verdict(on: origin))
    }
    #expect(verdicts == [.skip, .deliver, .deliver])
  }

  @Test(
    "The library gets no time with zeros after the point",
    arguments: [(7.0, 7_000_000_000), (7.0625, 7_000_000_000), (7.125, 7_125_000_000), (7.96875, 7_968_750_000)])
  func time(_ seconds: Double, _ expected: Int64) {
    #expect(timeForLibrary(Date(timeIntervalSince1970: seconds)) == expected)
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
    #expect("".withNumbered(number, 1) { String(cString: $0) } == ".\(number)-1")
    #expect("a".withNumbered(1, number) { String(cString: $0) } == "a.1-\(number)")
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
