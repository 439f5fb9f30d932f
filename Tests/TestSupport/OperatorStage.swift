public import StreamCore
public import Testing

/// An operator over a source of `Int`, for suites of what several operators have in common. It is played the probes and
/// the parts that are below; values and completions are given by their descriptions, since their types differ.
public struct OperatorStage: Sendable, CustomTestStringConvertible {
  public typealias Source = AnyPublisher<Int, TestError>

  /// The operator, as in `drop(while:)`.
  public let testDescription: String

  /// What its subscriber and its subscription say of themselves.
  public let typeName: String

  /// What passes through while a downstream makes requests.
  public let demand: @Sendable () -> DemandReport

  /// What comes through while upstream breaks the rules, and sends a completion.
  public let misbehaviour: @Sendable (Subscribers.Completion<TestError>) -> MisbehaviourReport

  public let names: @Sendable () -> NamesReport

  /// What is still alive after which end.
  public let leaks: @Sendable () -> [String]

  private let start: @Sendable (Source, Subscribers.Demand, OnValue?) -> StageRecorder

  public typealias OnValue = @Sendable (String) -> Subscribers.Demand

  /// - Parameters:
  ///   - name: The operator.
  ///   - typeName: What its subscriber and its subscription say of themselves.
  ///   - make: Makes the pipeline; its closures capture the token.
  public init<P: Publisher & SendableMetatype>(
    _ name: String, _ typeName: String, _ make: @escaping @Sendable (Source, Token) -> P
  ) where P.Output: SendableMetatype {
    testDescription = name
    self.typeName = typeName
    demand = { TestSupport.demand { make(AnyPublisher($0), Token()) } }
    misbehaviour = { ending in TestSupport.misbehaviour(ending: ending) { make(AnyPublisher($0), Token()) } }
    names = { TestSupport.names { make(AnyPublisher($0), Token()) } }
    leaks = { TestSupport.leaks { make(AnyPublisher($0), $1) } }
    start = { source, demand, onValue in
      let recorder = RecordingSubscriber<P.Output, P.Failure>(demand: demand)
      if let onValue { recorder.onValue = { onValue("\($0)") } }
      make(source, Token()).subscribe(recorder)
      return StageRecorder(recorder)
    }
  }

  /// Subscribes a recorder.
  ///
  /// - Parameters:
  ///   - source: Where the values come from.
  ///   - demand: What is requested at once.
  ///   - onValue: Called with each value; says how many more are wanted.
  /// - Returns: The recorder.
  public func record(
    _ source: some Publisher<Int, TestError>, demand: Subscribers.Demand = .unlimited,
    onValue: OnValue? = nil
  ) -> StageRecorder {
    start(AnyPublisher(source), demand, onValue)
  }

  // MARK: Parts

  /// Downstream cancels twice after the first of two values.
  ///
  /// - Returns: The values and completions, and how many cancels came.
  public func cancelBetweenValues() -> (signals: [String], cancelCount: Int) {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = record(upstream)
    upstream.send(1)
    recorder.cancel()
    recorder.cancel()
    upstream.send(2)
    upstream.send(completion: .finished)
    return (recorder.values + recorder.completions, upstream.cancelCount)
  }

  /// Downstream cancels after the end of upstream, then requests the result that waits.
  ///
  /// - Returns: The values and completions.
  public func cancelWhileResultWaits() -> [String] {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = record(upstream, demand: .none)
    upstream.send(1)
    upstream.send(completion: .finished)
    recorder.cancel()
    recorder.request(.max(1))
    return recorder.values + recorder.completions
  }

  /// Downstream cancels from inside the delivery of the first value; upstream then goes on, and finishes.
  ///
  /// - Parameter values: What upstream sends.
  /// - Returns: The values and completions.
  public func cancelInsideValue(of values: [Int] = [1]) -> [String] {
    let upstream = ScriptedPublisher<Int, TestError>()
    let subscription = Box<StageRecorder?>(nil)
    let recorder = record(upstream) { _ in
      subscription.value?.cancel()
      return .max(1)
    }
    subscription.value = recorder
    defer { subscription.value = nil }
    for value in values { upstream.send(value) }
    upstream.send(completion: .finished)
    return recorder.values + recorder.completions
  }

  /// Upstream sends a value and a completion before its subscription, and each twice after it.
  ///
  /// - Returns: The values and completions before the subscription and after it, and how many cancels came.
  public func signalsOutOfOrder() -> (early: [String], signals: [String], cancelCount: Int) {
    let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
    let recorder = record(upstream)
    upstream.send(1)
    upstream.send(completion: .finished)
    let early = recorder.values + recorder.completions
    upstream.sendSubscription()
    upstream.sendSubscription(description: "Second")
    let cancelCount = upstream.cancelCount
    upstream.send(2)
    upstream.send(completion: .finished)
    upstream.send(3)
    upstream.send(completion: .failure(TestError()))
    return (early, recorder.values + recorder.completions, cancelCount)
  }

  /// Upstream sends 2 from inside the delivery of 1.
  ///
  /// - Returns: The values, and how many signals overlapped.
  public func sendInsideValue() -> (values: [String], overlaps: Int) {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = record(subject) { [subject] value in
      if value == "1" { subject.send(2) }
      return .none
    }
    subject.send(1)
    return (recorder.values, recorder.overlaps)
  }

  /// Upstream fails without a value.
  ///
  /// - Returns: The values and completions.
  public func failure() -> [String] {
    let recorder = record(Fail(error: TestError("broken")))
    return recorder.values + recorder.completions
  }

  /// The closure throws at 1, after 6 and 5; upstream goes on as if nothing had happened.
  ///
  /// - Parameter demand: What downstream requests before the throw.
  /// - Returns: The values and completions, what upstream was asked for at the throw, and all requests.
  public func throwAtOne(demand: Subscribers.Demand = .max(5)) -> (
    signals: [String], returned: Subscribers.Demand, requests: [ScriptedPublisher<Int, TestError>.Request]
  ) {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = record(upstream, demand: demand)
    for value in [6, 5] { upstream.send(value) }
    let returned = upstream.send(1)
    for value in [6, 1] { upstream.send(value) }
    upstream.send(completion: .failure(TestError("late")))
    recorder.request(.max(1))
    recorder.cancel()
    return (recorder.values + recorder.completions, returned, upstream.requests)
  }

  /// A closure's work in ``throwAtOne()``.
  @Sendable
  public static func refuseOne(_ value: Int) throws -> Int {
    guard value != 1 else { throw TestError("refused") }
    return value
  }
}

/// A recorder whose values and completions are given by their descriptions.
public struct StageRecorder: Sendable {
  private let recorded: @Sendable () -> (values: [String], completions: [String], overlaps: Int)
  public let request: @Sendable (Subscribers.Demand) -> Void
  public let cancel: @Sendable () -> Void

  init<Output, Failure: Error>(_ recorder: RecordingSubscriber<Output, Failure>) {
    recorded = {
      (recorder.values.map { "\($0)" }, recorder.completions.map { "\($0)" }, recorder.overlaps)
    }
    request = { recorder.request($0) }
    cancel = { recorder.cancel() }
  }

  public var values: [String] { recorded().values }

  public var completions: [String] { recorded().completions }

  public var overlaps: Int { recorded().overlaps }
}
