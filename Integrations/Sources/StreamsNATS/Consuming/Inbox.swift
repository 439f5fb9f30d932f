internal import CNATS
internal import IntegrationParts

/// A subscription to a subject of one's own, whose messages come on a thread of the library, one after the other.
// Sendable: the state is under its lock. The library's subscription is set before it is used, and destroyed once.
final class Inbox: @unchecked Sendable {
  private struct State {
    var isClosed = false
    var isComplete = false

    /// Whether nothing uses the library's subscription any more.
    var isUnused: Bool { isClosed && isComplete }
  }

  let subject: String
  private let state = Lock(State())
  private var subscription: OpaquePointer?
  private var callbacks: UInt = 0

  private init(_ subject: String) {
    self.subject = subject
  }

  /// Opens an inbox for the subjects that are one name longer than its own. On the thread of calls.
  static func open(
    on link: Link, receiver: @escaping @Sendable (OpaquePointer) -> Void
  ) -> Result<Inbox, JetStreamFailure> {
    var name: UnsafeMutablePointer<CChar>?
    guard natsInbox_Create(&name) == NATS_OK, let name else { return .failure(JetStreamFailure(NATS_NO_MEMORY)) }
    defer { natsInbox_Destroy(name) }
    let inbox = Inbox(String(cString: name))
    // The table keeps the inbox until the library has done with it.
    inbox.callbacks = CallbackTable.add { event in
      switch event {
      case .message(let handle): receiver(handle)
      case .complete: inbox.complete()
      default: break
      }
    }
    let status = inbox.subscribe(link)
    guard status == NATS_OK else {
      CallbackTable.remove(inbox.callbacks)
      return .failure(JetStreamFailure(status))
    }
    return .success(inbox)
  }

  private func subscribe(_ link: Link) -> natsStatus {
    let closure = CallbackTable.pointer(callbacks)
    let status = natsConnection_Subscribe(
      &subscription, link.connection, subject + ".*",
      { _, _, message, closure in
        DeliveryThread.mark()
        guard let message, !CallbackTable.call(closure, .message(message)) else { return }
        natsMsg_Destroy(message)
      }, closure)
    guard status == NATS_OK else { return status }
    // Without limits the library drops nothing: what comes has been asked for.
    natsSubscription_SetPendingLimits(subscription, -1, -1)
    return natsSubscription_SetOnCompleteCB(
      subscription, { closure in CallbackTable.call(closure, .complete) }, closure)
  }

  /// Whether there are messages that wait for the receiver, which may block. On the sending thread, before `close()`.
  var hasWaiting: Bool {
    var (count, bytes): (Int32, Int32) = (0, 0)
    return natsSubscription_GetPending(subscription, &count, &bytes) == NATS_OK && count > 0
  }

  /// Closes the inbox, after what it has got and what is on its way. On the sending thread.
  func close() {
    let isUnused = state.withLock { state in
      state.isClosed = true
      return state.isUnused
    }
    if isUnused { return destroy() }
    if natsSubscription_Drain(subscription) != NATS_OK { natsSubscription_Unsubscribe(subscription) }
  }

  /// The last message has come. On the library's thread.
  private func complete() {
    let isUnused = state.withLock { state in
      state.isComplete = true
      return state.isUnused
    }
    if isUnused { destroy() }
  }

  private func destroy() {
    natsSubscription_Destroy(subscription)
    CallbackTable.remove(callbacks)
  }
}
