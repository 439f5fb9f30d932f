internal import CNATS

/// A subscription to a subject of one's own, whose messages come on a thread of the library, one after the other.
// Sendable: the library's subscription is destroyed once, on the sending thread.
final class Inbox: @unchecked Sendable {
  let subject: String
  private let subscription: OpaquePointer
  private let callbacks: UInt

  private init(_ subject: String, _ subscription: OpaquePointer, callbacks: UInt) {
    (self.subject, self.subscription, self.callbacks) = (subject, subscription, callbacks)
  }

  /// Opens an inbox for the subjects that are one name longer than its own. On the thread of calls.
  static func open(
    on link: Link, receiver: @escaping @Sendable (OpaquePointer) -> Void
  ) -> Result<Inbox, JetStreamFailure> {
    var name: UnsafeMutablePointer<CChar>?
    guard natsInbox_Create(&name) == NATS_OK, let name else { return .failure(JetStreamFailure(NATS_NO_MEMORY)) }
    defer { natsInbox_Destroy(name) }
    let subject = String(cString: name)
    let callbacks = CallbackTable.add { event in
      if case .message(let handle) = event { receiver(handle) }
    }
    var subscription: OpaquePointer?
    let status = natsConnection_Subscribe(
      &subscription, link.connection, subject + ".*",
      { _, _, message, closure in
        guard let message, !CallbackTable.call(closure, .message(message)) else { return }
        natsMsg_Destroy(message)
      }, CallbackTable.pointer(callbacks))
    guard status == NATS_OK, let subscription else {
      CallbackTable.remove(callbacks)
      return .failure(JetStreamFailure(status))
    }
    // Without limits the library drops nothing: what comes has been asked for.
    natsSubscription_SetPendingLimits(subscription, -1, -1)
    return .success(Inbox(subject, subscription, callbacks: callbacks))
  }

  /// Closes the inbox. On the sending thread, after what it sends there.
  func close() {
    natsSubscription_Destroy(subscription)
    CallbackTable.remove(callbacks)
  }
}
