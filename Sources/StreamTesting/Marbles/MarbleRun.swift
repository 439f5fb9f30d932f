public import StreamCore
public import StreamSchedulers

/// What `#` stands for, unless a test says otherwise.
public struct MarbleFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes the failure.
  public init() {}

  /// `#`
  public var description: String { "#" }
}

/// What came out of a pipeline, as marbles.
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
}

/// Plays a marble diagram of numbers through a pipeline, in virtual time.
///
///     let run = marbles("--1--2--7--3--|") { $0.prefix { $0 < 5 } }
///     #expect(run.downstream == "--1--2--|")
///     #expect(run.upstream == "--------!")
///
/// - Parameters:
///   - source: The diagram; its elements are digits. Another element is a programmer's error, and traps.
///   - tick: How long a tick is, in virtual seconds.
///   - scheduler: What else the pipeline may use to tell the time; the run moves its clock on until nothing is left.
///   - limit: After how many ticks to stop at the latest.
///   - makePipeline: Applies operators to the source.
/// - Returns: What came out.
public func marbles<P: Publisher>(
  _ source: Marbles, tick: VirtualTime.Stride = 1, scheduler: TestScheduler = TestScheduler(), limit: Int = 1_000,
  _ makePipeline: (MarblePublisher<Int, MarbleFailure>) -> P
) -> MarbleRun<P.Output, P.Failure> {
  let publisher = scheduler.publisher(source, failure: MarbleFailure(), tick: tick) { character in
    guard let number = character.wholeNumberValue else {
      preconditionFailure("'\(character)' is no digit: say what it stands for by `values`.")
    }
    return number
  }
  return scheduler.run(publisher, limit: limit, makePipeline)
}

/// Plays a marble diagram through a pipeline, in virtual time.
///
/// - Parameters:
///   - source: The diagram. An element that `values` does not name is a programmer's error, and traps.
///   - values: What the elements stand for.
///   - failure: What `#` stands for.
///   - tick: How long a tick is, in virtual seconds.
///   - scheduler: What else the pipeline may use to tell the time; the run moves its clock on until nothing is left.
///   - limit: After how many ticks to stop at the latest.
///   - makePipeline: Applies operators to the source.
/// - Returns: What came out.
public func marbles<Value: Sendable, Failure: Error, P: Publisher>(
  _ source: Marbles, values: [Character: Value], failure: Failure, tick: VirtualTime.Stride = 1,
  scheduler: TestScheduler = TestScheduler(), limit: Int = 1_000,
  _ makePipeline: (MarblePublisher<Value, Failure>) -> P
) -> MarbleRun<P.Output, P.Failure> {
  let publisher = scheduler.publisher(source, failure: failure, tick: tick) { character in
    guard let value = values[character] else { preconditionFailure("'\(character)' stands for nothing in `values`.") }
    return value
  }
  return scheduler.run(publisher, limit: limit, makePipeline)
}

extension TestScheduler {
  /// Makes a publisher that plays a marble diagram with this scheduler's clock.
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - failure: What `#` stands for.
  ///   - tick: How long a tick is, in virtual seconds, more than nothing.
  ///   - value: What an element stands for.
  /// - Returns: The publisher.
  public func publisher<Value: Sendable, Failure: Error>(
    _ diagram: Marbles, failure: Failure, tick: VirtualTime.Stride = 1, value: (Character) -> Value
  ) -> MarblePublisher<Value, Failure> {
    precondition(tick > .nanoseconds(0), "A tick must be longer than nothing.")
    let script = diagram.events.compactMap { event -> (tick: Int, signal: Signal<Value, Failure>)? in
      switch event.symbol {
      case .element(let character): (event.tick, .input(value(character)))
      case .finished: (event.tick, .completion(.finished))
      case .failure: (event.tick, .completion(.failure(failure)))
      case .cancel, .subscription: nil
      }
    }
    return MarblePublisher(scheduler: self, tick: tick, script: script)
  }

  fileprivate func run<Value, UpstreamFailure, P: Publisher>(
    _ source: MarblePublisher<Value, UpstreamFailure>, limit: Int,
    _ makePipeline: (MarblePublisher<Value, UpstreamFailure>) -> P
  ) -> MarbleRun<P.Output, P.Failure> {
    let began = now
    let subscriber = createTestableSubscriber(P.Output.self, P.Failure.self)
    makePipeline(source).subscribe(subscriber)
    resume(until: began.advanced(by: source.tick * .nanoseconds(limit)))
    let upstream = source.upstream
    subscriber.cancel()
    return MarbleRun(recorded: subscriber.recordedOutput, since: began, each: source.tick, upstream: upstream)
  }
}

extension MarbleRun {
  fileprivate init(
    recorded: TestSequence<Output, Failure>, since began: VirtualTime, each tick: VirtualTime.Stride, upstream: Marbles
  ) {
    var names = MarbleNames()
    var events: [Marbles.Event] = []
    var output: [(VirtualTime, Signal<Output, Failure>)] = []
    for (time, signal) in recorded.elements {
      output.append((VirtualTime(began.distance(to: time)), signal))
      let symbol: Marbles.Symbol
      switch signal {
      case .subscription: continue
      case .input(let input): symbol = .element(names.name(of: "\(input)"))
      case .completion(.finished): symbol = .finished
      case .completion(.failure): symbol = .failure
      }
      events.append(Marbles.Event(tick: time.ticks(since: began, each: tick), symbol: symbol))
    }
    self.init(
      downstream: Marbles(events: events), upstream: upstream, output: TestSequence(output),
      legend: names.legend)
  }
}
