/// A publisher that delivers recorded values and a recorded completion to every subscriber.
///
///     demand                                         --2
///     Record(output: [1, 2], completion: .finished)  --(12|)
///
/// - **Demand**: values are delivered as requested.
/// - **Completion**: right after the last value; without values, immediately.
/// - **Failure**: if one was recorded as the completion.
/// - **Threads**: delivers on the requesting thread.
/// - Complexity: O(*n*) memory, where *n* is the number of values that are recorded.
public struct Record<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The recorded values and completion.
  public let recording: Recording

  /// Creates a publisher of the signals that a closure records.
  ///
  /// - Parameter record: Records values, and at most one completion, synchronously. The default completion is
  ///   `.finished`.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.recording = recording
  }

  /// Creates a publisher of a recording.
  ///
  /// - Parameter recording: The recording to deliver.
  public init(recording: Recording) {
    self.recording = recording
  }

  /// Creates a publisher of values and a completion.
  ///
  /// - Parameters:
  ///   - output: The values to deliver.
  ///   - completion: The completion.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    recording = Recording(output: output, completion: completion)
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.serve(
      recording.output.makeIterator(), then: recording.completion,
      as: "Cancelled Events", showing: recording.output)
  }
}

extension Record {
  /// Values in order, and a completion.
  public struct Recording {
    /// The type of the recorded values.
    public typealias Input = Output

    /// The recorded values.
    public private(set) var output: [Output]

    /// The recorded completion; `.finished` until another is recorded.
    public private(set) var completion: Subscribers.Completion<Failure>

    private var isComplete = true

    private enum CodingKeys: CodingKey { case output, completion }

    /// Creates an empty recording that finishes.
    public init() {
      output = []
      completion = .finished
      isComplete = false
    }

    /// Creates a complete recording.
    ///
    /// - Parameters:
    ///   - output: The values, in order.
    ///   - completion: The completion.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
    }

    /// Records a value.
    ///
    /// - Parameter input: The value. Recording one after the completion traps.
    public mutating func receive(_ input: Input) {
      precondition(!isComplete, "A value cannot be recorded after the completion (rule 4).")
      output.append(input)
    }

    /// Records the completion.
    ///
    /// - Parameter completion: The completion. Recording a second one traps.
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

// A decoded recording is complete.
extension Record.Recording: Decodable where Output: Decodable, Failure: Decodable {}
