/// The pipelines that were alive at a moment.
public struct StreamSnapshot: Sendable, Codable, Hashable {
  /// The pipelines, the oldest first.
  public var pipelines: [Pipeline]

  /// How many pipelines were cancelled before they received anything, by the line that subscribed. Those whose
  /// cancellable was not stored are among them.
  public var unheard: [String: Int]

  /// A pipeline: from its sources to the subscriber at its end.
  public struct Pipeline: Sendable, Codable, Hashable, Identifiable {
    /// The number of the pipeline. It stays the same as long as the pipeline lives.
    public let id: Int

    /// The line that subscribed and its function, as `Feed.swift:41 Feed.start()`, if it is known.
    public let line: String?

    /// How long ago it was subscribed to, in seconds.
    public let age: Double

    /// The subscriber at its end: `sink`, `assign`, or the name of its type.
    public let end: String

    /// The stages, each after the one that it delivers to: the first is the stage above the end.
    public let stages: [Stage]

    /// What the pipeline does, or waits for.
    public internal(set) var verdict: Verdict
  }

  /// A stage, and what it has delivered to the stage below.
  public struct Stage: Sendable, Codable, Hashable, Identifiable {
    /// The number of the stage.
    public let id: Int

    /// The operator or the source, as `flatMap` or `PassthroughSubject`.
    public let name: String

    /// The names of the checkpoints right below the stage, from upstream.
    public let checkpoints: [String]

    /// The number of the stage that it delivers to; `nil` for the one above the end.
    public let below: Int?

    /// Whether it is the last stage of an inner stream, as those of `flatMap`.
    public let isInner: Bool

    /// Identifies the object, if the stage is one that may have several subscribers: a subject, `share`, `multicast`.
    public let object: Int?

    /// How many elements the stage below has asked for; `nil` for an unlimited number.
    public let requested: Int?

    /// How many elements the stage below has received from this stage.
    public let delivered: Int

    /// How many elements wait in the queue of the stage; `nil` for a stage without a queue.
    public let buffered: Int?

    /// How many elements the queue has room for; `nil` without a queue, or without a bound.
    public let capacity: Int?

    /// How many elements the stage has dropped. A subject drops those that were not requested; an operator drops some
    /// of those that it has received.
    public let dropped: Int

    /// How many signals wait in the queue of a subject while a thread delivers an earlier one; `nil` for a stage
    /// without such a queue. Signals that the delivering thread has already taken out of the queue are not counted.
    public let waitingSends: Int?

    /// The last element that it has delivered, as Swift writes it, if the stage is recorded
    /// (``StreamInspector/record(_:limit:)``).
    public let lastValue: String?

    /// Whether it is recorded.
    public let isRecorded: Bool

    /// How long ago it was subscribed to, in seconds.
    public let age: Double

    /// How long ago the last signal came, in seconds; `nil` if none has come.
    public let silence: Double?

    /// Whether the stage below is receiving a signal at this moment.
    public let isDelivering: Bool

    /// The thread of the last signal: `main`, or a number.
    public let thread: String?

    /// How the stream stands at this stage.
    public let state: State
  }

  /// How a stream stands.
  public enum State: String, Sendable, Codable {
    /// No subscription has come from the publisher.
    case attached
    /// The stream runs.
    case open
    /// It has finished.
    case finished
    /// It has failed.
    case failed
    /// It has been cancelled.
    case cancelled
  }
}

extension StreamSnapshot.Stage {
  /// The names of the checkpoints without their lines: `orders` for `orders (App/Orders.swift:12)`.
  public var checkpointNames: [String] { checkpoints.map(CheckpointName.name) }

  /// How many elements may still be delivered; `nil` for an unlimited number.
  public var outstanding: Int? { requested.map { max(0, $0 - delivered) } }

  /// Whether the stage below has asked for more than it has received.
  public var isAsked: Bool { outstanding != 0 }

  /// Whether its queue has no room left.
  var isFull: Bool { capacity.flatMap { capacity in buffered.map { $0 >= capacity } } ?? false }

  /// Whether the stream has ended at this stage.
  public var hasEnded: Bool { state == .finished || state == .failed || state == .cancelled }
}

/// The stages of a pipeline by the stage that they deliver to.
struct StageTree {
  private let stages: [StreamSnapshot.Stage]

  /// Of few stages the table would cost more than it saves.
  private let table: [Int?: [StreamSnapshot.Stage]]?

  init(_ pipeline: StreamSnapshot.Pipeline) {
    stages = pipeline.stages
    table = stages.count > 16 ? Dictionary(grouping: stages, by: \.below) : nil
  }

  /// The stages that deliver to a stage; those above the end, if it is `nil`.
  func stages(above id: Int?) -> [StreamSnapshot.Stage] {
    if let table { return table[id] ?? [] }
    return stages.filter { $0.below == id }
  }

  /// The stages from the end up to a source: at a fork, the oldest, but not an inner stream.
  var trunk: [StreamSnapshot.Stage] {
    var trunk: [StreamSnapshot.Stage] = []
    var above = stages(above: nil)
    while let stage = above.first(where: { !$0.isInner }) {
      trunk.append(stage)
      above = stages(above: stage.id)
    }
    return trunk
  }
}
