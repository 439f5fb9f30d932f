/// One stream of a ``MarbleDiagram``, with its values and failures as text.
public struct MarbleRow: Hashable, Sendable {
  /// An event at a time.
  public struct Mark: Hashable, Sendable {
    /// The kind of an event.
    public enum Kind: Hashable, Sendable {
      /// Downstream has subscribed.
      case subscription

      /// A value, by its text.
      case value(String)

      /// The stream finishes.
      case finished

      /// The stream fails, with the text of the error.
      case failure(String)

      /// Downstream cancels.
      case cancel
    }

    /// The time of the event.
    public var time: VirtualTime

    /// The kind of the event.
    public var kind: Kind

    /// Creates a mark.
    ///
    /// - Parameters:
    ///   - kind: The kind of the event.
    ///   - time: The time of the event.
    public init(_ kind: Kind, at time: VirtualTime) {
      self.kind = kind
      self.time = time
    }
  }

  /// The name of the stream.
  public var label: String

  /// The type of the values, such as `Int`. Streams of different types are drawn with different shapes.
  public var valueType: String

  /// The type of the failure, such as `Never`.
  public var failureType: String

  /// The events, ordered by time.
  public var marks: [Mark] {
    didSet { marks = marks.inOrder }
  }

  /// The start of the line, if no event is earlier.
  var beginning: VirtualTime?

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - label: The name of the stream.
  ///   - valueType: The type of the values.
  ///   - failureType: The type of the failure.
  ///   - marks: The events, in any order; they are sorted by time.
  public init(_ label: String, valueType: String = "", failureType: String = "", marks: [Mark]) {
    self.label = label
    self.valueType = valueType
    self.failureType = failureType
    self.marks = marks.inOrder
  }
}

extension MarbleRow {
  /// Creates a row from a recording.
  ///
  /// - Parameters:
  ///   - label: The name of the stream.
  ///   - recorded: The signals with their times.
  ///   - cancellation: When the stream was cancelled, or `nil`.
  public init<Input, Failure: Error>(
    _ label: String, _ recorded: TestSequence<Input, Failure>, cancelledAt cancellation: VirtualTime? = nil
  ) {
    var marks = recorded.elements.map { Mark(Mark.Kind($0.signal), at: $0.time) }
    if let cancellation { marks.append(Mark(.cancel, at: cancellation)) }
    self.init(label, valueType: "\(Input.self)", failureType: "\(Failure.self)", marks: marks)
  }

  /// Creates a row from a subscriber's recording.
  ///
  /// - Parameters:
  ///   - label: The name of the stream.
  ///   - subscriber: The subscriber.
  public init<Input, Failure: Error>(_ label: String, _ subscriber: TestableSubscriber<Input, Failure>) {
    self.init(label, subscriber.recordedOutput, cancelledAt: subscriber.recordedCancellation)
  }

  /// Creates a row from marbles.
  ///
  /// - Parameters:
  ///   - label: The name of the stream.
  ///   - marbles: The marbles.
  ///   - valueType: The type of the values.
  ///   - tick: The length of a tick, in virtual seconds; positive.
  ///   - texts: The texts of elements, in place of their letters.
  public init(
    _ label: String, _ marbles: Marbles, valueType: String = "", tick: VirtualTime.Stride = 1,
    texts: [Character: String] = [:]
  ) {
    precondition(tick > .nanoseconds(0), "A tick must be longer than nothing.")
    let marks = marbles.events.map { event in
      let kind: Mark.Kind =
        switch event.symbol {
        case .element(let name): .value(texts[name] ?? "\(name)")
        case .finished: .finished
        case .failure: .failure(texts["#"] ?? "#")
        case .cancel: .cancel
        case .subscription: .subscription
        }
      return Mark(kind, at: VirtualTime(tick * .nanoseconds(event.tick)))
    }
    self.init(label, valueType: valueType, marks: marks)
    beginning = 0
  }

  /// The time of the subscription, or else the start of the line.
  var subscriptionTime: VirtualTime? {
    marks.first { $0.kind == .subscription }?.time ?? beginning ?? marks.first?.time
  }

  /// The start of the line, including missed events.
  var beginningTime: VirtualTime? {
    [marks.first?.time, subscriptionTime].compactMap(\.self).min()
  }

  /// The time of the completion or cancel.
  var endTime: VirtualTime? { marks.first { $0.kind.isEnd }?.time }

  /// The types as a label: `<Int, Never>`.
  var typeTag: String {
    let types = [valueType, failureType].filter { !$0.isEmpty }
    return types.isEmpty ? "" : "<\(types.joined(separator: ", "))>"
  }
}

extension MarbleRow.Mark.Kind {
  init<Input, Failure: Error>(_ signal: Signal<Input, Failure>) {
    self =
      switch signal {
      case .subscription: .subscription
      case .input(let input): .value("\(input)")
      case .completion(.finished): .finished
      case .completion(.failure(let failure)): .failure("\(failure)")
      }
  }

  /// Whether it ends the stream.
  var isEnd: Bool {
    switch self {
    case .finished, .failure, .cancel: true
    case .value, .subscription: false
    }
  }
}

extension [MarbleRow.Mark] {
  fileprivate var inOrder: Self {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
