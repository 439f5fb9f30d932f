import StreamCore
import StreamDebugging
import TestSupport
import Testing

@Suite("print(_:to:)")
struct PrintTests {
  @Test("Writes a line for each signal, with the prefix")
  func lines() {
    let lines = Lines()
    _ = [1, 2, 3].publisher.print("debug info", to: lines).sink { _ in }
    expectEqual(
      lines.all,
      [
        "debug info: receive subscription: ([1, 2, 3])", "debug info: request unlimited",
        "debug info: receive value: (1)", "debug info: receive value: (2)", "debug info: receive value: (3)",
        "debug info: receive finished",
      ])
  }

  @Test("Without a prefix lines begin with the signal; an empty string leaves the parentheses empty")
  func noPrefix() {
    let lines = Lines()
    _ = Just("").print(to: lines).sink { _ in }
    expectEqual(
      lines.all, ["receive subscription: (Just)", "request unlimited", "receive value: ()", "receive finished"])
  }

  @Test("A prefix that ends in a colon is followed by another colon")
  func prefixWithColon() {
    let lines = Lines()
    _ = Empty<Int, Never>().print("username pipeline: ", to: lines).sink { _ in }
    expect(lines.all.allSatisfy { $0.hasPrefix("username pipeline: : ") })
    expectEqual(lines.all.count, 3)
  }

  @Test("Writes a line for a cancel, and nothing after it")
  func cancel() {
    let lines = Lines()
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.print(to: lines).sink { _ in }
    subject.send(1)
    cancellable.cancel()
    cancellable.cancel()
    subject.send(2)
    expectEqual(
      lines.all,
      [
        "receive subscription: (PassthroughSubject)", "request unlimited", "receive value: (1)", "receive cancel",
      ])
  }

  @Test("Writes the error of a failure")
  func failure() {
    let lines = Lines()
    _ = Fail<Int, TestError>(error: TestError("e")).print(to: lines).record(demand: .none)
    expectEqual(lines.all, ["receive subscription: (Empty)", "receive error: (e)"])
  }

  @Test("Writes demand as a number; returned demand is marked, and none is not written")
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
    expectEqual(
      lines.all,
      [
        "receive subscription: (Scripted)", "request max: (2)", "receive value: (1)",
        "request max: (3) (synchronous)", "receive value: (2)", "request unlimited (synchronous)",
        "receive value: (3)", "request max: (1)",
      ])
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1))])
  }

  @Test("Of two prints in a row the outer one shows the name of the inner")
  func nested() {
    let inner = Lines()
    let outer = Lines()
    _ = Just(1).print("in", to: inner).print("out", to: outer).sink { _ in }
    expectEqual(inner.all.first, "in: receive subscription: (Just)")
    expectEqual(outer.all.first, "out: receive subscription: (Print)")
  }

  @Test("Describes itself as Print")
  func describes() {
    expectEqual(names { $0.print(to: Lines()) }, NamesReport(subscriber: "Print", subscription: "Print"))
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    expectEqual(demand { $0.print(to: Lines()) }, .passedOn)
  }

  @Test("Lines of many threads stay whole")
  func threads() {
    let lines = Lines()
    concurrently(4) { thread in
      for number in 0..<200 { _ = Just("\(thread)/\(number)").print(to: lines).sink { _ in } }
    }
    expectEqual(lines.all.count, 4 * 200 * 4)
    expect(lines.all.allSatisfy { $0.hasPrefix("receive ") || $0 == "request unlimited" })
  }

  @Test("A line and its line break are one write to the output stream")
  func singleWrite() {
    let writes = Box<[String]>([])
    let lines = Lines { text in writes.update { $0.append(text) } }
    _ = Just(1).print("one", to: lines).sink { _ in }
    expectEqual(
      writes.value,
      [
        "one: receive subscription: (Just)\n", "one: request unlimited\n", "one: receive value: (1)\n",
        "one: receive finished\n",
      ])
  }

  @Test("An output stream that sends a value gets its lines one after the other, without a deadlock (rule 6)")
  func reentrantStream() {
    let subject = PassthroughSubject<Int, Never>()
    let lines = Lines { text in
      if text.contains("receive value: (1)") { subject.send(2) }
    }
    let cancellable = subject.print(to: lines).sink { _ in }
    subject.send(1)
    expectEqual(lines.all.suffix(2), ["receive value: (1)", "receive value: (2)"])
    cancellable.cancel()
  }

  @Test("An output stream that is a value keeps its state from line to line")
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
    expectEqual(out.value.map { $0.prefix(2) }, ["1 ", "2 ", "3 "])
  }

  @Test("It may be used by several threads if its upstream may: the output stream has to be thread-safe")
  func sendable() {
    let publisher: any Publisher & Sendable = Just(1).print("p", to: Lines())
    expect(publisher is Publishers.Print<Just<Int>>)
  }

  @Test("Has the type and the properties that Combine gives")
  func publicParts() {
    let publisher: Publishers.Print<Just<Int>> = Just(1).print("prefix")
    expectEqual(publisher.prefix, "prefix")
    expect(publisher.stream == nil)
    expectEqual(publisher.upstream, Just(1))
  }
}
