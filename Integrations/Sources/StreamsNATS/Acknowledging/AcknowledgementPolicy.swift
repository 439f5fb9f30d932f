/// Where messages go that could not be handled.
public struct DeadLetters: Sendable {
  /// The subject that they are written to. A log has to store it: a message leaves its own log's consumer only when it
  /// has been stored there. A letter has the message's payload and headers, and says in others (`Streams-Stream`,
  /// `Streams-Sequence`, `Streams-Error` …) where it comes from and why; if it is too large for that, `Streams-Omitted`
  /// stands for the payload.
  public var subject: String

  /// After how many deliveries a message is given up: one or more. A delivery to a program that ended without an answer
  /// counts.
  public var maximumDeliveries: Int

  /// Creates the place of dead letters.
  ///
  /// - Parameters:
  ///   - subject: The subject that they are written to, without wildcards.
  ///   - maximumDeliveries: After how many deliveries a message is given up: one or more. Less traps.
  public init(subject: String, after maximumDeliveries: Int) {
    precondition(maximumDeliveries > 0, "A message is delivered once or more, not \(maximumDeliveries) times.")
    self.subject = subject
    self.maximumDeliveries = maximumDeliveries
  }
}

/// What happens to a message whose work has failed.
public enum MessageFate: Sendable, Equatable {
  /// It is delivered again after a delay.
  case deliveredAgain(after: Duration)

  /// It goes to the dead letters.
  case deadLetter
}

/// How messages are acknowledged, refused and given up.
public struct AcknowledgementPolicy: Sendable {
  /// The delay until a message is delivered again whose work has failed, by the number of its deliveries.
  public var retryDelay: @Sendable (Int) -> Duration = { deliveries in .seconds(1) * min(deliveries, 30) }

  /// Where messages go that could not be handled; with `nil` they are delivered again for ever.
  public var deadLetters: DeadLetters?

  /// The interval at which the time to acknowledge a message begins anew while work on it goes on: above zero, and less
  /// than the consumer's ``ConsumerConfiguration/acknowledgementWait``.
  public var progressInterval = Duration.seconds(10)

  /// Called with each message whose work has failed, with the error and what happens to the message; on the thread of
  /// the failure.
  public var onFailure: @Sendable (JetStreamMessage, any Error, MessageFate) -> Void = { _, _, _ in }

  /// Creates the policy that delivers again for ever, after a second more for each delivery, up to half a minute.
  public init() {}
}

extension AcknowledgementPolicy {
  /// Settles a message whose work has failed.
  func refuse(_ message: JetStreamMessage, _ error: any Error) {
    let isLast = deadLetters.map { message.deliveryCount >= $0.maximumDeliveries || error is UnacceptableMessage }
    let delay = retryDelay(message.deliveryCount)
    guard let deadLetters, isLast == true else {
      onFailure(message, error, .deliveredAgain(after: delay))
      return message.refuse(delay: delay)
    }
    onFailure(message, error, .deadLetter)
    message.bury(in: deadLetters.subject, error: error, delay: delay)
  }

  /// Gives up a message that has been delivered too often: the programs that had it ended without an answer.
  ///
  /// - Returns: Whether it was given up.
  func givesUp(_ message: JetStreamMessage) -> Bool {
    guard let deadLetters, message.deliveryCount > deadLetters.maximumDeliveries else { return false }
    refuse(message, UnacceptableMessage(reason: DeliveredTooOften(deliveries: message.deliveryCount - 1)))
    return true
  }
}

/// The reason of a dead letter whose deliveries all ended without an answer, or whose former letter could not be
/// written.
public struct DeliveredTooOften: Error {
  /// How often it was delivered.
  public let deliveries: Int
}
