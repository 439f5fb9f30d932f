public import StreamCore
public import StreamSchedulers

/// Plays a marble diagram of numbers through a pipeline, in virtual time.
///
///     let run = marbles("--1--2--7--3--|") { $0.prefix { $0 < 5 } }
///     #expect(run.downstream == "--1--2--|")
///     #expect(run.upstream == "--------!")
///
/// A `!` in the diagram cancels the subscription to the pipeline at its tick.
///
/// - Parameters:
///   - source: The diagram; its elements must be digits. Any other element traps.
///   - tick: The length of a tick, in virtual seconds.
///   - scheduler: The virtual clock of the pipeline's timed operators, advanced until no work is pending.
///   - limit: The tick at which the run stops at the latest.
///   - makePipeline: Applies operators to the source.
/// - Returns: The run.
@_disfavoredOverload
public func marbles<Clock: VirtualClock, P: Publisher>(
  _ source: Marbles, tick: VirtualTime.Stride = 1, scheduler: Clock = TestScheduler(), limit: Int = 1_000,
  _ makePipeline: (MarblePublisher<Int, MarbleFailure>) -> P
) -> MarbleRun<P.Output, P.Failure> {
  let publisher = scheduler.publisher(source, failure: MarbleFailure(), tick: tick) { character in
    guard let number = character.wholeNumberValue else {
      preconditionFailure("'\(character)' is no digit: say what it stands for by `values`.")
    }
    return number
  }
  return publisher.run(limit: limit, makePipeline)
}

/// Plays a marble diagram through a pipeline, in virtual time.
///
///     let run = marbles("-a-b-x", values: ["a": "apple", "b": "bread"], errors: ["x": ShopError.closed]) { $0 }
///
/// - Parameters:
///   - source: The diagram. An element missing from `values` and `errors` traps; so does an element after one in
///     `errors`.
///   - values: The value of each element.
///   - errors: The error of `#`, and of letters that stand for a failure.
///   - tick: The length of a tick, in virtual seconds.
///   - scheduler: The virtual clock of the pipeline's timed operators, advanced until no work is pending.
///   - limit: The tick at which the run stops at the latest.
///   - makePipeline: Applies operators to the source.
/// - Returns: The run.
@_disfavoredOverload
public func marbles<Value: Sendable, Failure: Error, Clock: VirtualClock, P: Publisher>(
  _ source: Marbles, values: [Character: Value], errors: [Character: Failure],
  tick: VirtualTime.Stride = 1, scheduler: Clock = TestScheduler(), limit: Int = 1_000,
  _ makePipeline: (MarblePublisher<Value, Failure>) -> P
) -> MarbleRun<P.Output, P.Failure> {
  scheduler.publisher(source, values: values, errors: errors, tick: tick).run(limit: limit, makePipeline)
}

/// Plays a marble diagram through a pipeline, in virtual time.
///
/// - Parameters:
///   - source: The diagram. An element missing from `values` traps.
///   - values: The value of each element.
///   - failure: The error of `#`.
///   - tick: The length of a tick, in virtual seconds.
///   - scheduler: The virtual clock of the pipeline's timed operators, advanced until no work is pending.
///   - limit: The tick at which the run stops at the latest.
///   - makePipeline: Applies operators to the source.
/// - Returns: The run.
@_disfavoredOverload
public func marbles<Value: Sendable, Failure: Error, Clock: VirtualClock, P: Publisher>(
  _ source: Marbles, values: [Character: Value], failure: Failure, tick: VirtualTime.Stride = 1,
  scheduler: Clock = TestScheduler(), limit: Int = 1_000,
  _ makePipeline: (MarblePublisher<Value, Failure>) -> P
) -> MarbleRun<P.Output, P.Failure> {
  scheduler.publisher(source, values: values, errors: ["#": failure], tick: tick).run(limit: limit, makePipeline)
}

