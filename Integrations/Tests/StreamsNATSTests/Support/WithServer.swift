import Foundation
import StreamCore
import StreamsNATS

/// Runs `body` with a client of a server of its own, which has a log "LOG" of `log.>`.
func withServer(
  _ arguments: [String] = [], configure: (inout StreamConfiguration) -> Void = { _ in },
  options: JetStreamOptions = .forTests, _ body: (NATSServer, JetStream) async throws -> Void
) async throws {
  let server = try NATSServer(arguments)
  defer { server.stop() }
  let client = JetStream(servers: [server.url], options: options)
  defer { client.close() }
  var configuration = StreamConfiguration("LOG", subjects: ["log.>"])
  configure(&configuration)
  try await client.createStream(configuration)
  try await body(server, client)
}

extension JetStreamOptions {
  static var forTests: JetStreamOptions {
    var options = JetStreamOptions()
    options.reconnectDelay = .milliseconds(50)
    return options
  }
}

/// Messages whose contents are numbers.
func numbers(_ range: Range<Int>, subject: String = "log.all") -> Publishers.Sequence<[OutgoingMessage], Never> {
  range.map { OutgoingMessage(subject: subject, payload: Data("\($0)".utf8), id: "\(subject)-\($0)") }.publisher
}

extension JetStreamMessage {
  /// The number that is its content.
  var number: Int { Int(String(decoding: payload, as: UTF8.self)) ?? -1 }
}
