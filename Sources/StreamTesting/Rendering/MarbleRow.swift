/// One stream of a ``MarbleDiagram``, its values and failures told by texts.
public struct MarbleRow: Hashable, Sendable {
  /// Something that happens at a time.
  public struct Mark: Hashable, Sendable {
    /// What happens.
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

    /// When.
    public var time: VirtualTime

    /// What.
    public var kind: Kind

    /// Makes a mark.
    ///
    /// - Parameters:
    ///   - kind: What happens.
    ///   - time: When.
    public init(_ kind: Kind, at time: VirtualTime) {
      self.kind = kind
      self.time = time
    }
  }

  /// The name of the stream.
  public var label: String

  /// What kind of value flows, such as `Int`. Streams of different kinds are drawn with different shapes.
  public var valueType: String

  /// What kind of error may end the stream, such as `Never`.
  public var failureType: String

  /// What happens, in the order of the times.
  public var marks: [Mark] {
    didSet { marks = marks.inOrder }
  }

  /// When the line begins, if nothing happens earlier.
  var beginning: VirtualTime?

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - label: The name of the stream.
  ///   - valueType: What kind of value flows.
  ///   - failureType: What kind of error may end the stream.
  ///   - marks: What happens; it is put in the order of the times.
  public init(_ label: String, valueType: String = "", failureType: String = "", marks: [Mark]) {
    self.label = label
    self.valueType = valueType
    self.failureType = failureType
    self.marks = marks.inOrder
  }
}

extension MarbleRow {
  /// Makes a row of what was recorded.
  ///
  /// - Parameters:
  ///   - label: The name of the stream.
  ///   - recorded: The signals with their times.
  ///   - cancellation: When the stream was cancelled, if it was.
  public init<Input, Failure: Error>(
    _ label: String, _ recorded: TestSequence<Input, Failure>, cancelledAt cancellation: VirtualTime? = nil
  ) {
    var marks = recorded.elements.map { Mark(Mark.Kind($0.signal), at: $0.time) }
    if let cancellation { marks.append(Mark(.cancel, at: cancellation)) }
    self.init(label, valueType: "\(Input.self)", failureType: "\(Failure.self)", marks: marks)
  }

  /// Makes a row of what a subscriber has recorded.
  ///
  /// - Parameters:
  ///   - label: The name of the stream.
  ///   - subscriber: The subscriber.
  public init<Input, Failure: Error>(_ label: String, _ subscriber: TestableSubscriber<Input, Failure>) {
    self.init(label, subscriber.recordedOutput, cancelledAt: subscriber.recordedCancellation)
  }

  /// Makes a row of marbles.
  ///
  /// - Parameters:
  ///   - label: The name of the stream.
  ///   - marbles: The marbles.
  ///   - valueType: What kind of value flows.
  ///   - tick: How long a tick is, in virtual seconds, more than nothing.
  ///   - texts: What to write for the elements, instead of the letters.
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

  /// When the stream has been subscribed to, or else when the line begins.
  var subscriptionTime: VirtualTime? {
    marks.first { $0.kind == .subscription }?.time ?? beginning ?? marks.first?.time
  }

  /// When the line begins: with what was missed, if anything was.
  var beginningTime: VirtualTime? {
    [marks.first?.time, subscriptionTime].compactMap(\.self).min()
  }

  /// When the stream has ended.
  var endTime: VirtualTime? { marks.first { $0.kind.isEnd }?.time }

  /// The types, as a label shows them: `<Int, Never>`.
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

  /// Whether nothing follows on the stream.
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
