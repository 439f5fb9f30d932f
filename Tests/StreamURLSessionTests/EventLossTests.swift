import Foundation
import StreamCore
import TestSupport
import Testing

@testable @_spi(StreamsIntegrations) import StreamLines
@testable import StreamURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("EventConnections")
struct EventConnectionsTests {
  private func isLost(_ completion: Subscribers.Completion<any Error>) -> Bool {
    guard case .lost = EventStreamError.meaning(of: completion) else { return false }
    return true
  }

  @Test("Only a loss, or an end, leads to another connection")
  func losses() {
    expect(isLost(.finished))
    for code in [URLError.networkConnectionLost, .cannotConnectToHost, .timedOut] {
      expect(isLost(.failure(URLError(code))))
    }
    for code in [URLError.badURL, .unsupportedURL, .httpTooManyRedirects, .dataLengthExceedsMaximum] {
      expect(!isLost(.failure(URLError(code))))
    }
    expect(!isLost(.failure(LineTooLongError(limit: 1))))
    let url = URL(fileURLWithPath: "/")
    let response = URLResponse(url: url, mimeType: "text/html", expectedContentLength: 0, textEncodingName: nil)
    expect(!isLost(.failure(EventStreamError.refused(response))))
  }
}
