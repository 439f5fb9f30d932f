import StreamCore
import TestSupport
import Testing

@testable import StreamLines

@Suite("EventWaits")
struct EventWaitsTests {
  private func waits(
    delay: Duration = .seconds(1), maxDelay: Duration = .seconds(10), retries: Int = .max
  ) -> EventWaits {
    EventWaits(delay: delay, maxDelay: maxDelay, retries: retries)
  }

  /// What a stream has said so far.
  private func parser(of lines: String...) throws -> ServerSentEventParser {
    var parser = ServerSentEventParser(maxLength: 1_000)
    for line in lines { _ = try parser.receive(ArraySlice(line.utf8)) }
    return parser
  }

  private func next(_ count: Int, of waits: inout EventWaits) -> [Duration?] {
    (0..<count).map { _ in
      waits.isLost = true
      return waits.next()
    }
  }

  @Test("The wait doubles while connections bring no event, up to the longest; an event begins anew")
  func doubles() {
    var waits = waits()
    expectEqual(next(7, of: &waits), [1, 2, 4, 8, 10, 10, 10].map { .seconds($0) })
    waits.hasEvent = true
    expectEqual(next(3, of: &waits), [.seconds(1), .seconds(1), .seconds(2)])
  }

  @Test("What the server asks for replaces the delay, may be longer than the longest, and overflows nothing")
  func servers() throws {
    var waits = waits()
    waits.note(try parser(of: "retry: 20", ""))
    expectEqual(next(3, of: &waits), [100, 200, 400].map { .milliseconds($0) })
    waits.hasEvent = true
    expectEqual(next(1, of: &waits), [.milliseconds(20)])
    waits.note(try parser(of: "retry: 30000", ""))
    expectEqual(next(2, of: &waits), [.seconds(30), .seconds(30)])
    waits.note(try parser(of: "retry: 9223372036854775807", ""))
    for wait in next(50, of: &waits) { expect(wait ?? .zero > .seconds(1_000_000)) }
    // A later event without a number changes nothing.
    waits.note(try parser(of: "data: a", ""))
    expect(next(1, of: &waits)[0] ?? .zero > .seconds(1_000_000))
  }

  @Test("Bounds: no delay, the longest of all, no retry, one", arguments: [0, 1])
  func bounds(retries: Int) {
    var waits = waits(delay: .zero)
    expectEqual(next(3, of: &waits), [100, 200, 400].map { .milliseconds($0) })
    waits = self.waits(delay: .zero, maxDelay: .zero)
    expectEqual(next(2, of: &waits), [.zero, .zero])
    waits = self.waits(maxDelay: .seconds(Int64.max))
    for wait in next(100, of: &waits) { expect(wait != nil) }
    waits = self.waits(retries: retries)
    let expected: [Duration?] = Array(repeating: .seconds(1), count: retries) + [nil]
    expectEqual(next(retries + 1, of: &waits), expected)
  }

  @Test("Nothing follows a connection that is not lost; an id that no server can have sent counts as none")
  func none() {
    var waits = waits()
    expect(waits.next() == nil)
    for id in ["a\nb", "a\rb", "a\0b"] {
      expectEqual(EventWaits(delay: .zero, maxDelay: .zero, retries: 0, lastID: id).lastID, "")
    }
  }
}
