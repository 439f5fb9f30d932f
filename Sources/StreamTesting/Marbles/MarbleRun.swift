public import StreamSchedulers

/// The default error of `#`.
public struct MarbleFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Creates the failure.
  public init() {}

  /// `#`
  public var description: String { "#" }
}

/// The result of a pipeline, as marbles.
///
/// Check it with `==`, or with ``expect(_:upstream:fileID:filePath:line:column:)``, which shows both diagrams if they
/// differ. Draw it with ``diagram(_:title:)``.
public struct MarbleRun<Output, Failure: Error> {
  /// The signals that downstream received. An element whose description is one letter or digit stands for itself;
  /// ``legend`` names the others.
  public let downstream: Marbles

  /// The signals that the source observed: `!` where it was cancelled.
  public let upstream: Marbles

  /// The signals that downstream received, with their times since the subscription.
  public let output: TestSequence<Output, Failure>

  /// The elements that do not stand for themselves in ``downstream``: `A`, `B`, … in order of first appearance.
  public let legend: [(name: Character, text: String)]

  /// The length of a tick.
  public let tick: VirtualTime.Stride

  /// When the run itself cancelled the subscription, as a `!` in the played diagram asked.
  let cancellation: VirtualTime?

  /// The source's signals, one row per subscription.
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

  /// Converts recorded signals to marbles; `symbol` names a signal.
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
