import Foundation
import StreamCore
import TestSupport
import Testing

@testable import StreamLines
@testable import StreamURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("EventConnections")
struct EventConnectionsTests {
  private func connections(
    delay: Duration = .seconds(1), maxDelay: Duration = .seconds(10), retries: Int = .max
  ) -> EventConnections {
    EventConnections(
      of: URLSession.shared.eventsPublisher(
        for: URLRequest(url: URL(fileURLWithPath: "/")), delay: delay, maxDelay: maxDelay, retries: retries))
  }

  /// What a stream has said so far.
  private func parser(of lines: String...) throws -> ServerSentEventParser {
    var parser = ServerSentEventParser(maxLength: 1_000)
    for line in lines { _ = try parser.receive(ArraySlice(line.utf8)) }
    return parser
  }

  private func waits(_ count: Int, of connections: EventConnections) -> [Duration?] {
    (0..<count).map { connections.delay(after: EventStreamError.ended, ofRun: $0) }
  }

  @Test("The wait doubles while connections bring no event, up to the longest; an event begins anew")
  func doubles() {
    let connections = connections()
    expectEqual(waits(7, of: connections), [1, 2, 4, 8, 10, 10, 10].map { .seconds($0) })
    connections.deliversValue()
    expectEqual(waits(3, of: connections), [.seconds(1), .seconds(1), .seconds(2)])
  }

  @Test("What the server asks for replaces the delay, may be longer than the longest, and overflows nothing")
  func servers() throws {
    let connections = connections()
    connections.note(try parser(of: "retry: 20", ""))
    expectEqual(waits(3, of: connections), [100, 200, 400].map { .milliseconds($0) })
    connections.deliversValue()
    expectEqual(waits(1, of: connections), [.milliseconds(20)])
    connections.note(try parser(of: "retry: 30000", ""))
    expectEqual(waits(2, of: connections), [.seconds(30), .seconds(30)])
    connections.note(try parser(of: "retry: 9223372036854775807", ""))
    for wait in waits(50, of: connections) { expect(wait ?? .zero > .seconds(1_000_000)) }
    // A later event without a number changes nothing.
    connections.note(try parser(of: "data: a", ""))
    expect(waits(1, of: connections)[0] ?? .zero > .seconds(1_000_000))
  }

  @Test("Bounds: no delay, the longest of all, no retry, one", arguments: [0, 1])
  func bounds(retries: Int) {
    expectEqual(waits(3, of: connections(delay: .zero)), [100, 200, 400].map { .milliseconds($0) })
    expectEqual(waits(2, of: connections(delay: .zero, maxDelay: .zero)), [.zero, .zero])
    for wait in waits(100, of: connections(maxDelay: .seconds(Int64.max))) { expect(wait != nil) }
    let expected: [Duration?] = Array(repeating: .seconds(1), count: retries) + [nil]
    expectEqual(waits(retries + 1, of: connections(retries: retries)), expected)
  }

  @Test("Only a loss, or an end, leads to another connection")
  func failures() {
    let connections = connections()
    expect(connections.delay(after: URLError(.networkConnectionLost), ofRun: 0) != nil)
    expect(connections.delay(after: URLError(.cannotConnectToHost), ofRun: 0) != nil)
    for code in [URLError.badURL, .unsupportedURL, .httpTooManyRedirects, .dataLengthExceedsMaximum] {
      expect(connections.delay(after: URLError(code), ofRun: 0) == nil)
    }
    expect(connections.delay(after: LineTooLongError(limit: 1), ofRun: 0) == nil)
    let url = URL(fileURLWithPath: "/")
    let response = URLResponse(url: url, mimeType: "text/html", expectedContentLength: 0, textEncodingName: nil)
    expect(connections.delay(after: EventStreamError.refused(response), ofRun: 0) == nil)
  }
}
