public import StreamCore
public import StreamSchedulers

/// Plays a marble diagram of numbers through a pipeline, in virtual time.
///
///     let run = marbles("--1--2--7--3--|") { $0.prefix { $0 < 5 } }
///     #expect(run.downstream == "--1--2--|")
///     #expect(run.upstream == "--------!")
///
/// A `!` in the diagram cancels what comes out of the pipeline, at its tick.
///
/// - Parameters:
///   - source: The diagram; its elements are digits. Another element is a programmer's error, and traps.
///   - tick: How long a tick is, in virtual seconds.
///   - scheduler: What else the pipeline may use to tell the time; the run moves its clock on until nothing is left.
///   - limit: After how many ticks to stop at the latest.
///   - makePipeline: Applies operators to the source.
/// - Returns: What came out.
@_disfavoredOverload
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
///     let run = marbles("-a-b-x", values: ["a": "apple", "b": "bread"], errors: ["x": ShopError.closed]) { $0 }
///
/// - Parameters:
///   - source: The diagram. An element that neither `values` nor `errors` names is a programmer's error, and traps; so is
///     an element after one that `errors` names.
///   - values: What the elements stand for.
///   - errors: What `#` stands for, and which letters stand for a failure too.
///   - tick: How long a tick is, in virtual seconds.
///   - scheduler: What else the pipeline may use to tell the time; the run moves its clock on until nothing is left.
///   - limit: After how many ticks to stop at the latest.
///   - makePipeline: Applies operators to the source.
/// - Returns: What came out.
@_disfavoredOverload
public func marbles<Value: Sendable, Failure: Error, P: Publisher>(
  _ source: Marbles, values: [Character: Value], errors: [Character: Failure],
  tick: VirtualTime.Stride = 1, scheduler: TestScheduler = TestScheduler(), limit: Int = 1_000,
  _ makePipeline: (MarblePublisher<Value, Failure>) -> P
) -> MarbleRun<P.Output, P.Failure> {
  scheduler.run(
    scheduler.publisher(source, values: values, errors: errors, tick: tick), limit: limit, makePipeline)
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
@_disfavoredOverload
public func marbles<Value: Sendable, Failure: Error, P: Publisher>(
  _ source: Marbles, values: [Character: Value], failure: Failure, tick: VirtualTime.Stride = 1,
  scheduler: TestScheduler = TestScheduler(), limit: Int = 1_000,
  _ makePipeline: (MarblePublisher<Value, Failure>) -> P
) -> MarbleRun<P.Output, P.Failure> {
  scheduler.run(
    scheduler.publisher(source, values: values, errors: ["#": failure], tick: tick), limit: limit, makePipeline)
}

/// Plays a marble diagram whose elements are made from their letters through a pipeline, in virtual time.
///
///     let run = marbles("-a-b-|", value: { "\($0)" }) { $0.map { $0.uppercased() } }
///
/// - Parameters:
///   - source: The diagram.
///   - value: What an element stands for.
///   - tick: How long a tick is, in virtual seconds.
///   - scheduler: What else the pipeline may use to tell the time; the run moves its clock on until nothing is left.
///   - limit: After how many ticks to stop at the latest.
///   - makePipeline: Applies operators to the source.
/// - Returns: What came out.
@_disfavoredOverload
public func marbles<Value: Sendable, P: Publisher>(
  _ source: Marbles, value: (Character) -> Value, tick: VirtualTime.Stride = 1,
  scheduler: TestScheduler = TestScheduler(), limit: Int = 1_000,
  _ makePipeline: (MarblePublisher<Value, MarbleFailure>) -> P
) -> MarbleRun<P.Output, P.Failure> {
  scheduler.run(
    scheduler.publisher(source, failure: MarbleFailure(), tick: tick, value: value), limit: limit, makePipeline)
}

extension TestScheduler {
  /// Makes a publisher that plays a marble diagram with this scheduler's clock.
  ///
  /// - Parameters:
  ///   - diagram: The diagram. An element that neither `values` nor `errors` names is a programmer's error, and traps; so
  ///     is an element after one that `errors` names.
  ///   - values: What the elements stand for.
  ///   - errors: What `#` stands for, and which letters stand for a failure too.
  ///   - tick: How long a tick is, in virtual seconds, more than nothing.
  /// - Returns: The publisher.
  public func publisher<Value: Sendable, Failure: Error>(
    _ diagram: Marbles, values: [Character: Value], errors: [Character: Failure] = ["#": MarbleFailure()],
    tick: VirtualTime.Stride = 1
  ) -> MarblePublisher<Value, Failure> {
    publisher(diagram, tick: tick) { character in
      if let failure = errors[character] { return .completion(.failure(failure)) }
      guard let value = values[character] else {
        preconditionFailure("'\(character)' stands for nothing in `values` and `errors`.")
      }
      return .input(value)
    }
  }

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
    publisher(diagram, tick: tick) { character in
      character == "#" ? .completion(.failure(failure)) : .input(value(character))
    }
  }

  private func publisher<Value: Sendable, Failure: Error>(
    _ diagram: Marbles, tick: VirtualTime.Stride, signal: (Character) -> Signal<Value, Failure>
  ) -> MarblePublisher<Value, Failure> {
    precondition(tick > .nanoseconds(0), "A tick must be longer than nothing.")
    var end: Character?
    let script = diagram.events.compactMap { event -> (tick: Int, signal: Signal<Value, Failure>)? in
      switch event.symbol {
      case .cancel, .subscription:
        return nil
      case .finished:
        precondition(end == nil, "The stream has ended with '\(end ?? "#")'.")
        return (event.tick, .completion(.finished))
      case .failure:
        precondition(end == nil, "The stream has ended with '\(end ?? "#")'.")
        return (event.tick, signal("#"))
      case .element(let character):
        precondition(end == nil, "The stream has ended with '\(end ?? "#")'.")
        let signal = signal(character)
        if case .completion = signal { end = character }
        return (event.tick, signal)
      }
    }
    return MarblePublisher(
      scheduler: self, tick: tick, script: script, cancelTick: diagram.events.first { $0.symbol == .cancel }?.tick,
      origin: now)
  }

  func run<Value, UpstreamFailure, P: Publisher>(
    _ source: MarblePublisher<Value, UpstreamFailure>, limit: Int,
    _ makePipeline: (MarblePublisher<Value, UpstreamFailure>) -> P
  ) -> MarbleRun<P.Output, P.Failure> {
    let began = now
    let subscriber = createTestableSubscriber(P.Output.self, P.Failure.self)
    makePipeline(source).subscribe(subscriber)
    if let cancelTick = source.cancelTick {
      schedule(after: began.advanced(by: source.tick * .nanoseconds(cancelTick))) { subscriber.cancel() }
    }
    resume(until: began.advanced(by: source.tick * .nanoseconds(limit)))
    let run = MarbleRun(
      recorded: subscriber.recordedOutput, cancelledAt: subscriber.recordedCancellation, since: began,
      each: source.tick, upstream: source.upstream, sourceRows: source.rows("upstream"))
    subscriber.cancel()
    return run
  }
}
