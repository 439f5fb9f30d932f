internal import Foundation

extension JetStreamMessage {
  /// Writes the message to the dead letters, and ends its deliveries when they have it. If they have not, it is
  /// delivered again after `delay`.
  func bury(in subject: String, error: any Error, delay: Duration) {
    // The servers' own headers say what was expected of the log that the message comes from.
    var headers = headers.filter { !$0.key.hasPrefix("Nats-") && $0.key != WriteIdentity.headerText }
    headers["Streams-Subject"] = self.subject
    headers["Streams-Stream"] = stream
    headers["Streams-Consumer"] = consumer
    headers["Streams-Sequence"] = "\(sequence)"
    headers["Streams-Deliveries"] = "\(deliveryCount)"
    headers["Streams-Error"] = headerText(of: error)
    let identity = WriteIdentity("\(stream).\(consumer).\(sequence)")
    let wait = core.options.requestTimeout
    core.call { [headers] link in
      var letter = OutgoingMessage(subject: subject, payload: payload, headers: headers)
      var result = link.flatMap { $0.store(letter, identity, wait: wait).mapError { $0.failure(bytes: payload.count) } }
      if case .failure(.tooLarge(let bytes)) = result {
        // With what is told of it, a message of the largest size is too large: its log has the payload.
        letter.payload = Data()
        letter.headers["Streams-Omitted"] = "\(bytes) bytes"
        result = link.flatMap { $0.store(letter, identity, wait: wait).mapError { $0.failure(bytes: 0) } }
      }
      if case .success = result { terminate() } else { refuse(delay: delay) }
    }
  }
}

/// A line of text about an error, as a header may have it.
private func headerText(of error: any Error) -> String {
  let reason = (error as? UnacceptableMessage)?.reason ?? error
  return String("\(reason)".map { $0.isNewline ? " " : $0 }.prefix(1_000))
}
