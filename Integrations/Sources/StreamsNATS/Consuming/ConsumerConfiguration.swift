internal import CNATS
public import Foundation

/// Where a consumer begins in a log.
public enum StreamPosition: Sendable, Equatable {
  /// At the oldest message.
  case beginning

  /// After the newest message: with those that are stored from now on.
  case end

  /// At the message of a number, or the next that there is.
  case sequence(UInt64)

  /// At the first message stored at a time or later. A durable consumer may begin up to a tenth of a second before.
  case time(Date)
}

/// How a durable consumer reads a log: it has a place in the log, which the servers keep under its name. Programs that
/// consume under the same name share the messages.
public struct ConsumerConfiguration: Sendable {
  /// The durable name: without spaces, dots and wildcards.
  public var name: String

  /// The subject of the messages to be delivered, with wildcards; `nil` for all of the log.
  public var subject: String?

  /// Where the consumer begins, if there is none of the name yet.
  public var start = StreamPosition.beginning

  /// How long a message may remain unacknowledged before it is delivered again: above zero.
  public var acknowledgementWait = Duration.seconds(30)

  /// How many messages may be unacknowledged, of all programs that consume under the name: one or more. With 1, no
  /// message overtakes one that has to be delivered again: the order is exact.
  public var maximumUnacknowledged = 1_000

  /// The largest number of messages that a program has asked for at a time: one or more. A larger demand is asked for
  /// in parts, so that not more wait in a program than it handles within ``acknowledgementWait``.
  public var maximumFetch = 500

  /// How long a request for messages waits at the server before it is made again: a second or more. If the server
  /// forgets it, as when it ends, messages are late by at most this time and a second.
  public var requestExpiry = Duration.seconds(5)

  /// How many servers keep the consumer's place; `nil` for as many as keep the log.
  public var replicas: Int?

  /// Whether its place is kept in memory alone, also if the log is in files.
  public var isInMemory = false

  /// Creates the configuration of a consumer from the beginning of the log.
  ///
  /// - Parameters:
  ///   - name: The durable name: without spaces, dots and wildcards.
  ///   - subject: The subject of the messages to be delivered, with wildcards; `nil` for all of the log.
  ///   - start: Where the consumer begins, if there is none of the name yet.
  public init(_ name: String, subject: String? = nil, start: StreamPosition = .beginning) {
    self.name = name
    self.subject = subject
    self.start = start
  }
}

extension ConsumerConfiguration {
  /// That of a passing consumer, which has no name of its own. A server that has ended is noticed a second after the
  /// expiry.
  static func forReplay(subject: String? = nil, start: StreamPosition = .beginning) -> Self {
    var configuration = ConsumerConfiguration("", subject: subject, start: start)
    configuration.requestExpiry = .seconds(2)
    return configuration
  }

  /// Calls `body` with the configuration in the form of the C library: for a replay, that of a passing consumer without
  /// acknowledgements.
  func withLibraryForm<Result>(isReplay: Bool, _ body: (inout jsConsumerConfig) -> Result) -> Result {
    let strings = CStrings()
    var form = jsConsumerConfig()
    jsConsumerConfig_Init(&form)
    if isReplay {
      form.Name = strings.add(name)
      form.AckPolicy = js_AckNone
      form.InactiveThreshold = Duration.seconds(60).nanoseconds
      form.Replicas = 1
      form.MemoryStorage = true
    } else {
      form.Durable = strings.add(name)
      form.AckPolicy = js_AckExplicit
      form.AckWait = acknowledgementWait.nanoseconds
      form.MaxAckPending = Int64(maximumUnacknowledged)
      form.Replicas = Int64(replicas ?? 0)
      form.MemoryStorage = isInMemory
    }
    if let subject { form.FilterSubject = strings.add(subject) }
    switch start {
    case .beginning: form.DeliverPolicy = js_DeliverAll
    case .end: form.DeliverPolicy = js_DeliverNew
    case .sequence(let sequence):
      form.DeliverPolicy = js_DeliverByStartSequence
      form.OptStartSeq = sequence
    case .time(let date):
      form.DeliverPolicy = js_DeliverByStartTime
      form.OptStartTime = timeForLibrary(date)
    }
    return withExtendedLifetime(strings) { body(&form) }
  }
}

/// Nanoseconds since 1970.
func nanoseconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1e9) }

/// The time that the library is given for a start at `date`. It leaves the zeros after the point out: 0.05 s becomes
/// 0.5 s, and messages would be passed over. So a fraction below a tenth is rounded down to none.
func timeForLibrary(_ date: Date) -> Int64 {
  let time = nanoseconds(date)
  let fraction = time % 1_000_000_000
  return fraction < 100_000_000 ? time - fraction : time
}
