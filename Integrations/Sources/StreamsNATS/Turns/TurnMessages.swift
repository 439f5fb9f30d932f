internal import IntegrationParts
public import StreamCore
internal import StreamFiltering
internal import StreamMapping

/// The messages of one turn at a partition, in the order of the log: see ``JetStream/inTurns(_:partitions:_:_:)``. It
/// is to be subscribed to once.
///
/// - **Demand**: as for ``JetStream/consumer(_:of:)``.
/// - **Completion**: finishes when the turn is over: ``TurnsConfiguration/duration`` after the first message.
/// - **Failure**: as for ``JetStream/consumer(_:of:)``.
/// - **Threads**: delivers on a thread of the turn's own, which may be blocked.
public struct TurnMessages: Publisher, Sendable {
  /// A message of the partition.
  public typealias Output = JetStreamMessage

  /// Why reading has come to an end.
  public typealias Failure = JetStreamFailure

  /// The number of the partition.
  public let partition: Int

  let replay: JetStreamReplay
  let duration: Duration
  let progress: TurnProgress

  public func receive<S: Subscriber>(subscriber: S) where S.Input == JetStreamMessage, S.Failure == JetStreamFailure {
    let (core, duration, progress) = (replay.stream.core, duration, progress)
    let end = PassthroughSubject<Void, Never>()
    core.after(duration * 4) { end.send() }
    replay.prefix(untilOutputFrom: end).map { message in
      if progress.took(message) { core.after(duration) { end.send() } }
      return message
    }.subscribe(subscriber)
  }
}

/// What has been delivered in a turn.
final class TurnProgress: Sendable {
  private let state: Lock<(place: Place, count: Int)>

  init(from place: Place) {
    state = Lock((place, 0))
  }

  var current: (place: Place, count: Int) { state.withLock { $0 } }

  /// - Returns: Whether the message is the first of the turn.
  func took(_ message: JetStreamMessage) -> Bool {
    state.withLock { state in
      state.place.handled = message.sequence
      state.count += 1
      return state.count == 1
    }
  }
}
