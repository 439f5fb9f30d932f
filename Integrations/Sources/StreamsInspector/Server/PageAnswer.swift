internal import NIOHTTP1

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a client gets.
struct PageAnswer: Sendable {
  let status: HTTPResponseStatus
  var headers: HTTPHeaders
  let body: [UInt8]

  init(_ status: HTTPResponseStatus, _ type: String, _ body: [UInt8]) {
    (self.status, self.body) = (status, body)
    headers = [
      "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Content-Security-Policy": """
      default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; \
      form-action 'none'; frame-ancestors 'none'
      """,
    ]
  }

  static func json(_ value: some Encodable, status: HTTPResponseStatus = .ok) -> PageAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return PageAnswer(status, "application/json", Array((try? encoder.encode(value)) ?? Data()))
  }
}

/// Why a request is not answered.
struct Refusal: Error {
  private struct Body: Encodable {
    let error: String
  }

  private let status: HTTPResponseStatus
  private let reason: String
  private let headers: HTTPHeaders

  init(_ status: HTTPResponseStatus, _ reason: String, headers: HTTPHeaders = [:]) {
    (self.status, self.reason, self.headers) = (status, reason, headers)
  }

  var answer: PageAnswer {
    var answer = PageAnswer.json(Body(error: reason), status: status)
    answer.headers.add(contentsOf: headers)
    return answer
  }
}
