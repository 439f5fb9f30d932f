import StreamCore
import StreamDebugging
import TestSupport
import Testing

@Suite("print(_:to:)")
struct PrintTests {
  @Test("A-100, O-115: a line for each signal, with the prefix")
  func lines() {
    let lines = Lines()
    _ = [1, 2, 3].publisher.print("debug info", to: lines).sink { _ in }
    #expect(
      lines.all == [
        "debug info: receive subscription: ([1, 2, 3])", "debug info: request unlimited",
        "debug info: receive value: (1)", "debug info: receive value: (2)", "debug info: receive value: (3)",
        "debug info: receive finished",
      ])
  }

  @Test("Without a prefix lines begin with the signal; an empty string shows nothing between the brackets")
  func noPrefix() {
    let lines = Lines()
    _ = Just("").print(to: lines).sink { _ in }
    #expect(
      lines.all == ["receive subscription: (Just)", "request unlimited", "receive value: ()", "receive finished"])
  }

  @Test("A-103: a prefix that ends in a colon gets another")
  func prefixWithColon() {
    let lines = Lines()
    _ = Empty<Int, Never>().print("username pipeline: ", to: lines).sink { _ in }
    #expect(lines.all.allSatisfy { $0.hasPrefix("username pipeline: : ") })
    #expect(lines.all.count == 3)
  }

  @Test("A-105: a cancel has its line, and nothing comes after it")
  func cancel() {
    let lines = Lines()
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.print(to: lines).sink { _ in }
    subject.send(1)
    cancellable.cancel()
    cancellable.cancel()
    subject.send(2)
    #expect(
      lines.all == [
        "receive subscription: (PassthroughSubject)", "request unlimited", "receive value: (1)", "receive cancel",
      ])
  }

  @Test("A failure shows the error")
  func failure() {
    let lines = Lines()
    _ = Fail<Int, TestError>(error: TestError("e")).print(to: lines).record(demand: .none)
    #expect(lines.all == ["receive subscription: (Empty)", "receive error: (e)"])
  }

  @Test("D-26: demand by number; what receive(_:) returns is marked, and none is not printed")
  func demandLines() {
    let lines = Lines()
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.print(to: lines).record(demand: .max(2)) {
      [1: .max(3), 2: .unlimited][$0] ?? Subscribers.Demand.none
    }
    upstream.send(1)
    upstream.send(2)
    upstream.send(3)
    recorder.request(.max(1))
    #expect(
      lines.all == [
        "receive subscription: (Scripted)", "request max: (2)", "receive value: (1)",
        "request max: (3) (synchronous)", "receive value: (2)", "request unlimited (synchronous)",
        "receive value: (3)", "request max: (1)",
      ])
    #expect(upstream.requests == [.demand(.max(2)), .demand(.max(1))])
  }

  @Test("Two prints in a row: the outer shows the inner's name")
  func nested() {
    let inner = Lines()
    let outer = Lines()
    _ = Just(1).print("in", to: inner).print("out", to: outer).sink { _ in }
    #expect(inner.all.first == "in: receive subscription: (Just)")
    #expect(outer.all.first == "out: receive subscription: (Print)")
  }

  @Test("Describes itself as Print")
  func describes() {
    #expect(names { $0.print(to: Lines()) } == NamesReport(subscriber: "Print", subscription: "Print"))
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    #expect(demand { $0.print(to: Lines()) } == .passedOn)
  }

  @Test("Lines of many threads are whole")
  func threads() {
    let lines = Lines()
    concurrently(4) { thread in
      for number in 0..<200 { _ = Just("\(thread)/\(number)").print(to: lines).sink { _ in } }
    }
    #expect(lines.all.count == 4 * 200 * 4)
    #expect(lines.all.allSatisfy { $0.hasPrefix("receive ") || $0 == "request unlimited" })
  }

  @Test("A stream gets a line and its break in one write")
  func singleWrite() {
    let writes = Box<[String]>([])
    let lines = Lines { text in writes.update { $0.append(text) } }
    _ = Just(1).print("one", to: lines).sink { _ in }
    #expect(
      writes.value == [
        "one: receive subscription: (Just)\n", "one: request unlimited\n", "one: receive value: (1)\n",
        "one: receive finished\n",
      ])
  }

  @Test("Rule 6: a stream that sends a value gets its lines one after the other, and no deadlock")
  func reentrantStream() {
    let subject = PassthroughSubject<Int, Never>()
    let lines = Lines { text in
      if text.contains("receive value: (1)") { subject.send(2) }
    }
    let cancellable = subject.print(to: lines).sink { _ in }
    subject.send(1)
    #expect(lines.all.suffix(2) == ["receive value: (1)", "receive value: (2)"])
    cancellable.cancel()
  }

  @Test("A stream that is a value keeps what it is told from line to line")
  func valueStream() {
    struct Numbered: TextOutputStream {
      let out: Box<[String]>
      var count = 0

      mutating func write(_ string: String) {
        count += 1
        out.update { [count] in $0.append("\(count) \(string)") }
      }
    }
    let out = Box<[String]>([])
    _ = Empty<Int, Never>().print(to: Numbered(out: out)).sink { _ in }
    #expect(out.value.map { $0.prefix(2) } == ["1 ", "2 ", "3 "])
  }

  @Test("May be used by several threads if its upstream may: the stream has to be safe to share")
  func sendable() {
    let publisher: any Publisher & Sendable = Just(1).print("p", to: Lines())
    #expect(publisher is Publishers.Print<Just<Int>>)
  }

  @Test("Has the type and the properties that Combine gives")
  func publicParts() {
    let publisher: Publishers.Print<Just<Int>> = Just(1).print("prefix")
    #expect(publisher.prefix == "prefix")
    #expect(publisher.stream == nil)
    #expect(publisher.upstream == Just(1))
  }
}
