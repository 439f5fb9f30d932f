internal import CNATS

/// A consumer that the servers have made.
struct MadeConsumer {
  let name: String

  /// The number of messages that there are for it.
  let pending: UInt64

  /// The server that it reads at; `nil` for the only one.
  let server: String?
}

extension Link {
  /// Makes a consumer. On the thread of calls.
  func addConsumer(
    _ configuration: ConsumerConfiguration, of stream: String, isReplay: Bool, wait: Duration
  ) -> Result<MadeConsumer, JetStreamFailure> {
    var info: UnsafeMutablePointer<jsConsumerInfo>?
    var code = jsErrCode(0)
    var options = jsOptions()
    jsOptions_Init(&options)
    options.Wait = wait.milliseconds
    let status = configuration.withLibraryForm(isReplay: isReplay) {
      js_AddConsumer(&info, context, stream, &$0, &options, &code)
    }
    guard status == NATS_OK, let info else { return .failure(.ofStream(stream, status, code)) }
    defer { jsConsumerInfo_Destroy(info) }
    return .success(
      MadeConsumer(
        name: info.pointee.Name.map { String(cString: $0) } ?? configuration.name, pending: info.pointee.NumPending,
        server: info.pointee.Cluster.flatMap { $0.pointee.Leader }.map { String(cString: $0) }))
  }

  /// Makes the passing consumer of a replay, at the server that leads the log. The others' copies of the log can be
  /// behind; and that of a server which had come back was seen to have messages in another order (nats-server 2.9.10),
  /// so that a replay there passed messages over. A consumer's server cannot be chosen: it is made anew until it is the
  /// right one.
  func addPassingConsumer(
    _ configuration: ConsumerConfiguration, of stream: String, wait: Duration
  ) -> Result<MadeConsumer, JetStreamFailure> {
    stateOfStream(stream, wait: wait).flatMap { state in
      for _ in 0..<30 {
        var configuration = configuration
        configuration.name = Self.passingName()
        let made = addConsumer(configuration, of: stream, isReplay: true, wait: wait)
        if case .success(let consumer) = made, state.leader == nil || consumer.server == state.leader { return made }
        // Also if there is no answer: it may have been made, and the answer be late.
        deleteConsumer(configuration.name, of: stream)
        if case .failure = made { return made }
      }
      return .failure(JetStreamFailure(NATS_TIMEOUT))
    }
  }

  private static func passingName() -> String {
    let parts = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
    return "replay-" + parts.joined(separator: "-")
  }

  /// Deletes a consumer, without waiting for an answer.
  func deleteConsumer(_ name: String, of stream: String) {
    send("", to: "$JS.API.CONSUMER.DELETE.\(stream).\(name)")
  }
}