/// Plays a marble diagram through a pipeline, in virtual time; `#` is a ``MarbleFailure``.
///
///     let run = marbles("-a-b-|", values: ["a": 1, "b": 200]) { $0.map { $0 * 2 } }
///
/// - Parameters:
///   - source: The diagram. An element missing from `values` traps.
///   - values: The value of each element.
///   - tick: The length of a tick, in virtual seconds.
///   - scheduler: The virtual clock of the pipeline's timed operators, advanced until no work is pending.
///   - limit: The tick at which the run stops at the latest.
///   - makePipeline: Applies operators to the source.
/// - Returns: The run.
@_disfavoredOverload
public func marbles<Value: Sendable, Clock: VirtualClock, P: Publisher>(
  _ source: Marbles, values: [Character: Value], tick: VirtualTime.Stride = 1, scheduler: Clock = TestScheduler(),
  limit: Int = 1_000, _ makePipeline: (MarblePublisher<Value, MarbleFailure>) -> P
) -> MarbleRun<P.Output, P.Failure> {
  scheduler.publisher(source, values: values, tick: tick).run(limit: limit, makePipeline)
}

/// Plays a marble diagram through a pipeline in virtual time, with a closure that returns the value of a letter.
///
///     let run = marbles("-a-b-|", value: { "\($0)" }) { $0.map { $0.uppercased() } }
///
/// - Parameters:
///   - source: The diagram.
///   - value: Returns the value of an element.
///   - tick: The length of a tick, in virtual seconds.
///   - scheduler: The virtual clock of the pipeline's timed operators, advanced until no work is pending.
///   - limit: The tick at which the run stops at the latest.
///   - makePipeline: Applies operators to the source.
/// - Returns: The run.
@_disfavoredOverload
public func marbles<Value: Sendable, Clock: VirtualClock, P: Publisher>(
  _ source: Marbles, value: (Character) -> Value, tick: VirtualTime.Stride = 1,
  scheduler: Clock = TestScheduler(), limit: Int = 1_000,
  _ makePipeline: (MarblePublisher<Value, MarbleFailure>) -> P
) -> MarbleRun<P.Output, P.Failure> {
  scheduler.publisher(source, failure: MarbleFailure(), tick: tick, value: value).run(limit: limit, makePipeline)
}

extension VirtualClock {
  /// Creates a publisher that plays a marble diagram by this scheduler's clock.
  ///
  /// - Parameters:
  ///   - diagram: The diagram. An element missing from `values` and `errors` traps; so does an element after one in
  ///     `errors`.
  ///   - values: The value of each element.
  ///   - errors: The error of `#`, and of letters that stand for a failure.
  ///   - tick: The length of a tick, in virtual seconds; positive.
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

  /// Creates a publisher that plays a marble diagram by this scheduler's clock.
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - failure: The error of `#`.
  ///   - tick: The length of a tick, in virtual seconds; positive.
  ///   - value: Returns the value of an element.
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
    let timeline = VirtualTimeline(self)
    return MarblePublisher(
      timeline: timeline, tick: tick, script: script, cancelTick: diagram.events.first { $0.symbol == .cancel }?.tick,
      origin: timeline.now)
  }
}

extension MarblePublisher {
  fileprivate func run<P: Publisher>(limit: Int, _ makePipeline: (Self) -> P) -> MarbleRun<P.Output, P.Failure> {
    let subscriber = TestableSubscriber<P.Output, P.Failure>(timeline: timeline, options: .default)
    makePipeline(self).subscribe(subscriber)
    if let cancelTick {
      timeline.schedule(after: origin.advanced(by: tick * .nanoseconds(cancelTick))) { subscriber.cancel() }
    }
    timeline.resume(until: origin.advanced(by: tick * .nanoseconds(limit)))
    let run = MarbleRun(
      recorded: subscriber.recordedOutput, cancelledAt: subscriber.recordedCancellation, since: origin, each: tick,
      upstream: upstream, sourceRows: rows("upstream"))
    subscriber.cancel()
    return run
  }
}
