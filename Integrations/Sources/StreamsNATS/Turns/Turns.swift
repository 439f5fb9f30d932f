internal import StreamCombining
public import StreamCore
internal import StreamErrorHandling
internal import StreamFiltering
internal import StreamMapping

/// A turn that has ended.
public struct Turn: Sendable, Equatable {
  /// The number of the partition.
  public let partition: Int

  /// How many of its messages were handled.
  public let messageCount: Int

  /// The number of the last message that is handled; 0 for none.
  public let place: UInt64
}

extension JetStream {
  /// Handles the messages of a partitioned log in exact order, many at a time, with any number of programs, which take
  /// turns at the partitions.
  ///
  ///     places        0 1 2        1
  ///     inTurns(…, partitions: 2) { work($0) }
  ///     work(0)       --a-b-c-|
  ///     work(1)         -d-e---f-|
  ///     downstream    ---------0---1
  ///
  /// Where a partition stands is a message of a log of its own (``createTurns(_:)`` makes it), and a program that gets
  /// this message has the turn: it reads on from there, and at the end of the turn replaces the message, on the
  /// condition that no other program has. So the place moves on only when the work is done, and there is one
  /// acknowledgement for each turn, not one for each message.
  ///
  /// If a program ends in its turn, another takes the turn over after ``TurnsConfiguration/lease``, and begins **where
  /// the turn had begun**: messages are handled at least once. If a program is only paused, both may work at the same
  /// time. The order is kept even then if what the work writes has the identifiers of the messages: each program's
  /// writes are an unbroken run in the right order, from a message on before which everything is written, and the log
  /// drops what it has. So the first of each identifier come in the right order.
  ///
  /// ```swift
  /// client.inTurns(turns, partitions: 8) { messages in
  ///   messages.map { bill($0) }.publish(to: bills, window: 100)
  /// }
  /// ```
  ///
  /// A message that cannot be handled must not fail the work, which would be done again and again, but be made into
  /// something that says so.
  ///
  /// - **Demand**: takes up to `partitions` turns at a time, and another when the end of one has been delivered. The
  ///   demand of the work is that for the partition's messages; its values are dropped.
  /// - **Completion**: never finishes. A cancel cancels the work; the turns go to other programs.
  /// - **Failure**: as for ``consumer(_:of:)``. A failure of the work ends nothing: the turn is taken again after a
  ///   delay, and ``AcknowledgementPolicy/onFailure`` told.
  /// - **Threads**: the work is made on a thread of the subscription's own, and runs where its messages are delivered;
  ///   ends of turns come from the connection's thread of calls, which must not be blocked.
  ///
  /// - Parameters:
  ///   - configuration: How turns are taken.
  ///   - partitions: The largest number of turns at a time: one or more. Less traps. A few more than the partitions
  ///     divided by the programs, so that a turn goes from a slow program to one that waits.
  ///   - policy: What happens to a turn whose work fails. Its dead letters and its interval are of no account.
  ///   - work: Makes the work of a turn: it has taken each message to its end when it finishes.
  /// - Returns: A publisher of the turns that have ended.
  @preconcurrency
  public func inTurns<Work: Publisher & SendableMetatype>(
    _ configuration: TurnsConfiguration, partitions: Int, _ policy: AcknowledgementPolicy = AcknowledgementPolicy(),
    _ work: @escaping @Sendable (TurnMessages) -> Work
  ) -> JetStreamTurns<Work> {
    var policy = policy
    policy.deadLetters = nil
    policy.progressInterval = configuration.lease / 3
    return JetStreamTurns(
      client: self, configuration: configuration, partitions: partitions, policy: policy, work: work)
  }
}

/// A publisher that handles the partitions of a log in turns: see ``JetStream/inTurns(_:partitions:_:_:)``.
public struct JetStreamTurns<Work: Publisher & SendableMetatype>: Publisher, Sendable {
  /// A turn that has ended.
  public typealias Output = Turn

  /// Why taking turns has come to an end.
  public typealias Failure = JetStreamFailure

  /// How turns are taken.
  public let configuration: TurnsConfiguration

  private let client: JetStream
  private let partitions: Int
  private let policy: AcknowledgementPolicy
  private let work: @Sendable (TurnMessages) -> Work

  init(
    client: JetStream, configuration: TurnsConfiguration, partitions: Int, policy: AcknowledgementPolicy,
    work: @escaping @Sendable (TurnMessages) -> Work
  ) {
    precondition(partitions > 0, "A program takes one turn or more at a time, not \(partitions).")
    precondition(configuration.duration > .zero && configuration.lease > .zero, "A turn takes some time.")
    (self.client, self.configuration, self.partitions) = (client, configuration, partitions)
    (self.policy, self.work) = (policy, work)
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Turn, S.Failure == JetStreamFailure {
    client.consumer(configuration.consumer, of: configuration.name)
      .acknowledging(publishers: partitions, policy) { turn(at: $0) }
      .subscribe(subscriber)
  }

  private func turn(at message: JetStreamMessage) -> AnyPublisher<Turn, any Error> {
    guard let partition = configuration.partition(ofPlaceAt: message.subject),
      let place = Place(payload: message.payload)
    else { return AnyPublisher(Fail(error: UnreadablePlace(subject: message.subject) as any Error)) }
    let progress = TurnProgress(from: place)
    let replay = client.replay(
      of: configuration.stream, subject: configuration.subjects.subject(ofPartition: partition),
      from: .sequence(place.handled + 1), maximumFetch: configuration.maximumFetch)
    let messages = TurnMessages(
      partition: partition, replay: replay, duration: configuration.duration, progress: progress)
    return AnyPublisher(
      work(messages).ignoreOutput().map { _ -> Turn in }.mapError { $0 as any Error }
        .append(end(of: partition, progress, replacing: message.sequence).mapError { $0 as any Error }))
  }

  /// Writes the new place of a partition, unless another program has.
  private func end(
    of partition: Int, _ progress: TurnProgress, replacing former: UInt64
  ) -> Deferred<Future<Turn, JetStreamFailure>> {
    let log = client.stream(configuration.name)
    return Deferred {
      Future { promise in
        let (place, count) = progress.current
        let message = configuration.message(partition: partition, place: place, replacing: former)
        log.store(message, after: former) { result in
          switch result {
          case .success, .failure(.refused(code: wrongLastSequence, _)):
            promise(.success(Turn(partition: partition, messageCount: count, place: place.handled)))
          case .failure(let failure): promise(.failure(failure))
          }
        }
      }
    }
  }
}
