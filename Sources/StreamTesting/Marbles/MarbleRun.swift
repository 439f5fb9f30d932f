public import StreamSchedulers

/// What `#` stands for, unless a test says otherwise.
public struct MarbleFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes the failure.
  public init() {}

  /// `#`
  public var description: String { "#" }
}

/// What came out of a pipeline, as marbles.
///
/// Check it with `==`, or with ``expect(_:upstream:fileID:filePath:line:column:)``, which shows both diagrams where they differ. Draw it with
/// ``diagram(_:title:)``.
public struct MarbleRun<Output, Failure: Error> {
  /// What downstream received. An element that shows itself as one letter or digit stands for itself; others are named
  /// by ``legend``.
  public let downstream: Marbles

  /// What the source saw: `!` where it was cancelled.
  public let upstream: Marbles

  /// What downstream received, with the times since the subscription.
  public let output: TestSequence<Output, Failure>

  /// What the letters of ``downstream`` stand for, if they do not stand for themselves: `A`, `B`, … in the order in which
  /// they came first.
  public let legend: [(name: Character, text: String)]

  /// How long a tick is.
  public let tick: VirtualTime.Stride

  /// When the run itself cancelled what it received: a `!` in the diagram that was played says so.
  let cancellation: VirtualTime?

  /// What the source has sent, a row for each subscription.
  let sourceRows: [MarbleRow]
}

extension MarbleRun {
  init(
    recorded: TestSequence<Output, Failure>, cancelledAt cancellation: VirtualTime?, since began: VirtualTime,
    each tick: VirtualTime.Stride, upstream: Marbles, sourceRows: [MarbleRow]
  ) {
    output = TestSequence(recorded.elements.map { (VirtualTime(began.distance(to: $0.time)), $0.signal) })
    self.cancellation = cancellation.map { VirtualTime(began.distance(to: $0)) }
    self.tick = tick
    self.upstream = upstream
    self.sourceRows = sourceRows
    var names = MarbleNames(for: output.inputs.map { "\($0)" })
    downstream = Self.marbles(of: output, cancelledAt: self.cancellation, each: tick) { signal in
      switch signal {
      case .subscription: nil
      case .input(let input): .element(names.name(of: "\(input)"))
      case .completion(.finished): .finished
      case .completion(.failure): .failure
      }
    }
    legend = names.legend
  }

  /// The marbles of what was recorded; `symbol` names a signal.
  static func marbles(
    of output: TestSequence<Output, Failure>, cancelledAt cancellation: VirtualTime?, each tick: VirtualTime.Stride,
    symbol: (Signal<Output, Failure>) -> Marbles.Symbol?
  ) -> Marbles {
    var events = output.elements.compactMap { time, signal in
      symbol(signal).map { Marbles.Event(tick: time.ticks(since: 0, each: tick), symbol: $0) }
    }
    if let cancellation {
      events.append(Marbles.Event(tick: cancellation.ticks(since: 0, each: tick), symbol: .cancel))
    }
    return Marbles(events: events)
  }
}
