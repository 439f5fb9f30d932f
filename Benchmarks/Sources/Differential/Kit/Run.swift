package import DifferentialModel

#if PEER
  @preconcurrency import OpenCombine
#else
  import Streams
#endif

typealias Stream = AnyPublisher<Int, Fault>

/// One run of a scenario: the pipeline and its trace.
// Sendable: a scenario runs on one thread.
final class Run: @unchecked Sendable {
  let scenario: Scenario
  private(set) var trace: Trace = []
  /// The stage being added to the pipeline.
  private(set) var stage = 0
  private var inputs: [(any Input)?]
  private var streams: [Stream?]
  private var ledgers: [Place: Ledger] = [:]
  private var uses: [Use] = []
  /// What must be alive until the end.
  var tokens: [AnyObject] = []

  init(_ scenario: Scenario) {
    self.scenario = scenario
    inputs = Array(repeating: nil, count: scenario.sources.count)
    streams = Array(repeating: nil, count: scenario.sources.count)
    trace.reserveCapacity(32)
  }

  func record(_ event: Event) {
    precondition(trace.count < 20_000, "this scenario does not end:\n\(scenario)")
    trace.append(event)
  }

  /// Builds the pipeline, subscribes, and runs the timeline.
  func play() {
    let downstream = Downstream(self)
    var pipeline = stream(0)
    for (number, stage) in scenario.stages.enumerated() {
      self.stage = number
      pipeline = Inspected(upstream: apply(stage, to: pipeline), place: .stage(number), run: self).eraseToAnyPublisher()
    }
    pipeline.subscribe(downstream)
    for (number, action) in scenario.timeline.enumerated() {
      record(.step(number))
      switch action {
      case .emit(let source, let signal):
        _ = stream(source)
        inputs[source]?.emit(signal)
      case .request(let amount): downstream.request(amount)
      case .cancel: downstream.cancel()
      }
    }
    checkDemand()
    for use in uses where !use.isReleased && isOver(use.place) == true { record(.broke(.wrongRelease, use.place)) }
    let shown = trace
    // Breaks the retain cycle of a pipeline that is still active.
    downstream.cancel()
    for input in inputs { input?.close() }
    inputs = []
    streams = []
    trace = shown
  }

  /// Enters something that passes a place.
  func enter(_ place: Place, _ change: (inout Ledger) -> Void) {
    change(&ledgers[place, default: Ledger()])
  }

  /// Whether what passes a place has ended; `nil` if there is not one subscription.
  func isOver(_ place: Place) -> Bool? {
    ledgers[place].flatMap { $0.subscriptions == 1 ? $0.isOver : nil }
  }

  /// Something to be released at the end of what passes a place.
  func use(at place: Place) -> Use {
    let use = Use(place: place)
    uses.append(use)
    return use
  }

  func release(_ use: Use) {
    if use.isReleased { record(.broke(.wrongRelease, use.place)) }
    use.isReleased = true
  }

  /// Checks what the stages that the peer lacks have asked of their upstreams, as long as neither has ended.
  private func checkDemand() {
    for (index, stage) in scenario.stages.enumerated() {
      guard case .extra(let stage) = stage, let demandClass = stage.demandClass,
        let upstream = ledgers[index == 0 ? .source(0) : .stage(index - 1)], let downstream = ledgers[.stage(index)],
        upstream.subscriptions == 1, downstream.subscriptions == 1, !upstream.isOver, !downstream.isOver,
        !demandClass.holds(upstream: upstream, downstream: downstream)
      else { continue }
      record(.broke(.wrongDemand, .stage(index)))
    }
  }

  /// The source with that index; always the same one.
  func stream(_ index: Int) -> Stream {
    if let stream = streams[index] { return stream }
    let stream = Inspected(upstream: makeStream(index), place: .source(index), run: self).eraseToAnyPublisher()
    streams[index] = stream
    return stream
  }

  /// The child for a value.
  func child(_ children: [Int], for value: Int) -> Stream {
    stream(children[abs(value % children.count)])
  }

  private func makeStream(_ index: Int) -> Stream {
    switch scenario.sources[index].kind {
    case .scripted(let lists):
      let input = ScriptedInput(index, lists, run: self)
      inputs[index] = input
      return Scripted(input: input).eraseToAnyPublisher()
    case .passthrough:
      let subject = PassthroughSubject<Int, Fault>()
      inputs[index] = SubjectInput(subject: subject)
      return subject.eraseToAnyPublisher()
    case .currentValue(let value):
      let subject = CurrentValueSubject<Int, Fault>(value)
      inputs[index] = SubjectInput(subject: subject)
      return subject.eraseToAnyPublisher()
    case .sequence(let values):
      return Publishers.Sequence<[Int], Fault>(sequence: values).eraseToAnyPublisher()
    case .just(let value):
      return Just(value).setFailureType(to: Fault.self).eraseToAnyPublisher()
    case .fail(let fault):
      return Fail<Int, Fault>(error: fault).eraseToAnyPublisher()
    case .empty(let completes):
      return Empty<Int, Fault>(completeImmediately: completes).eraseToAnyPublisher()
    case .optional(let value):
      return value.publisher.setFailureType(to: Fault.self).eraseToAnyPublisher()
    case .result(let result):
      return result.publisher.eraseToAnyPublisher()
    case .record(let values, let end):
      return Record<Int, Fault>(output: values, completion: completion(end)).eraseToAnyPublisher()
    case .future(let result):
      return Future<Int, Fault> { $0(result) }.eraseToAnyPublisher()
    case .deferred(let source):
      return Deferred { self.stream(source) }.eraseToAnyPublisher()
    case .extra(let source):
      #if PEER
        preconditionFailure("The peer lacks it.")
      #else
        let (stream, input) = makeStream(source, index)
        inputs[index] = input
        return stream
      #endif
    }
  }
}

/// Something that a publisher uses for a subscription.
// Sendable: a scenario runs on one thread.
final class Use: @unchecked Sendable {
  let place: Place
  fileprivate(set) var isReleased = false

  init(place: Place) {
    self.place = place
  }
}

/// Converts the end of a script to the library's completion.
func completion(_ end: Signal) -> Subscribers.Completion<Fault> {
  if case .failure(let fault) = end { .failure(fault) } else { .finished }
}

extension Amount {
  var demand: Subscribers.Demand {
    switch self {
    case .max(let count): .max(count)
    case .unlimited: .unlimited
    }
  }

  init(_ demand: Subscribers.Demand) {
    self = demand.max.map(Amount.max) ?? .unlimited
  }
}

/// The library as a runner of scenarios.
package struct Kit: Runner {
  package init() {}

  package func trace(of scenario: Scenario) -> Trace {
    #if PEER
      if scenario.exceedsPeer { return scenario.modelledTrace }
    #endif
    let run = Run(scenario)
    run.play()
    return run.trace
  }
}
