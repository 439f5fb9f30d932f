/// A publisher that delivers recorded values and a recorded completion to every subscriber.
///
///     Record(output: [1, 2], completion: .finished)    --12|
///
/// - **Demand**: values are delivered as they are asked for.
/// - **Completion**: right after the last value; without values, at once.
/// - **Failure**: if one was recorded, in the place of the completion.
/// - **Threads**: delivers on the thread that requests.
public struct Record<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The recorded values and completion.
  public let recording: Recording

  /// Makes a publisher of what a closure records.
  ///
  /// - Parameter record: Records values, and at most one completion, at once. Without a completion the recording
  ///   finishes.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.recording = recording
  }

  /// Makes a publisher of a recording.
  ///
  /// - Parameter recording: The recording to deliver.
  public init(recording: Recording) {
    self.recording = recording
  }

  /// Makes a publisher of values and a completion.
  ///
  /// - Parameters:
  ///   - output: The values to deliver.
  ///   - completion: How the stream ends.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    recording = Recording(output: output, completion: completion)
  }

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.serve(
      recording.output.makeIterator(), then: recording.completion,
      as: "Cancelled Events", showing: recording.output)
  }
}

extension Record {
  /// Values in order, and how the stream ended.
  public struct Recording {
    /// The kind of value recorded.
    public typealias Input = Output

    /// The recorded values.
    public private(set) var output: [Output]

    /// The recorded completion; `.finished` until another is recorded.
    public private(set) var completion: Subscribers.Completion<Failure>

    private var isComplete = true

    private enum CodingKeys: CodingKey { case output, completion }

    /// Makes an empty recording that finishes.
    public init() {
      output = []
      completion = .finished
      isComplete = false
    }

    /// Makes a complete recording.
    ///
    /// - Parameters:
    ///   - output: The values, in order.
    ///   - completion: How the stream ended.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
    }

    /// Records a value.
    ///
    /// - Parameter input: The value. Recording it after the completion is a programmer's error, and traps.
    public mutating func receive(_ input: Input) {
      precondition(!isComplete, "A value cannot be recorded after the completion (rule 4).")
      output.append(input)
    }

    /// Records the completion.
    ///
    /// - Parameter completion: How the stream ended. Recording another is a programmer's error, and traps.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      precondition(!isComplete, "A completion cannot be recorded after the completion (rule 4).")
      self.completion = completion
      isComplete = true
    }
  }
}

extension Record: Sendable where Output: Sendable {}

extension Record.Recording: Sendable where Output: Sendable {}

extension Record: Encodable where Output: Encodable, Failure: Encodable {}

extension Record: Decodable where Output: Decodable, Failure: Decodable {}

extension Record.Recording: Encodable where Output: Encodable, Failure: Encodable {
  /// Encodes the values and the completion, as `encode(to:)` does.
  public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }
}

// What is decoded is complete.
extension Record.Recording: Decodable where Output: Decodable, Failure: Decodable {}
