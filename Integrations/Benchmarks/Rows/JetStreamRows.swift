internal import Foundation
internal import IntegrationParts
internal import StreamCore
internal import StreamMapping
internal import StreamsNATS

/// Writing messages to a log of JetStream, and reading them.
func jetStreamRows(quick: Bool, client: JetStream, bare: BareNATS) async throws -> [Row] {
  let count = quick ? 20_000 : 100_000
  let payload = Data(repeating: 65, count: 256)
  var configuration = StreamConfiguration("WRITTEN", subjects: ["written.>"])
  (configuration.storage, configuration.maximumMessages) = (.memory, 10_000)
  let log = try await client.createStream(configuration)
  var read = StreamConfiguration("READ", subjects: ["read.>"])
  read.storage = .memory
  let filled = try await client.createStream(read)
  try await write(count, to: filled, subject: "read.all", payload)
  let names = Lock(0)
  let name: @Sendable () -> String = {
    names.withLock { count in
      count += 1
      return "reader\(count)"
    }
  }
  return [
    Row(
      name: "written messages, a window of 256", library: "NATS", unit: "message", count: count, goal: 0.8,
      accepted: (0.65, "reaches its goal with nothing else to do; the library's threads and ours share the processors"),
      ours: { try await write(count, to: log, subject: "written.all", payload) },
      bare: { try bare.write(count, to: "WRITTEN", subject: "written.all", payload, window: 256) }),
    Row(
      name: "read and acknowledged messages, fetches of 500", library: "NATS", unit: "message", count: count, goal: 0.8,
      accepted: (0.55, "an object for each message, its demand, and a lock for each stage"),
      ours: {
        let (number, ending) = (Count(), Ending())
        let cancellable = client.consumer(name(), of: "READ")
          .sink(receiveCompletion: ending.arrive) { message in
            if !message.payload.isEmpty { number.value += 1 }
            message.acknowledge()
            if number.value == count { ending.arrive(Subscribers.Completion<Never>.finished) }
          }
        try await ending.wait()
        cancellable.cancel()
        return number.value
      },
      bare: { try bare.read(count, from: "READ", subject: "read.all", name: name(), fetch: 500) }),
  ]
}

/// - Returns: How many messages have been acknowledged.
@discardableResult
func write(_ count: Int, to log: DurableStream, subject: String, _ payload: Data) async throws -> Int {
  let (number, ending) = (Count(), Ending())
  let cancellable = (0..<count).publisher
    .map { _ in OutgoingMessage(subject: subject, payload: payload) }
    .publish(to: log, window: 256)
    .sink(receiveCompletion: ending.arrive) { _ in number.value += 1 }
  try await ending.wait()
  cancellable.cancel()
  return number.value
}
