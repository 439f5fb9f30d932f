/// How programs take turns at the partitions of a log.
public struct TurnsConfiguration: Sendable {
  /// The name of the work, which the programs share: without spaces, dots and wildcards. The log of the places has it.
  public var name: String

  /// The name of the log that is read.
  public var stream: String

  /// The subjects of its partitions.
  public var subjects: KeyedSubjects

  /// How long a turn lasts from its first message on: above zero. A turn without a message lasts four times as long.
  public var duration = Duration.seconds(2)

  /// How long a program may give no sign of life until its turns go to others: above zero. It gives one in a third of
  /// the time.
  public var lease = Duration.seconds(3)

  /// The largest number of messages that a turn has asked for at a time: one or more. What has come and not been
  /// handled at the end of the turn is fetched again in the next one.
  public var maximumFetch = 100

  /// How many servers keep the places: 1 to 5, an odd number.
  public var replicas = 1

  /// Creates the configuration of turns of two seconds.
  ///
  /// - Parameters:
  ///   - name: The name of the work: without spaces, dots and wildcards.
  ///   - stream: The name of the log that is read.
  ///   - subjects: The subjects of its partitions.
  public init(_ name: String, of stream: String, subjects: KeyedSubjects) {
    (self.name, self.stream, self.subjects) = (name, stream, subjects)
  }
}

extension TurnsConfiguration {
  /// The subjects of the places.
  private var places: KeyedSubjects { KeyedSubjects("\(name).place", partitions: subjects.partitions) }

  /// The log of the places: the newest message of a partition alone counts.
  fileprivate var log: StreamConfiguration {
    var log = StreamConfiguration(name, subjects: [places.all])
    log.maximumMessagesPerSubject = 1
    log.replicas = replicas
    return log
  }

  /// What hands out the turns: a place is delivered to a program, and to another if there is no sign of life.
  var consumer: ConsumerConfiguration {
    var consumer = ConsumerConfiguration("turns")
    consumer.acknowledgementWait = lease
    consumer.maximumUnacknowledged = max(1_000, 2 * subjects.partitions)
    return consumer
  }

  /// The message that says that the messages of a partition are handled up to `place`. The number of the message that
  /// it replaces, 0 for none, makes its identifier: of two programs that had the same turn one alone ends it.
  func message(partition: Int, place: Place, replacing former: UInt64) -> OutgoingMessage {
    OutgoingMessage(
      subject: places.subject(ofPartition: partition), payload: place.payload, id: "\(partition).\(former)")
  }

  /// The partition that a place is of.
  func partition(ofPlaceAt subject: String) -> Int? {
    subject.utf8.split(separator: UInt8(ascii: ".")).last.flatMap { Int(Substring($0)) }
      .flatMap { (0..<subjects.partitions).contains($0) ? $0 : nil }
  }
}

extension JetStream {
  /// Creates the log in which the places of turns are kept, with a place at the beginning of each partition; unless it
  /// is there.
  ///
  /// - Parameter configuration: How turns are taken.
  /// - Throws: ``JetStreamFailure/refused(code:description:)`` if there is a log of the name with another
  ///   configuration; what ``DurableStream/write(_:after:options:)`` throws.
  public func createTurns(_ configuration: TurnsConfiguration) async throws(JetStreamFailure) {
    let log = try await createStream(configuration.log)
    for partition in 0..<configuration.subjects.partitions {
      let message = configuration.message(partition: partition, place: Place(), replacing: 0)
      do throws(JetStreamFailure) {
        try await log.write(message, after: 0)
      } catch .refused(code: wrongLastSequence, _) {
        continue  // It is there.
      }
    }
  }
}
