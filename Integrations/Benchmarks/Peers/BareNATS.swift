internal import CNATS
internal import Foundation

/// The C library, used bare.
// Sendable: the library lets any thread use a connection; jobs take turns.
final class BareNATS: @unchecked Sendable {
  private var connection: OpaquePointer?

  init(url: String) throws {
    try check(natsConnection_ConnectTo(&connection, url))
  }

  deinit {
    natsConnection_Destroy(connection)
  }

  /// Writes messages that the log recognises if they are written again, as the toolkit does, and awaits all answers.
  func write(_ count: Int, to stream: String, subject: String, _ payload: Data, window: Int) throws -> Int {
    var options = jsOptions()
    jsOptions_Init(&options)
    options.PublishAsync.MaxPending = Int64(window)
    // How long calls wait, in milliseconds: a busy machine takes longer than the usual 200 and 5,000.
    (options.Wait, options.PublishAsync.StallWait) = (60_000, 60_000)
    var context: OpaquePointer?
    try check(natsConnection_JetStream(&context, connection, &options))
    defer { jsCtx_Destroy(context) }
    let run = UUID().uuidString
    for number in 0..<count {
      var message: OpaquePointer?
      try payload.withUnsafeBytes { bytes in
        try check(natsMsg_Create(&message, subject, nil, bytes.baseAddress, Int32(bytes.count)))
      }
      defer { natsMsg_Destroy(message) }
      var publishing = jsPubOptions()
      jsPubOptions_Init(&publishing)
      try "\(run).\(number)".withCString { id in
        try stream.withCString { stream in
          (publishing.MsgId, publishing.ExpectStream) = (id, stream)
          try check(js_PublishMsgAsync(context, &message, &publishing))
        }
      }
    }
    var completing = jsPubOptions()
    jsPubOptions_Init(&completing)
    completing.MaxWait = 60_000
    try check(js_PublishAsyncComplete(context, &completing))
    return count
  }

  /// Reads messages by a new durable consumer, and acknowledges each.
  func read(_ count: Int, from stream: String, subject: String, name: String, fetch: Int) throws -> Int {
    var options = jsOptions()
    jsOptions_Init(&options)
    options.Wait = 60_000
    var context: OpaquePointer?
    try check(natsConnection_JetStream(&context, connection, &options))
    defer { jsCtx_Destroy(context) }
    var subscription: OpaquePointer?
    try check(js_PullSubscribe(&subscription, context, subject, name, nil, nil, nil))
    defer { natsSubscription_Destroy(subscription) }
    var number = 0
    while number < count {
      var list = natsMsgList()
      try check(natsSubscription_Fetch(&list, subscription, Int32(fetch), 60_000, nil))
      defer { natsMsgList_Destroy(&list) }
      for index in 0..<Int(list.Count) {
        if natsMsg_GetDataLength(list.Msgs[index]) > 0 { number += 1 }
        try check(natsMsg_Ack(list.Msgs[index], nil))
      }
    }
    return number
  }

  private func check(_ status: natsStatus) throws {
    if status != NATS_OK { throw NATSError(status: Int(status.rawValue)) }
  }
}

/// A status of the C library.
struct NATSError: Error {
  let status: Int
}
