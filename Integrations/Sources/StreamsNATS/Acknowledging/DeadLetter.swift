internal import Foundation

extension JetStreamMessage {
  /// Writes the message to the dead letters, and ends its deliveries when they have it. If they have not, it is delivered again
  /// after `delay`.
  func bury(in subject: String, error: any Error, delay: Duration) {
    // The servers' own headers say what was expected of the log that the message comes from.
    var headers = headers.filter { !$0.key.hasPrefix("Nats-") && $0.key != WriteIdentity.header }
    headers["Streams-Subject"] = self.subject
    headers["Streams-Stream"] = stream
    headers["Streams-Consumer"] = consumer
    headers["Streams-Sequence"] = "\(sequence)"
    headers["Streams-Deliveries"] = "\(deliveryCount)"
    headers["Streams-Error"] = headerText(of: error)
    let letter = OutgoingMessage(subject: subject, payload: payload, headers: headers)
    let identity = WriteIdentity("\(stream).\(consumer).\(sequence)")
    let wait = core.options.requestTimeout
    core.call { link in
      if case .success(let link) = link, case .success = link.store(letter, identity, wait: wait) {
        terminate()
      } else {
        refuse(delay: delay)
      }
    }
  }
}

/// A line of text about an error, as a header may have it.
private func headerText(of error: any Error) -> String {
  let reason = (error as? UnacceptableMessage)?.reason ?? error
  return String("\(reason)".map { $0.isNewline ? " " : $0 }.prefix(1_000))
}
